//! From text to parts.

use super::{Modifier, Operator, Part, TemplateError, UriTemplate, Variable};
use crate::limits;

pub(super) fn parse(template: &str) -> Result<UriTemplate, TemplateError> {
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
                            return Err(fault(position, "there is a { inside { }"));
                        }
                        Some((character, _)) => inner.push(character),
                        None => return Err(fault(position, "the { is never closed")),
                    }
                }
                parts.push(expression(&inner, position + 1)?);
            }
            '}' => return Err(fault(position, "there is a } without a {")),
            other => literal.push(other),
        }
    }
    if !literal.is_empty() {
        parts.push(Part::Literal(literal));
    }
    Ok(UriTemplate { parts })
}

fn fault(position: usize, message: &'static str) -> TemplateError {
    TemplateError { position, message }
}

fn expression(inner: &str, position: usize) -> Result<Part, TemplateError> {
    let Some(first) = inner.chars().next() else {
        return Err(fault(position, "{ } holds no variable"));
    };
    let operator = match first {
        '+' => Some(Operator::Reserved),
        '#' => Some(Operator::Fragment),
        '.' => Some(Operator::Label),
        '/' => Some(Operator::Path),
        ';' => Some(Operator::Parameter),
        '?' => Some(Operator::Query),
        '&' => Some(Operator::Continuation),
        '=' | ',' | '!' | '@' | '|' => {
            return Err(fault(
                position,
                "this operator is reserved and has no meaning yet",
            ));
        }
        _ => None,
    };
    let skipped = usize::from(operator.is_some());
    let mut position = position + skipped;
    let mut variables = Vec::new();
    for specification in inner[skipped..].split(',') {
        variables.push(variable(specification, position)?);
        position += specification.chars().count() + 1;
    }
    Ok(Part::Expression {
        operator: operator.unwrap_or(Operator::Simple),
        variables,
    })
}

fn variable(specification: &str, position: usize) -> Result<Variable, TemplateError> {
    let (name, modifier) = if let Some(name) = specification.strip_suffix('*') {
        (name, Modifier::Explode)
    } else if let Some((name, length)) = specification.split_once(':') {
        let length = length
            .parse()
            .ok()
            .filter(|length| (1..=limits::TEMPLATE_PREFIX).contains(length))
            .ok_or_else(|| {
                fault(
                    position,
                    "the length after : must be a number from 1 to 9999",
                )
            })?;
        (name, Modifier::Prefix(length))
    } else {
        (specification, Modifier::None)
    };
    if name.is_empty() {
        return Err(fault(position, "a variable has no name"));
    }
    let is_odd = |character: char| {
        character.is_whitespace()
            || character.is_control()
            || matches!(
                character,
                '*' | ':'
                    | '"'
                    | '<'
                    | '>'
                    | '\\'
                    | '^'
                    | '`'
                    | '|'
                    | '='
                    | '+'
                    | '#'
                    | '/'
                    | ';'
                    | '?'
                    | '&'
            )
    };
    if name.contains(is_odd) {
        return Err(fault(
            position,
            "a variable's name holds a character it may not hold",
        ));
    }
    Ok(Variable {
        name: name.to_owned(),
        modifier,
    })
}
