//! Runs the programs of this package as servers.

pub(crate) use usher_mcp_tests::*;

use usher_mcp::launch::{Launch, StdioLaunch};

pub(crate) fn stdio(mode: &str) -> Launch {
    Launch::Stdio(scripted(mode))
}

pub(crate) fn scripted(mode: &str) -> StdioLaunch {
    program(env!("CARGO_BIN_EXE_mcp_scripted_server"), &[mode])
}
