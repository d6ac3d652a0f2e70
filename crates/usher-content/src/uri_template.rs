//! URI templates (RFC 6570, all four levels): which variables one has, and what it becomes with their values.
//!
//! Variable names are read more generously than the RFC writes them, because servers use `{user-id}` and the like.

mod expansion;
mod parse;

use std::collections::BTreeMap;

/// A template that has been read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UriTemplate {
    parts: Vec<Part>,
}

/// Why a template cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("The URI template is not valid at character {position}: {message}.")]
pub struct TemplateError {
    /// Where, in characters from 1.
    pub position: usize,
    /// What is wrong there.
    pub message: &'static str,
}

/// What a variable stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateValue {
    /// One text.
    Text(String),
    /// Several, in order.
    List(Vec<String>),
    /// Names and values, in order.
    Pairs(Vec<(String, String)>),
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
    modifier: Modifier,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Modifier {
    None,
    Prefix(usize),
    Explode,
}

/// How an expression begins, joins its values, and escapes them (RFC 6570, appendix A).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Simple,
    Reserved,
    Fragment,
    Label,
    Path,
    Parameter,
    Query,
    Continuation,
}

impl UriTemplate {
    /// Reads a template.
    pub fn parse(template: &str) -> Result<Self, TemplateError> {
        parse::parse(template)
    }

    /// The names of its variables, in order, each once.
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

    /// The URI it becomes; a variable without a value leaves nothing behind.
    pub fn expand(&self, values: &BTreeMap<String, TemplateValue>) -> String {
        expansion::expand(&self.parts, values)
    }
}

/// What a template becomes with a text for each variable.
pub fn expand(template: &str, texts: &BTreeMap<String, String>) -> Result<String, TemplateError> {
    let values = texts
        .iter()
        .map(|(name, text)| (name.clone(), TemplateValue::Text(text.clone())))
        .collect();
    Ok(UriTemplate::parse(template)?.expand(&values))
}

/// The names of a template's variables, in order, each once; none if it cannot be read.
pub fn variables(template: &str) -> Vec<String> {
    UriTemplate::parse(template).map_or_else(|_| Vec::new(), |template| template.variables())
}

#[cfg(test)]
mod tests;
