//! Circles in a directed graph: which nodes are in one, and which edges to cut so that none is left.

use std::collections::{BTreeMap, BTreeSet};

/// Where an edge comes from: every place in the source that makes it.
pub(crate) type Places = Vec<String>;

/// A directed graph between named nodes.
#[derive(Debug, Default, Clone)]
pub(crate) struct Graph {
    edges: BTreeMap<String, BTreeMap<String, Places>>,
}

impl Graph {
    /// Adds an edge; one from a node to itself says nothing.
    pub(crate) fn add(&mut self, from: &str, to: &str, place: String) {
        if from == to {
            return;
        }
        self.edges.entry(to.to_owned()).or_default();
        let targets = self.edges.entry(from.to_owned()).or_default();
        let places = targets.entry(to.to_owned()).or_default();
        if places.last() != Some(&place) {
            places.push(place);
        }
    }

    /// Lists the edges with their places.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (&str, &str, &Places)> {
        self.edges.iter().flat_map(|(from, targets)| {
            targets
                .iter()
                .map(move |(to, places)| (from.as_str(), to.as_str(), places))
        })
    }

    fn targets(&self, node: &str) -> impl Iterator<Item = &str> {
        self.edges
            .get(node)
            .into_iter()
            .flat_map(|targets| targets.keys().map(String::as_str))
    }

    fn reachable(&self, from: &str) -> BTreeSet<&str> {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&str> = self.targets(from).collect();
        while let Some(node) = open.pop() {
            if seen.insert(node) {
                open.extend(self.targets(node));
            }
        }
        seen
    }

    /// Finds the sets of nodes that reach each other, largest first.
    pub(crate) fn circles(&self) -> Vec<BTreeSet<String>> {
        let reach: BTreeMap<&str, BTreeSet<&str>> = self
            .edges
            .keys()
            .map(|node| (node.as_str(), self.reachable(node)))
            .collect();
        let mut circles = BTreeSet::new();
        for (node, targets) in &reach {
            if targets.contains(node) {
                let circle: BTreeSet<String> = targets
                    .iter()
                    .filter(|target| reach[**target].contains(node))
                    .map(|target| (*target).to_owned())
                    .collect();
                circles.insert(circle);
            }
        }
        let mut circles: Vec<_> = circles.into_iter().collect();
        circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
        circles
    }

    /// Counts the places of every edge between `nodes`: a row for each node it comes from.
    fn weights(&self, nodes: &[&str]) -> Vec<Vec<usize>> {
        let weight = |from: &str, to: &str| {
            let targets = self.edges.get(from);
            targets
                .and_then(|targets| targets.get(to))
                .map_or(0, Vec::len)
        };
        let row = |from: &&str| nodes.iter().map(|to| weight(from, to)).collect();
        nodes.iter().map(row).collect()
    }

    /// Chooses few edges that break a circle, cheapest first.
    pub(crate) fn closing_edges(&self, circle: &BTreeSet<String>) -> Vec<(&str, &str, &Places)> {
        let inner: Vec<(&str, &str, &Places)> = self
            .edges()
            .filter(|(from, to, _)| circle.contains(*from) && circle.contains(*to))
            .collect();
        let nodes: Vec<&str> = circle.iter().map(String::as_str).collect();
        let order = order_with_least_back(&self.weights(&nodes));
        let order: Vec<&str> = order.into_iter().map(|index| nodes[index]).collect();
        let place = |node: &str| order.iter().position(|other| *other == node);
        let mut back: Vec<_> = inner
            .into_iter()
            .filter(|(from, to, _)| place(from) > place(to))
            .collect();
        back.sort_by_key(|(_, _, places)| places.len());
        back
    }

    /// Finds the shortest way from a node back to itself.
    pub(crate) fn shortest_circle(&self, start: &str) -> Vec<(&str, &str, &Places)> {
        let mut before: BTreeMap<&str, &str> = BTreeMap::new();
        let mut open: Vec<&str> = self
            .edges
            .get_key_value(start)
            .map_or(Vec::new(), |(start, _)| vec![start.as_str()]);
        while !open.is_empty() && !before.contains_key(start) {
            let mut next = Vec::new();
            for node in open {
                for target in self.targets(node) {
                    if !before.contains_key(target) {
                        before.insert(target, node);
                        next.push(target);
                    }
                }
            }
            open = next;
        }
        let mut way = Vec::new();
        let mut at = start;
        while let Some((to, from)) = before.get_key_value(at) {
            way.push((*from, *to, &self.edges[*from][*to]));
            at = from;
            if at == start {
                break;
            }
        }
        way.reverse();
        way
    }
}

/// Orders nodes so that little points back: greedily (Eades, Lin and Smyth 1993), then by moving single nodes.
fn order_with_least_back(weights: &[Vec<usize>]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..weights.len()).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let pull = |node: usize| {
            let out: usize = left.iter().map(|other| weights[node][*other]).sum();
            let into: usize = left.iter().map(|other| weights[*other][node]).sum();
            out.cast_signed() - into.cast_signed()
        };
        let best = (0..left.len()).max_by_key(|at| pull(left[*at]));
        order.push(left.remove(best.unwrap_or(0)));
    }
    let cost = |order: &[usize]| -> usize {
        let pairs = order.iter().enumerate();
        pairs
            .flat_map(|(at, later)| order[..at].iter().map(|earlier| weights[*later][*earlier]))
            .sum()
    };
    let mut lowest = cost(&order);
    let mut improved = true;
    while improved {
        improved = false;
        for from in 0..order.len() {
            for to in 0..order.len() {
                let mut other = order.clone();
                let node = other.remove(from);
                other.insert(to, node);
                let sum = cost(&other);
                if sum < lowest {
                    (order, lowest, improved) = (other, sum, true);
                }
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::Graph;

    type Edge = (&'static str, &'static str);

    fn graph(edges: &[Edge]) -> Graph {
        let mut graph = Graph::default();
        for (line, (from, to)) in (1..).zip(edges) {
            graph.add(from, to, format!("{from}.rs:{line}"));
        }
        graph
    }

    #[test]
    fn circles_are_found_and_nothing_else() {
        let cases: [(&[Edge], &[&[&str]]); 4] = [
            (&[("a", "b"), ("b", "c"), ("a", "c")], &[]),
            (&[("a", "a"), ("a", "b")], &[]),
            (&[("a", "b"), ("b", "a"), ("b", "c")], &[&["a", "b"]]),
            (
                &[
                    ("a", "b"),
                    ("b", "a"),
                    ("c", "d"),
                    ("d", "e"),
                    ("e", "c"),
                    ("a", "c"),
                ],
                &[&["c", "d", "e"], &["a", "b"]],
            ),
        ];
        for (edges, expected) in cases {
            let circles: Vec<Vec<String>> = graph(edges)
                .circles()
                .into_iter()
                .map(|circle| circle.into_iter().collect())
                .collect();
            assert_eq!(circles, expected, "{edges:?}");
        }
    }

    #[test]
    fn the_edge_used_least_is_the_one_to_cut() {
        let graph = graph(&[("a", "b"), ("a", "b"), ("b", "c"), ("b", "c"), ("c", "a")]);
        let circle = graph.circles().remove(0);
        let edges: Vec<_> = graph
            .closing_edges(&circle)
            .into_iter()
            .map(|(from, to, places)| (from, to, places.clone()))
            .collect();
        assert_eq!(edges, [("c", "a", vec!["c.rs:5".to_owned()])]);
    }

    #[test]
    fn the_shortest_way_back_is_shown() {
        let graph = graph(&[
            ("a", "b"),
            ("b", "c"),
            ("c", "a"),
            ("b", "d"),
            ("d", "c"),
            ("x", "a"),
        ]);
        let way: Vec<_> = graph
            .shortest_circle("a")
            .into_iter()
            .map(|(from, to, _)| (from, to))
            .collect();
        assert_eq!(way, [("a", "b"), ("b", "c"), ("c", "a")]);
        assert!(graph.shortest_circle("x").is_empty());
    }
}
