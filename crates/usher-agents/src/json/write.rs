//! Writes a value in the style of the text around it.

use jsonc_parser::ast::Value as Node;
use jsonc_parser::common::Ranged;
use serde_json::Value;

use crate::splice::own_line;

/// How a value is laid out.
pub(super) enum Style<'a> {
    /// Everything on one line, with or without spaces behind colons and commas.
    Inline { is_spaced: bool },
    /// One line for each property.
    Lines {
        unit: &'a str,
        /// The white space before the line on which the value begins.
        indent: &'a str,
        newline: &'a str,
    },
}

impl<'a> Style<'a> {
    pub(super) fn inline(is_spaced: bool) -> Self {
        Self::Inline { is_spaced }
    }

    pub(super) fn lines(unit: &'a str, indent: &'a str, newline: &'a str) -> Self {
        Self::Lines {
            unit,
            indent,
            newline,
        }
    }

    pub(super) fn property(&self, key: &str, value: &Value) -> String {
        let mut text = String::new();
        self.write_property(&mut text, key, value, 0);
        text
    }

    pub(super) fn value(&self, value: &Value) -> String {
        let mut text = String::new();
        self.write(&mut text, value, 0);
        text
    }

    fn write_property(&self, text: &mut String, key: &str, value: &Value, depth: usize) {
        text.push_str(&Value::from(key).to_string());
        text.push_str(if matches!(self, Self::Inline { is_spaced: false }) {
            ":"
        } else {
            ": "
        });
        self.write(text, value, depth);
    }

    fn write(&self, text: &mut String, value: &Value, depth: usize) {
        match value {
            Value::Object(object) if !object.is_empty() => {
                text.push('{');
                for (index, (key, value)) in object.iter().enumerate() {
                    self.separate(text, index, depth + 1);
                    self.write_property(text, key, value, depth + 1);
                }
                self.break_line(text, depth);
                text.push('}');
            }
            Value::Array(items) if !items.is_empty() => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    self.separate(text, index, depth + 1);
                    self.write(text, item, depth + 1);
                }
                self.break_line(text, depth);
                text.push(']');
            }
            plain => text.push_str(&plain.to_string()),
        }
    }

    fn separate(&self, text: &mut String, index: usize, depth: usize) {
        if index > 0 {
            text.push(',');
            if matches!(self, Self::Inline { is_spaced: true }) {
                text.push(' ');
            }
        }
        self.break_line(text, depth);
    }

    fn break_line(&self, text: &mut String, depth: usize) {
        if let Self::Lines {
            unit,
            indent,
            newline,
        } = self
        {
            text.push_str(newline);
            text.push_str(indent);
            text.push_str(&unit.repeat(depth));
        }
    }
}

/// The white space by which the first property of a document is indented.
pub(super) fn indent_unit<'a>(text: &'a str, root: &Node) -> &'a str {
    let first = root
        .as_object()
        .and_then(|object| object.properties.first());
    match first.and_then(|first| own_line(text, first.start())) {
        Some(indent) if !indent.is_empty() => indent,
        _ => "  ",
    }
}

/// The spaces and tabs at the start of a line.
pub(super) fn leading_space(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}
