//! `cargo xtask structure [ROOT] [PACKAGE …]`: prints sizes, arrows and circles; of a package, the edges to cut.

use std::path::PathBuf;

use super::graph::Graph;
use super::{PAGE, Structure, circles, layers, page};
use crate::step::{self, Outcome};

/// Prints a tree's structure, with edges to cut in the packages named.
pub(crate) fn run(args: &[String]) -> Outcome {
    let (root, wanted): (Vec<&String>, Vec<&String>) =
        args.iter().partition(|arg| arg.contains('/'));
    let root = root.first().map_or_else(step::root, PathBuf::from);
    let structure = Structure::read(&root);
    if wanted.is_empty() {
        print_lines(&structure);
        print_arrows(&structure);
        print_circles(&structure);
        return Ok(());
    }
    for name in wanted {
        let Some((_, graph)) = structure.graphs().find(|(other, _)| other == name) else {
            return Err(format!("there is no package “{name}”"));
        };
        print_edges_to_cut(name, graph);
    }
    Ok(())
}

fn print_lines(structure: &Structure) {
    let row = |name: &str, counts: [String; 5]| {
        let counts = counts.map(|count| format!("{count:>8}")).concat();
        println!("{name:<16}{counts}");
    };
    row(
        "lines",
        ["code", "docs", "inline", "tests", "files"].map(str::to_owned),
    );
    let mut sums = [0; 5];
    let parts = structure.modules.iter().zip(&structure.tests);
    for (package, (modules, tests)) in structure.packages.iter().zip(parts) {
        let lines = modules.lines;
        let counts = [
            lines.code,
            lines.docs,
            lines.tests,
            tests.tests,
            lines.files,
        ];
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += count;
        }
        row(&package.name, counts.map(|count| count.to_string()));
    }
    row("all", sums.map(|sum| sum.to_string()));
    println!("{PAGE:<16}{:>8}", structure.page_lines);
}

fn print_arrows(structure: &Structure) {
    println!("\narrows");
    for package in &structure.packages {
        let ours: Vec<&str> = package
            .built_from()
            .map(|dependency| dependency.name.as_str())
            .filter(|name| structure.packages.iter().any(|other| other.name == **name))
            .collect();
        let layer = layers::of(&package.name).map_or("?".to_owned(), |layer| layer.to_string());
        println!("{layer:>3} {:<16}→ {}", package.name, ours.join(" "));
    }
    let mut up = layers::faults(&structure.packages);
    up.extend(page::faults(&structure.page));
    println!("\narrows up: {}", up.len());
    for fault in up {
        println!("  {fault}");
    }
}

fn print_circles(structure: &Structure) {
    println!("\ncircles between modules");
    for (package, modules) in structure.packages.iter().zip(&structure.modules) {
        let all: usize = modules.lengths.values().sum();
        let mut circles = modules.graph.circles();
        circles.sort_by_key(|circle| std::cmp::Reverse(modules.length(circle)));
        let Some(largest) = circles.first() else {
            println!(
                "{:<16} none, in {} modules",
                package.name,
                modules.lengths.len()
            );
            continue;
        };
        let lines = modules.length(largest);
        println!(
            "{:<16} largest of {}: {} of {} modules, {lines} of {all} lines ({} %)",
            package.name,
            circles.len(),
            largest.len(),
            modules.lengths.len(),
            lines * 100 / all.max(1),
        );
        for circle in circles {
            println!("  {}", circle.into_iter().collect::<Vec<_>>().join(" "));
        }
    }
    let circles = structure.page.circles();
    println!("{PAGE:<16} {} circles between files", circles.len());
    for circle in circles {
        println!("  {}", circle.into_iter().collect::<Vec<_>>().join(" "));
    }
}

fn print_edges_to_cut(name: &str, graph: &Graph) {
    let faults = circles::faults([(name, graph)].into_iter());
    if faults.is_empty() {
        println!("{name}: no circle");
    }
    for fault in faults {
        println!("{fault}");
    }
}
