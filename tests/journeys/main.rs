//! Journeys: what a person does with Usher, done in the real window of the built app.
//!
//! Each test is one journey with a data folder of its own, and ends in pictures under
//! `artifacts/screenshots`. They run one after another: there is one display. They need that display, a
//! D-Bus session with an unlocked keyring, `WebKitWebDriver`, the built page and the npm packages of `ui/`
//! and `tests/peers/`; `cargo xtask test journeys` provides all of it.
#![cfg(target_os = "linux")]
#![expect(
    clippy::expect_used,
    reason = "a journey that cannot go on must say where it stopped"
)]

mod approvals;
mod asks;
mod away;
mod bad_input;
mod disk;
mod ending;
mod everything;
mod failures;
mod first_run;
mod import;
mod ipc_probe;
mod keyring;
mod links;
mod orphans;
mod palette;
mod paste;
mod pins;
mod policies;
mod questions;
mod restart;
mod rounds;
mod sampling;
mod screens;
mod server_page;
mod servers;
mod setup;
mod sign_in;
mod stage;
mod watching;
mod webtools;
