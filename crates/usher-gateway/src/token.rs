//! Makes what nobody can guess.

use std::io;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::{SecureRandom as _, SystemRandom};
use usher_types::id::CallId;

const TOKEN_BYTES: usize = 24;

/// Returns random bytes.
pub(crate) fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    let made = SystemRandom::new().fill(&mut bytes);
    made.map_err(|_| io::Error::other("the system has no random numbers"))?;
    Ok(bytes)
}

/// Returns 192 random bits as text.
pub(crate) fn unguessable() -> String {
    match random::<TOKEN_BYTES>() {
        Ok(bytes) => URL_SAFE_NO_PAD.encode(bytes),
        // Identities of calls are random, too.
        Err(_) => CallId::generate().to_string(),
    }
}
