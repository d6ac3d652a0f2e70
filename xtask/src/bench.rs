//! `cargo xtask bench`: measures the release build. Numbers are printed and written down; `bench_many`, `bench_gateway`,
//! `bench_lists`, `bench_contents` and `bench_tool_search` fail beyond their bounds, the others measure only.

use std::fs;

use crate::app_suite;
use crate::session::{self, Display};
use crate::setup;
use crate::step::{self, Outcome};

/// The measuring programs of `benches`, and the words each is started with.
const PROGRAMS: [(&str, Option<&str>); 10] = [
    ("bench_peers", Some("artifacts/bench.md")),
    ("bench_many", None),
    ("bench_wire", None),
    ("bench_search", None),
    (TOOL_SEARCH, None),
    (GATEWAY, None),
    (WINDOW, None),
    (CONTENTS, None),
    (LISTS, None),
    (APP_SUITE, None),
];

/// The ones that open the app itself, and build it first.
const WINDOW: &str = "bench_window";
const CONTENTS: &str = "bench_contents";

/// The one that starts the programs people install.
const GATEWAY: &str = "bench_gateway";

/// The one that searches the tools of public servers, and installs those first.
const TOOL_SEARCH: &str = "bench_tool_search";

/// The one that opens the page alone, on its host in memory, and builds that first.
const LISTS: &str = "bench_lists";

/// The public suite of checks for hosts of MCP Apps.
const APP_SUITE: &str = "app_suite";

/// Builds and runs the measuring programs, or those in `wanted`.
pub(crate) fn run(wanted: &[String]) -> Outcome {
    let chosen: Vec<_> = PROGRAMS
        .into_iter()
        .filter(|(program, _)| {
            wanted.is_empty() || wanted.iter().any(|word| program.contains(word.as_str()))
        })
        .collect();
    if chosen.is_empty() {
        let names = PROGRAMS.map(|(program, _)| program).join(", ");
        return Err(format!(
            "no measuring program is called so; there are {names}"
        ));
    }
    setup::for_tests()?;
    if chosen.iter().any(|(program, _)| *program != APP_SUITE) {
        step::run(step::cargo(&[
            "build",
            "--locked",
            "--release",
            "--package",
            "usher-bench",
            "--bins",
            "--features",
            "programs,anchors",
        ]))?;
    }
    let folder = step::root().join("artifacts");
    fs::create_dir_all(&folder)
        .map_err(|error| format!("could not make {}: {error}", folder.display()))?;
    for (program, word) in chosen {
        if program == APP_SUITE {
            app_suite::run()?;
            continue;
        }
        let path = step::target().join("release").join(program);
        let command = step::command(&path.to_string_lossy(), word.as_slice());
        if program == GATEWAY {
            setup::build_page()?;
            step::run(session::wrap(command, Display::None)?)?;
        } else if program == WINDOW || program == CONTENTS {
            setup::build_page()?;
            step::run(session::wrap(command, Display::Virtual(0))?)?;
        } else if program == TOOL_SEARCH {
            setup::for_tool_search()?;
            let mut command = command;
            command.arg(step::target());
            step::run(command)?;
        } else if program == LISTS {
            setup::build_page_alone()?;
            step::run(session::wrap(command, Display::Virtual(0))?)?;
        } else {
            step::run(command)?;
        }
    }
    Ok(())
}
