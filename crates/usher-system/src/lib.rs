//! What Usher needs from the operating system: folders, private files, the clock, the keyring, blocking work.

pub mod blocking;
pub mod clock;
pub mod folder_lock;
mod limits;
pub mod paths;
pub mod secrets;
