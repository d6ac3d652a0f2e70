//! `cargo xtask run`: set up, build, open the window.

use std::env;

use crate::setup;
use crate::step::{self, Outcome};

/// Builds Usher and opens it with the given arguments.
pub(crate) fn run(args: &[String]) -> Outcome {
    setup::for_run()?;
    setup::build_page()?;
    step::run(step::app_build())?;
    require_display()?;
    let program = step::target()
        .join("debug")
        .join(format!("usher-desktop{}", env::consts::EXE_SUFFIX));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    step::run(step::command(&program.to_string_lossy(), &args))
}

fn require_display() -> Outcome {
    let has_display = env::var_os("DISPLAY").is_some() || env::var_os("WAYLAND_DISPLAY").is_some();
    if !cfg!(target_os = "linux") || has_display {
        return Ok(());
    }
    Err("Usher is built, but there is no display to open its window on: neither DISPLAY nor WAYLAND_DISPLAY is set.\n\
         Run this from a desktop session, or over `ssh -X`, or on a virtual screen:\n\
         \n    apt-get install xvfb && xvfb-run cargo xtask run\n"
        .to_owned())
}
