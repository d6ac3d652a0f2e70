//! Opens Usher's data folder for a program: the window, a terminal, a test. Needs neither Tauri nor a display.

mod environment;
mod host;

pub use environment::{Environment, host_environment};
pub use host::{Desktop, VERSION, open_host, program_beside, terminal_program};
