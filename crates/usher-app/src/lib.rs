//! Opens Usher's data folder for a program: the window, a terminal, a test. Needs neither Tauri nor a display.

#[cfg(unix)]
mod clients;
mod environment;
mod host;

#[cfg(unix)]
pub use clients::{ClientsError, OnTakeOver, ServedClients, serve_clients, take_over};
pub use environment::{Environment, host_environment};
pub use host::{Desktop, VERSION, open_host, program_beside, terminal_program};
