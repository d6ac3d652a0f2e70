//! Finds circles in a graph of files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Which file uses which, and the first line that does.
#[derive(Debug, Default)]
pub(crate) struct Graph(BTreeMap<String, BTreeMap<String, usize>>);

impl Graph {
    /// Adds an edge; one from a file to itself says nothing.
    pub(crate) fn add(&mut self, from: &str, to: &str, line: usize) {
        if from != to {
            let targets = self.0.entry(from.to_owned()).or_default();
            targets.entry(to.to_owned()).or_insert(line);
        }
    }

    fn reachable<'a>(&'a self, from: &'a str) -> BTreeSet<&'a str> {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            for to in self.0.get(node).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert(to.as_str()) {
                    open.push(to);
                }
            }
        }
        seen
    }

    /// Returns the sets of files that use each other, the largest first.
    pub(crate) fn circles(&self) -> Vec<BTreeSet<&str>> {
        let reach: BTreeMap<&str, _> = self
            .0
            .keys()
            .map(|node| (node.as_str(), self.reachable(node)))
            .collect();
        let reaches = |from: &str, to: &str| reach.get(from).is_some_and(|all| all.contains(to));
        let circle_of = |node: &str| -> BTreeSet<&str> {
            let nodes = reach.keys().copied();
            nodes
                .filter(|other| reaches(node, other) && reaches(other, node))
                .collect()
        };
        let found: BTreeSet<_> = reach.keys().map(|node| circle_of(node)).collect();
        let mut found: Vec<_> = found
            .into_iter()
            .filter(|found| !found.is_empty())
            .collect();
        found.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
        found
    }

    /// Describes each circle by its edges.
    pub(crate) fn faults(&self) -> Vec<String> {
        let describe = |circle: BTreeSet<&str>| {
            let mut words = format!("a circle of {}:", circle.len());
            for from in &circle {
                for (to, line) in self.0[*from]
                    .iter()
                    .filter(|(to, _)| circle.contains(to.as_str()))
                {
                    let _ = write!(words, "\n    {from}:{line} → {to}");
                }
            }
            words
        };
        self.circles().into_iter().map(describe).collect()
    }
}
