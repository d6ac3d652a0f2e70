//! Addresses to go to (2025-11-25, client/elicitation, URL mode).

use serde_json::{Value, json};
use url::Url;

use usher_config::definition::looks_secret;
use usher_types::address::Address;

pub(in crate::approval_queue) fn shown(message: &str, address: &Address) -> Value {
    json!({ "message": message, "url": without_secret_query(&address.text()) })
}

/// Leaves secrets out of an address, as far as names tell.
pub(in crate::approval_queue) fn without_secret_query(address: &str) -> String {
    let Ok(mut url) = Url::parse(address) else {
        return address.to_owned();
    };
    let is_secret = |name: &str| {
        looks_secret(name, "") || ["state", "code", "nonce", "session", "sig"].contains(&name)
    };
    let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    if !pairs.iter().any(|(name, _)| is_secret(name)) {
        return address.to_owned();
    }
    url.query_pairs_mut()
        .clear()
        .extend_pairs(pairs.iter().map(|(name, value)| {
            let value = if is_secret(name) { "..." } else { value };
            (name, value)
        }));
    url.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_kept_without_what_opens_doors() {
        let rows = [
            (
                "https://a.example/x?client_id=u&state=q7Zk&token=abc#f",
                "https://a.example/x?client_id=u&state=...&token=...#f",
            ),
            ("https://a.example/x?b=%20c", "https://a.example/x?b=%20c"),
            ("not an address?token=1", "not an address?token=1"),
        ];
        for (address, expected) in rows {
            assert_eq!(without_secret_query(address), expected, "{address}");
        }
    }
}
