//! Parses and expands URI templates (RFC 6570) with text values.
//!
//! Variable names and literals are read more generously than the RFC writes them, because servers use `{user-id}`,
//! spaces and `ä`. `iri-string` was tried: it refuses those, escaped names stay escaped in `{?user-id}`, and it does
//! not say where a template is wrong.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use usher_messages::Message;

use crate::limits;

/// A template that has been read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UriTemplate {
    parts: Vec<Part>,
}

/// Why a template cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct TemplateError {
    /// In characters from 1.
    pub position: usize,
    /// The code of the reason.
    pub reason: &'static str,
}

impl TemplateError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        Message::new("uriTemplate.invalid")
            .with("position", self.position)
            .with("reason", Message::new(self.reason))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Literal(String),
    Expression {
        operator: Operator,
        variables: Vec<Variable>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Variable {
    name: String,
    /// How many characters of the value are used; `None` = all.
    prefix: Option<usize>,
}

/// How an expression joins and escapes its values (RFC 6570, appendix A).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Operator {
    first: &'static str,
    separator: &'static str,
    names: Names,
    allowed: Allowed,
}

/// Whether values are led by the names of their variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Names {
    Omitted,
    /// With this behind a name whose value is empty.
    Written(&'static str),
}

/// Which characters are not escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Allowed {
    Unreserved,
    /// Also reserved ones, and what is percent-encoded already.
    Reserved,
}

impl UriTemplate {
    pub fn parse(template: &str) -> Result<Self, TemplateError> {
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut characters = template.chars().zip(1..);
        while let Some((character, position)) = characters.next() {
            match character {
                '{' => {
                    if !literal.is_empty() {
                        parts.push(Part::Literal(std::mem::take(&mut literal)));
                    }
                    let mut inner = String::new();
                    loop {
                        match characters.next() {
                            Some(('}', _)) => break,
                            Some(('{', position)) => {
                                return Err(fault(position, "uriTemplate.nested"));
                            }
                            Some((character, _)) => inner.push(character),
                            None => return Err(fault(position, "uriTemplate.unclosed")),
                        }
                    }
                    parts.push(expression(&inner, position + 1)?);
                }
                '}' => return Err(fault(position, "uriTemplate.unopened")),
                other => literal.push(other),
            }
        }
        if !literal.is_empty() {
            parts.push(Part::Literal(literal));
        }
        Ok(Self { parts })
    }

    /// Returns the names of its variables, in order, each once.
    pub fn variables(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for part in &self.parts {
            let Part::Expression { variables, .. } = part else {
                continue;
            };
            for variable in variables {
                if !names.contains(&variable.name) {
                    names.push(variable.name.clone());
                }
            }
        }
        names
    }

    /// Expands it to a URI; a variable without a value leaves nothing behind.
    pub fn expand(&self, values: &BTreeMap<String, String>) -> String {
        let mut uri = String::new();
        for part in &self.parts {
            match part {
                Part::Literal(text) => uri.push_str(&escaped(text, Allowed::Reserved)),
                Part::Expression {
                    operator,
                    variables,
                } => {
                    let mut lead = operator.first;
                    for variable in variables {
                        if let Some(value) = values.get(&variable.name) {
                            uri.push_str(lead);
                            uri.push_str(&operator.expand(variable, value));
                            lead = operator.separator;
                        }
                    }
                }
            }
        }
        uri
    }
}

impl Operator {
    /// Returns the operator of a character, if it is one.
    fn of(character: char) -> Option<Self> {
        use Allowed::{Reserved, Unreserved};
        use Names::{Omitted, Written};
        let (first, separator, names, allowed) = match character {
            '+' => ("", ",", Omitted, Reserved),
            '#' => ("#", ",", Omitted, Reserved),
            '.' => (".", ".", Omitted, Unreserved),
            '/' => ("/", "/", Omitted, Unreserved),
            ';' => (";", ";", Written(""), Unreserved),
            '?' => ("?", "&", Written("="), Unreserved),
            '&' => ("&", "&", Written("="), Unreserved),
            _ => return None,
        };
        Some(Self {
            first,
            separator,
            names,
            allowed,
        })
    }

    /// The operator of `{name}`.
    const SIMPLE: Self = Self {
        first: "",
        separator: ",",
        names: Names::Omitted,
        allowed: Allowed::Unreserved,
    };

    fn expand(self, variable: &Variable, value: &str) -> String {
        let end = variable
            .prefix
            .and_then(|length| value.char_indices().nth(length));
        let value = escaped(end.map_or(value, |(end, _)| &value[..end]), self.allowed);
        let Names::Written(if_empty) = self.names else {
            return value;
        };
        let name = escaped(&variable.name, Allowed::Reserved);
        if value.is_empty() {
            return name + if_empty;
        }
        format!("{name}={value}")
    }
}

fn fault(position: usize, reason: &'static str) -> TemplateError {
    TemplateError { position, reason }
}

fn expression(inner: &str, position: usize) -> Result<Part, TemplateError> {
    let Some(first) = inner.chars().next() else {
        return Err(fault(position, "uriTemplate.empty"));
    };
    if matches!(first, '=' | ',' | '!' | '@' | '|') {
        return Err(fault(position, "uriTemplate.reserved"));
    }
    let operator = Operator::of(first);
    let skipped = usize::from(operator.is_some());
    let mut position = position + skipped;
    let mut variables = Vec::new();
    for specification in inner[skipped..].split(',') {
        variables.push(variable(specification, position)?);
        position += specification.chars().count() + 1;
    }
    Ok(Part::Expression {
        operator: operator.unwrap_or(Operator::SIMPLE),
        variables,
    })
}

fn variable(specification: &str, position: usize) -> Result<Variable, TemplateError> {
    let (name, prefix) = if let Some(name) = specification.strip_suffix('*') {
        // Only lists are exploded, and a person gives texts.
        (name, None)
    } else if let Some((name, length)) = specification.split_once(':') {
        let length = length
            .parse()
            .ok()
            .filter(|length| (1..=limits::TEMPLATE_PREFIX).contains(length))
            .ok_or_else(|| fault(position, "uriTemplate.prefix"))?;
        (name, Some(length))
    } else {
        (specification, None)
    };
    if name.is_empty() {
        return Err(fault(position, "uriTemplate.unnamed"));
    }
    let is_odd = |character: char| {
        character.is_whitespace()
            || character.is_control()
            || r#"*:"<>\^`|=+#/;?&"#.contains(character)
    };
    if name.contains(is_odd) {
        return Err(fault(position, "uriTemplate.name"));
    }
    Ok(Variable {
        name: name.to_owned(),
        prefix,
    })
}

fn escaped(text: &str, allowed: Allowed) -> String {
    let mut out = String::new();
    let bytes = text.as_bytes();
    for (index, &byte) in bytes.iter().enumerate() {
        let is_unreserved = byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let is_kept = is_unreserved
            || allowed == Allowed::Reserved
                && (b":/?#[]@!$&'()*+,;=".contains(&byte) || is_triplet(&bytes[index..]));
        if is_kept {
            out.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

fn is_triplet(bytes: &[u8]) -> bool {
    matches!(bytes, [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests;
