//! `cargo xtask bench`: measures the release build. Numbers are printed, never asserted.

use crate::setup;
use crate::step::{self, Outcome};

/// Builds and runs the measuring programs of `tests`.
pub(crate) fn run() -> Outcome {
    setup::for_tests()?;
    for program in ["bench_mcp", "bench_many", "bench_wire"] {
        step::run(step::cargo(&[
            "run",
            "--locked",
            "--release",
            "--package",
            "usher-tests",
            "--bin",
            program,
        ]))?;
    }
    Ok(())
}
