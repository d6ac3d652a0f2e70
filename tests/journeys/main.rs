//! Journeys: what a person does with Usher, done in the real window of the built app.
//!
//! Each test is one journey with a data folder of its own, and ends in pictures under
//! `artifacts/screenshots`. They run one after another: there is one display.

mod first_run;
mod stage;
