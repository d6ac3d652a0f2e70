//! Reads JSON numbers of languages that have floating-point numbers only.

use serde_json::Value;

/// The whole numbers that each such language holds exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Longest text that may be a number, in bytes.
const NUMBER_BYTES: usize = 32;

/// Returns a number like `1.0` as the integer that it is; all else as it is, and `-0`, which no integer is.
pub fn whole(value: Value) -> Value {
    let number = value.as_f64().filter(|number| {
        number.fract() == 0.0
            && number.abs() <= EXACT
            && !(*number == 0.0 && number.is_sign_negative())
    });
    match number {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and in range")]
        Some(number) if value.is_f64() => Value::from(number as i64),
        _ => value,
    }
}

/// Returns whether two tokens are the same where a number may come back as a text or with a decimal point.
pub fn is_same_token(one: &Value, other: &Value) -> bool {
    // No number is longer, and a token of another kind is compared as it is.
    let text = |token: &Value| match token {
        Value::String(text) if text.len() <= NUMBER_BYTES => Some(text.clone()),
        Value::Number(_) => Some(whole(token.clone()).to_string()),
        _ => None,
    };
    one == other || text(one).is_some_and(|one| Some(one) == text(other))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn whole_numbers_are_integers() {
        let cases = [
            (json!(1.0), json!(1)),
            (json!(-32601.0), json!(-32601)),
            (json!(1.5), json!(1.5)),
            (json!(-0.0), json!(-0.0)),
            (json!(0.0), json!(0)),
            (json!(1e300), json!(1e300)),
            (json!(7), json!(7)),
            (json!("1.0"), json!("1.0")),
        ];
        for (value, expected) in cases {
            assert_eq!(whole(value.clone()), expected, "{value}");
        }
    }

    #[test]
    fn tokens_are_compared_by_what_they_say() {
        for (one, other, is_same) in [
            (json!(1), json!("1"), true),
            (json!(1), json!(1.0), true),
            (json!("a"), json!("a"), true),
            (json!(1), json!(2), false),
            (json!("a"), json!(null), false),
        ] {
            assert_eq!(is_same_token(&one, &other), is_same, "{one} and {other}");
        }
    }
}
