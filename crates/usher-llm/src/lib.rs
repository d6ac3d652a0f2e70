//! Speaks to model providers: requests, streams, failures.

pub mod answer;
pub mod failure;
pub mod frames;
pub mod kind;
mod limits;
pub mod prompt;
pub mod provider;
pub mod run;
#[cfg(test)]
mod tests;
pub mod wire;
