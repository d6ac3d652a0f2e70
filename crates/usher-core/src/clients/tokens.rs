//! Tokens of clients over HTTP, and keys of clients of agents.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use usher_types::client::{ClientKey, TokenDigest};
use usher_types::secret::Secret;

use super::client_error::ClientError;

/// Begins each token, so that one that leaks is recognised.
const TOKEN_PREFIX: &str = "usher_";

const TOKEN_BYTES: usize = 32;

/// Makes a token.
pub(super) fn generate() -> Result<(Secret, TokenDigest), ClientError> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(|_| ClientError::NoRandom)?;
    let token = format!("{TOKEN_PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes));
    let digest = digest(&token);
    Ok((Secret::new(token), digest))
}

/// Makes the key of a client, for its agent's file.
///
/// # Errors
/// The system has no random numbers.
pub fn new_key() -> Result<ClientKey, ClientError> {
    let (key, _) = generate()?;
    Ok(ClientKey(key.expose().to_owned()))
}

pub(super) fn digest(token: &str) -> TokenDigest {
    TokenDigest(Sha256::digest(token.as_bytes()).into())
}

/// Compares all bytes, whichever differ.
pub(super) fn is_same(one: TokenDigest, other: TokenDigest) -> bool {
    let pairs = one.0.into_iter().zip(other.0);
    let difference = pairs.fold(0, |difference, (one, other)| {
        std::hint::black_box(difference | (one ^ other))
    });
    difference == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_256_random_bits_and_are_found_by_their_digest() {
        let (one, of_one) = generate().expect("there are random numbers");
        let (other, of_other) = generate().expect("there are random numbers");
        let bits = one.expose().strip_prefix(TOKEN_PREFIX).expect("the prefix");
        let bits = URL_SAFE_NO_PAD.decode(bits).expect("base64");
        assert_eq!(bits.len(), 32);
        assert_ne!(one.expose(), other.expose());
        assert!(is_same(of_one, digest(one.expose())));
        assert!(!is_same(of_one, of_other));
        let mut near = of_one;
        near.0[31] ^= 1;
        assert!(!is_same(of_one, near), "the last byte counts");
    }
}
