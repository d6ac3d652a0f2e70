//! The demo server as a client sees it: every frame it sends is held against the official schema.
#![expect(
    clippy::expect_used,
    reason = "a test that cannot go on must say where it stopped"
)]

mod asks;
mod calls;
mod errors;
mod icons;
mod lists;
mod media;
mod peer;
mod resources;
mod schema;
mod tasks;
