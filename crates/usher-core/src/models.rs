//! Providers of models: looking at them, changing them, trying them.

mod edit;

pub use edit::{KeyChange, ModelsError, ProviderDraft, Tried};
pub(crate) use edit::{key, provider};
