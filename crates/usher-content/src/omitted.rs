//! What stands in a stored value where a part of it is not stored: a message, so that each reader says it in its
//! language. Not here: which parts these are.

use serde_json::{Value, json};
use usher_messages::{Message, Param};

/// The only member of an object that stands for what is not stored. No JSON Schema names a property like this.
const OMITTED: &str = "usher/omitted";

/// In place of a value that may be a secret.
pub fn secret() -> Value {
    marker(&Message::new("omitted.secret"))
}

/// In place of a text of this many bytes, which is too large.
pub fn text(bytes: usize) -> Value {
    marker(&Message::new("omitted.text").with("size", Param::bytes(bytes)))
}

/// In place of a whole value, which takes this many bytes and is too large.
pub fn whole(bytes: usize) -> Value {
    marker(&Message::new("omitted.whole").with("size", Param::bytes(bytes)))
}

fn marker(message: &Message) -> Value {
    json!({ OMITTED: message })
}
