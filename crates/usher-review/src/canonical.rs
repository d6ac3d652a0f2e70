//! Writes canonical JSON (RFC 8785) and digests it (SHA-256).

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};
use sha2::Digest as _;

/// A SHA-256, in 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Digest(String);

impl Digest {
    /// Over bytes as they are.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(format!("{:x}", sha2::Sha256::digest(bytes)))
    }

    /// Digests the canonical form: neither member order nor spaces matter.
    pub fn of_value(value: &Value) -> Self {
        Self::of_canonical(&canonical(value), value)
    }

    /// Digests the canonical text of a value. A text with a number that a double may round begins with
    /// [`EXACT_INTEGERS`], so that it never has the digest of another value's rounded text.
    fn of_canonical(text: &str, value: &Value) -> Self {
        if holds_large_number(value) {
            Self::of_bytes([EXACT_INTEGERS, text].concat().as_bytes())
        } else {
            Self::of_bytes(text.as_bytes())
        }
    }

    /// Digests the canonical form with every number as a double, as Usher 0.1.0 did; `None` = nothing is rounded.
    pub fn of_rounded(value: &Value) -> Option<Self> {
        holds_large_number(value).then(|| Self::of_bytes(rounded(value).as_bytes()))
    }

    /// One that was kept; whether it fits is seen by comparing.
    pub fn kept(hex: String) -> Self {
        Self(hex)
    }

    /// Its 64 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Precedes a text with numbers beyond ±(2^53 - 1) where it is digested.
const EXACT_INTEGERS: &str = "exact integers\n";

/// The largest integer below which a double holds every integer (ECMAScript `Number.MAX_SAFE_INTEGER`).
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// Writes a value by RFC 8785: members by the UTF-16 units of their names, no spaces, numbers as ECMAScript writes
/// them. Other than there, integers are exact beyond 2^53 too: a definition may not change unseen.
pub fn canonical(value: &Value) -> String {
    if !holds_large_number(value) {
        return rounded(value);
    }
    let mut text = String::new();
    write_exact(value, &mut text);
    text
}

/// Writes a value by RFC 8785, each number as a double.
fn rounded(value: &Value) -> String {
    // It fails for numbers that are not finite, which a value cannot hold.
    serde_json_canonicalizer::to_string(value).unwrap_or_else(|_| value.to_string())
}

fn write_exact(value: &Value, text: &mut String) {
    match value {
        Value::Number(number) if number.is_i64() || number.is_u64() => {
            text.push_str(&number.to_string());
        }
        Value::Array(entries) => {
            text.push('[');
            for (at, entry) in entries.iter().enumerate() {
                text.push_str(if at == 0 { "" } else { "," });
                write_exact(entry, text);
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
            text.push('{');
            for (at, (name, member)) in members.into_iter().enumerate() {
                text.push_str(if at == 0 { "" } else { "," });
                text.push_str(&rounded(&Value::from(name.as_str())));
                text.push(':');
                write_exact(member, text);
            }
            text.push('}');
        }
        scalar => text.push_str(&rounded(scalar)),
    }
}

/// Whether a number is an integer that may be another one as a double.
pub fn is_large_integer(number: &Number) -> bool {
    let magnitude = number.as_u64().or(number.as_i64().map(i64::unsigned_abs));
    magnitude.is_some_and(|magnitude| magnitude > MAX_SAFE_INTEGER)
}

/// Whether a number stands anywhere in it that may be another one as a double.
fn holds_large_number(value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            is_large_integer(number)
                // A double that large may be written as the integers beside it are rounded.
                || number.is_f64()
                    && number
                        .as_f64()
                        .is_some_and(|double| double.abs() > 9_007_199_254_740_991.0)
        }
        Value::Array(entries) => entries.iter().any(holds_large_number),
        Value::Object(members) => members.values().any(holds_large_number),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}

/// Digests the canonical JSON (RFC 8785) of anything that always serialises.
pub fn digest(part: &impl Serialize) -> String {
    Digest::of_value(&serde_json::to_value(part).unwrap_or_default()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let value: Value = serde_json::from_str(text).unwrap();
        assert_eq!(canonical(&value), expected, "{text}");
    }

    #[test]
    fn the_examples_of_the_rfc() {
        // Section 3.2.2.
        check(
            r#"{
                "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
                "literals": [null, true, false]
            }"#,
            "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\
             \"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}",
        );
        // Section 3.2.3: by UTF-16 units, so that the emoji stands before the Hebrew presentation form.
        check(
            r#"{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh",
                "1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control",
                "\u00f6":"Latin Small Letter O With Diaeresis"}"#,
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u{80}\":\"Control\",\
             \"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\",\
             \"😀\":\"Emoji: Grinning Face\",\"\u{fb33}\":\"Hebrew Letter Dalet With Dagesh\"}",
        );
    }

    #[test]
    fn numbers_as_the_rfc_s_appendix_b_writes_them() {
        for (bits, expected) in [
            (0x0000_0000_0000_0000_u64, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ] {
            let value = Value::from(f64::from_bits(bits));
            assert_eq!(canonical(&value), expected, "{bits:016x}");
        }
    }

    #[test]
    fn the_same_number_written_in_other_ways_is_the_same() {
        for text in ["1", "1.0", "1e0", "10E-1", "0.1e1"] {
            check(text, "1");
        }
        check(
            "[9007199254740991,-9007199254740991]",
            "[9007199254740991,-9007199254740991]",
        );
    }

    #[test]
    fn integers_beyond_2_53_are_written_and_digested_exactly() {
        let value = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
        check(
            r#"{"b":[9007199254740993,-9223372036854775808,0.10],"a":{"\u20ac":18446744073709551615,"a\n":1.0}}"#,
            r#"{"a":{"a\n":1,"€":18446744073709551615},"b":[9007199254740993,-9223372036854775808,0.1]}"#,
        );
        let near = ["9007199254740992", "9007199254740993", "9007199254740992.0"];
        for (at, one) in near.iter().enumerate() {
            let digest = Digest::of_value(&value(one));
            for other in near.iter().skip(at + 1) {
                let is_same_number = *other == "9007199254740992.0" && at == 0;
                assert_eq!(
                    digest == Digest::of_value(&value(other)),
                    is_same_number,
                    "{one} and {other}: another number has another digest"
                );
                assert_ne!(
                    Some(&digest),
                    Digest::of_rounded(&value(other)).as_ref(),
                    "{one} and {other}: an exact digest is no digest of rounded numbers"
                );
            }
        }
        assert_eq!(
            Digest::of_rounded(&value("9007199254740993")),
            Some(Digest::of_bytes(b"9007199254740992")),
            "what Usher 0.1.0 stored"
        );
        assert_eq!(
            Digest::of_rounded(&value(r#"{"maximum":9007199254740991}"#)),
            None,
            "the largest safe integer, which many schemas name, is not rounded"
        );
    }

    #[test]
    fn a_digest_is_that_of_the_bytes() {
        assert_eq!(
            Digest::of_bytes(b"abc").as_str(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "FIPS 180-2, appendix B.1"
        );
        let (one, other) = (r#"{"b":1,"a":[]}"#, r#"{ "a": [], "b": 1.0 }"#);
        assert_eq!(
            Digest::of_value(&serde_json::from_str(one).unwrap()),
            Digest::of_value(&serde_json::from_str(other).unwrap()),
            "order, spaces and the way of writing a number do not count"
        );
    }
}
