//! Circles that are still there. The list only shrinks: a new circle fails, and so does an entry that is in none any more.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::graph::{Graph, Places};

/// One package a line, with its modules that are in a circle: `package: module module`.
pub(super) const KNOWN: &str = include_str!("known.txt");

/// How many places of one edge are worth showing.
const SHOWN_PLACES: usize = 3;

/// Compares the circles of the graphs with those known.
pub(super) fn faults<'a>(
    known: &str,
    graphs: impl Iterator<Item = (&'a str, &'a Graph)>,
) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, graph) in graphs {
        let line = known
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        let known: BTreeSet<&str> = line.unwrap_or("").split_whitespace().collect();
        let circles = graph.circles();
        for circle in &circles {
            if let Some(new) = circle.iter().find(|node| !known.contains(node.as_str())) {
                faults.push(describe(name, graph, circle, new));
            }
        }
        for node in known {
            if !circles.iter().any(|circle| circle.contains(node)) {
                faults.push(format!(
                    "{name}: {node} is in no circle any more: take it off the list"
                ));
            }
        }
    }
    faults
}

fn describe(name: &str, graph: &Graph, circle: &BTreeSet<String>, new: &str) -> String {
    let mut words = format!("{name}: {new} is in a circle of {}:", circle.len());
    for (from, to, places) in graph.shortest_circle(new) {
        let _ = write!(words, "\n    {}", edge(from, to, places));
    }
    words.push_str("\n  cut these edges and nothing of it is left:");
    for (from, to, places) in graph.closing_edges(circle) {
        let _ = write!(words, "\n    {}", edge(from, to, places));
    }
    words
}

/// Names an edge and where it stands.
pub(super) fn edge(from: &str, to: &str, places: &Places) -> String {
    let shown = places.iter().take(SHOWN_PLACES).cloned();
    let mut words = format!("{from} → {to}: {}", shown.collect::<Vec<_>>().join(", "));
    if places.len() > SHOWN_PLACES {
        let _ = write!(words, " and {} more", places.len() - SHOWN_PLACES);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{Graph, faults};

    #[test]
    fn new_circles_fail_and_so_do_old_ones_that_are_gone() {
        let mut graph = Graph::default();
        for (from, to, line) in [("a", "b", 1), ("a", "b", 2), ("b", "a", 3), ("b", "c", 4)] {
            graph.add(from, to, format!("{from}.rs:{line}"));
        }
        let circle = "x: a is in a circle of 2:\n    a → b: a.rs:1, a.rs:2\n    b → a: b.rs:3\n  \
                      cut these edges and nothing of it is left:\n    b → a: b.rs:3";
        let gone = "x: c is in no circle any more: take it off the list";
        let cases: [(&str, &[&str]); 4] = [
            ("x: a b", &[]),
            ("y: a b", &[circle]),
            ("x: a b c", &[gone]),
            ("x: b c", &[circle, gone]),
        ];
        for (known, expected) in cases {
            let found = faults(known, [("x", &graph)].into_iter());
            assert_eq!(found, expected, "{known}");
        }
    }
}
