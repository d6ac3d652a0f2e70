//! Maps hints of servers to models and prices, as the person set them.

use crate::provider::ModelRef;

/// One row of the person's own table: what servers hint at, the model that means, and what that costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapping {
    /// A part of the hint; empty = the row only gives prices.
    pub hint: String,
    pub model: ModelRef,
    /// Its prices, if the person gave them.
    pub prices: Option<Prices>,
}

/// Prices of a model, in millionths of a dollar for a million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prices {
    pub input: u64,
    pub output: u64,
}
