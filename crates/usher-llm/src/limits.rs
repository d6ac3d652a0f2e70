//! Limits: how much is taken from others and how long they are waited for, each with its unit.

use std::time::Duration;

/// How long a provider may take.
pub(crate) const MODEL_TIMEOUT: Duration = Duration::from_mins(2);

/// Longest answer of a provider, in bytes as they travel.
pub(crate) const MODEL_ANSWER_BYTES: usize = 16 * 1024 * 1024;

/// Longest answer of a model, text and arguments together, in bytes.
pub(crate) const MODEL_TEXT_BYTES: usize = 1024 * 1024;

/// Most texts and uses of tools in one answer of a model.
pub(crate) const MODEL_PIECES: usize = 128;

/// Longest reason a provider gives for a failure, in bytes.
pub(crate) const MODEL_FAILURE_BYTES: usize = 64 * 1024;

/// Longest list of models, in bytes.
pub(crate) const MODEL_LIST_BYTES: usize = 4 * 1024 * 1024;

/// Most models kept of one provider.
pub(crate) const MODELS: usize = 2_000;
