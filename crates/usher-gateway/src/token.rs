//! Makes what a client sends back and nobody can guess.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::{SecureRandom as _, SystemRandom};
use usher_types::id::CallId;

const BYTES: usize = 24;

/// Returns 192 random bits as text.
pub(crate) fn unguessable() -> String {
    let mut bytes = [0; BYTES];
    match SystemRandom::new().fill(&mut bytes) {
        Ok(()) => URL_SAFE_NO_PAD.encode(bytes),
        // Identities of calls are random, too.
        Err(_) => CallId::generate().to_string(),
    }
}
