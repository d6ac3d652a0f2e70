//! Accesses the operating system: folders, private files, clock, keyring, dialogs, blocking work.

pub mod blocking;
pub mod clock;
pub mod dialogs;
pub mod folder_lock;
pub mod held_folder;
mod limits;
pub mod paths;
pub mod secrets;
