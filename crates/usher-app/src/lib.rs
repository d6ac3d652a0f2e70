//! Opens Usher's data folder for a program: the window, a terminal, a test. Needs neither Tauri nor a display.

mod clients;
mod end_signals;
mod environment;
mod host;
mod terminal_requests;

pub use clients::{ClientsError, OnTakeOver, ServedClients, serve_clients, take_over};
pub use end_signals::EndSignals;
pub use environment::{Environment, host_environment};
pub use host::{
    Desktop, VERSION, open_host, open_host_with, open_taken_host, program_beside, terminal_program,
};
