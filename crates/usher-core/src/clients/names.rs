//! Names of tools and prompts as clients see them: `PREFIX__NAME`, at most 60 characters of `[A-Za-z0-9_-]`.
//!
//! The prefix belongs to the server and is kept in the database. It holds no underscore, so the first two end it, and
//! its last character is no hyphen: a hyphen there marks a name that was shortened, `PREFIX-__HEAD_DIGEST`.

use sha2::{Digest as _, Sha256};

/// The longest name. Clients put a prefix of their own before it, and some drop what is longer than 60 or 64 characters.
const LONGEST_NAME: usize = 60;

const SEPARATOR: &str = "__";
/// Separates the prefix from a name that was shortened.
const SEPARATOR_OF_SHORTENED: &str = "-__";
/// Characters of the digest that stands for what a name cannot hold.
const DIGEST_CHARS: usize = 12;
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// Makes the name of an item of the server with this prefix.
///
/// A name that fits is kept. Any other ends in a digest of it, behind a separator that no name that fits has, so two
/// names never become one.
pub(super) fn exposed(prefix: &str, name: &str) -> String {
    let room = |separator: &str| LONGEST_NAME.saturating_sub(prefix.len() + separator.len());
    if !name.is_empty() && name.len() <= room(SEPARATOR) && name.chars().all(is_plain) {
        return format!("{prefix}{SEPARATOR}{name}");
    }
    let head: String = name
        .chars()
        .map(|character| if is_plain(character) { character } else { '_' })
        .take(room(SEPARATOR_OF_SHORTENED).saturating_sub(DIGEST_CHARS + 1))
        .collect();
    format!("{prefix}{SEPARATOR_OF_SHORTENED}{head}_{}", digest(name))
}

fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

/// The first 60 bits of the SHA-256 digest in base 32.
fn digest(name: &str) -> String {
    let bytes = Sha256::digest(name.as_bytes());
    let bits = bytes
        .iter()
        .take(8)
        .fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
    (0..DIGEST_CHARS)
        .map(|at| {
            let index = bits >> (59 - 5 * at) & 31;
            char::from(ALPHABET[usize::try_from(index).unwrap_or_default()])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn names_are_kept_where_they_fit() {
        let cases = [
            ("notes", "read", "notes__read"),
            ("notes", "read__all-2", "notes__read__all-2"),
            ("memory", "add_observations", "memory__add_observations"),
            ("notes", "read_r63txo6o4fpn", "notes__read_r63txo6o4fpn"),
            ("notes", "", "notes-___4oymiquy7qob"),
            ("notes", "read.all", "notes-__read_all_r63txo6o4fpn"),
            ("notes", "größe", "notes-__gr__e_2nj2ezy3m6x7"),
        ];
        for (prefix, name, expected) in cases {
            assert_eq!(exposed(prefix, name), expected, "{name:?} of {prefix}");
        }
    }

    #[test]
    fn no_two_names_become_one_and_all_fit_what_clients_take() {
        let mut state = 7_u64;
        let mut random = move |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            usize::try_from(state >> 33).unwrap_or_default() % below
        };
        let letters: Vec<char> = "abAB09_-./: ä語".chars().collect();
        let prefixes = ["a", "notes", "notes-2", "twenty-characters-20"];
        let mut shown: HashMap<String, (usize, String)> = HashMap::new();
        for _ in 0..100_000 {
            let prefix = random(prefixes.len());
            let length = random(70);
            let name: String = (0..length)
                .map(|_| letters[random(letters.len())])
                .collect();
            let name = match random(4) {
                // A name made to look like a shortened one.
                0 => exposed("", &name).trim_start_matches(['-', '_']).to_owned(),
                _ => name,
            };
            let exposed = exposed(prefixes[prefix], &name);
            assert!(
                exposed.len() <= LONGEST_NAME,
                "{exposed} of {name:?} is too long"
            );
            assert!(exposed.chars().all(is_plain), "{exposed} of {name:?}");
            let same = shown
                .entry(exposed.clone())
                .or_insert((prefix, name.clone()));
            assert_eq!(*same, (prefix, name), "two names are shown as {exposed}");
        }
    }
}
