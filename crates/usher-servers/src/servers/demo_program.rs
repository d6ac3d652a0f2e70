//! The program of the demo server.

use std::path::PathBuf;

/// How the demo server is started: Usher's own binary, with an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoProgram {
    pub program: PathBuf,
    pub args: Vec<String>,
    /// Where the webtool is that it serves as long as it runs.
    pub webtool: Option<String>,
}
