//! Limits: how much is taken from others and how long they are waited for, each with its unit.

use std::time::Duration;

/// Longest keyring operation without a prompt.
pub(crate) const KEYRING_WAIT: Duration = Duration::from_secs(20);

/// How long the person may take over the system's own password prompt. A prompt that was lost never answers.
pub(crate) const KEYRING_PROMPT_WAIT: Duration = Duration::from_mins(5);
