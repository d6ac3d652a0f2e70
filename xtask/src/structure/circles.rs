//! Describes circles: which modules are in them, and which edges to cut.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::graph::{Graph, Places};

/// How many places of one edge are worth showing.
const SHOWN_PLACES: usize = 3;

/// Describes each circle of the graphs.
pub(super) fn faults<'a>(graphs: impl Iterator<Item = (&'a str, &'a Graph)>) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, graph) in graphs {
        for circle in &graph.circles() {
            if let Some(first) = circle.first() {
                faults.push(describe(name, graph, circle, first));
            }
        }
    }
    faults
}

fn describe(name: &str, graph: &Graph, circle: &BTreeSet<String>, node: &str) -> String {
    let mut words = format!("{name}: {node} is in a circle of {}:", circle.len());
    for (from, to, places) in graph.shortest_circle(node) {
        let _ = write!(words, "\n    {}", edge(from, to, places));
    }
    words.push_str("\n  cut these edges and nothing of it is left:");
    for (from, to, places) in graph.closing_edges(circle) {
        let _ = write!(words, "\n    {}", edge(from, to, places));
    }
    words
}

/// Names an edge and where it stands.
fn edge(from: &str, to: &str, places: &Places) -> String {
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
    fn a_circle_is_described_with_the_edges_to_cut() {
        let mut graph = Graph::default();
        for (from, to, line) in [("a", "b", 1), ("a", "b", 2), ("b", "a", 3), ("b", "c", 4)] {
            graph.add(from, to, format!("{from}.rs:{line}"));
        }
        let circle = "x: a is in a circle of 2:\n    a → b: a.rs:1, a.rs:2\n    b → a: b.rs:3\n  \
                      cut these edges and nothing of it is left:\n    b → a: b.rs:3";
        assert_eq!(faults([("x", &graph)].into_iter()), [circle]);
        assert_eq!(
            faults([("x", &Graph::default())].into_iter()),
            [""; 0],
            "nothing to say of no circle"
        );
    }
}
