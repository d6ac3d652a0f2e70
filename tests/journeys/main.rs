//! Journeys: what a person does with Usher, done in the real window of the built app.
//!
//! Each test is one journey with a data folder of its own, and ends in pictures under
//! `artifacts/screenshots`. Those of one process run one after another: it has one display and, where a journey does not
//! need its own, one window. They need that display, a D-Bus session with an unlocked keyring, `WebKitWebDriver`, the built
//! page and the npm packages of `ui/` and `tests/peers/`; `cargo xtask test journeys` provides all of it, for several
//! processes side by side.
#![cfg(target_os = "linux")]
#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    reason = "a journey that cannot go on must say where it stopped, and it starts programs as people do"
)]

mod accessibility_contents;
mod accessibility_requests;
mod accessibility_reviews;
mod accessibility_tree;
mod accessibility_window;
mod agents;
mod app_checks;
mod app_places;
#[cfg(feature = "app-suite")]
mod app_suite;
mod approval_kinds;
mod approvals;
mod apps;
mod arrange;
mod bad_input;
mod client_moved;
mod client_search;
mod client_starts_window;
mod clients;
mod connected_client;
mod data_folder;
mod elicitation;
mod enlarged;
mod example_apps;
mod example_apps_used;
mod failures;
mod first_run;
mod fixture;
mod forms;
mod hostile_content;
mod hostile_corpus;
mod hostile_pdf;
mod hostile_previews;
mod html_pages;
mod http_clients;
mod import;
mod ipc_probe;
mod keyboard_lists;
mod keyboard_requests;
mod keyboard_reviews;
mod keyboard_servers;
mod keyboard_window;
mod keyring;
mod links;
mod monitoring;
mod mrtr;
mod network;
mod notifications;
mod orphans;
mod own_server;
mod palette;
mod paste;
mod pins;
mod policies;
mod preferences;
mod previews;
mod real_contents;
mod resource_actions;
mod resource_browser;
mod restart;
mod results;
mod run_again;
mod sampling;
mod screens;
mod serve;
mod server_everything;
mod server_page;
mod servers;
mod setup;
mod shutdown;
mod sign_in;
mod takeover;
mod webtools;
