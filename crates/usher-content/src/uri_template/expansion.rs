//! From parts and values to a URI (RFC 6570, section 3.2 and appendix A).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Modifier, Operator, Part, TemplateValue, Variable};

/// Which characters stay as they are.
#[derive(Clone, Copy)]
enum Allowed {
    Unreserved,
    /// Also reserved ones and what is percent-encoded already.
    Reserved,
}

struct Style {
    first: &'static str,
    separator: &'static str,
    /// Whether each value is led by its variable's name.
    is_named: bool,
    /// What stands after a name whose value is empty.
    if_empty: &'static str,
    allowed: Allowed,
}

impl Operator {
    fn style(self) -> Style {
        let style = |first, separator, is_named, if_empty, allowed| Style {
            first,
            separator,
            is_named,
            if_empty,
            allowed,
        };
        match self {
            Self::Simple => style("", ",", false, "", Allowed::Unreserved),
            Self::Reserved => style("", ",", false, "", Allowed::Reserved),
            Self::Fragment => style("#", ",", false, "", Allowed::Reserved),
            Self::Label => style(".", ".", false, "", Allowed::Unreserved),
            Self::Path => style("/", "/", false, "", Allowed::Unreserved),
            Self::Parameter => style(";", ";", true, "", Allowed::Unreserved),
            Self::Query => style("?", "&", true, "=", Allowed::Unreserved),
            Self::Continuation => style("&", "&", true, "=", Allowed::Unreserved),
        }
    }
}

pub(super) fn expand(parts: &[Part], values: &BTreeMap<String, TemplateValue>) -> String {
    let mut uri = String::new();
    for part in parts {
        match part {
            Part::Literal(text) => escape(&mut uri, text, Allowed::Reserved),
            Part::Expression {
                operator,
                variables,
            } => {
                let style = operator.style();
                let expanded: Vec<String> = variables
                    .iter()
                    .filter_map(|variable| {
                        let value = values.get(&variable.name)?;
                        one(variable, value, &style)
                    })
                    .collect();
                if !expanded.is_empty() {
                    uri.push_str(style.first);
                    uri.push_str(&expanded.join(style.separator));
                }
            }
        }
    }
    uri
}

/// What one variable becomes; `None` if it has no value (an empty list is none).
fn one(variable: &Variable, value: &TemplateValue, style: &Style) -> Option<String> {
    let escaped = |text: &str| {
        let mut out = String::new();
        escape(&mut out, text, style.allowed);
        out
    };
    let named = |text: String| {
        if !style.is_named {
            return text;
        }
        let name = escaped_literal(&variable.name);
        if text.is_empty() {
            return format!("{name}{}", style.if_empty);
        }
        format!("{name}={text}")
    };
    match (value, variable.modifier) {
        (TemplateValue::Text(text), Modifier::Prefix(length)) => {
            let prefix: String = text.chars().take(length).collect();
            Some(named(escaped(&prefix)))
        }
        (TemplateValue::Text(text), _) => Some(named(escaped(text))),
        (TemplateValue::List(items), _) if items.is_empty() => None,
        (TemplateValue::Pairs(pairs), _) if pairs.is_empty() => None,
        (TemplateValue::List(items), Modifier::Explode) => Some(
            items
                .iter()
                .map(|item| named(escaped(item)))
                .collect::<Vec<_>>()
                .join(style.separator),
        ),
        (TemplateValue::List(items), _) => Some(named(
            items
                .iter()
                .map(|item| escaped(item))
                .collect::<Vec<_>>()
                .join(","),
        )),
        (TemplateValue::Pairs(pairs), Modifier::Explode) => Some(
            pairs
                .iter()
                .map(|(name, text)| {
                    let (name, text) = (escaped(name), escaped(text));
                    if style.is_named && text.is_empty() {
                        format!("{name}{}", style.if_empty)
                    } else {
                        format!("{name}={text}")
                    }
                })
                .collect::<Vec<_>>()
                .join(style.separator),
        ),
        (TemplateValue::Pairs(pairs), _) => Some(named(
            pairs
                .iter()
                .map(|(name, text)| format!("{},{}", escaped(name), escaped(text)))
                .collect::<Vec<_>>()
                .join(","),
        )),
    }
}

fn escaped_literal(text: &str) -> String {
    let mut out = String::new();
    escape(&mut out, text, Allowed::Reserved);
    out
}

fn escape(out: &mut String, text: &str, allowed: Allowed) {
    let bytes = text.as_bytes();
    for (index, &byte) in bytes.iter().enumerate() {
        let is_kept = match allowed {
            Allowed::Unreserved => is_unreserved(byte),
            Allowed::Reserved => {
                is_unreserved(byte)
                    || b":/?#[]@!$&'()*+,;=".contains(&byte)
                    || (byte == b'%' && is_triplet(&bytes[index..]))
            }
        };
        if is_kept {
            out.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn is_triplet(bytes: &[u8]) -> bool {
    matches!(bytes, [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}
