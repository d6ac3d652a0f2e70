//! Reads a text in the syntax of ICU messages, as far as the texts of Usher use it, and as the page reads it.
//!
//! `{name}`, `{count, number}`, `{count, plural, =0 {…} one {# tool} other {# tools}}`, `{kind, select, a {…} other {…}}`,
//! `<b>…</b>`, and `'{quoted}'`. What the page would read and this does not, such as dates, is refused.

/// A part of a text.
#[derive(Debug, PartialEq)]
pub(crate) enum Element<'a> {
    Literal(String),
    /// A parameter as it is; a number without separators.
    Argument(&'a str),
    /// A number with separators of thousands.
    Number(&'a str),
    Options {
        name: &'a str,
        is_plural: bool,
        options: Vec<(&'a str, Vec<Element<'a>>)>,
    },
    /// The number that decided the plural.
    Pound,
    Tag {
        name: &'a str,
        children: Vec<Element<'a>>,
    },
}

/// Reads a text; the error says what was expected before which rest of it.
pub(crate) fn parse(text: &str) -> Result<Vec<Element<'_>>, String> {
    let mut reader = Reader { rest: text };
    let elements = reader.message(Around::default())?;
    match reader.rest {
        "" => Ok(elements),
        rest => Err(expected("no closing tag", rest)),
    }
}

fn expected(what: &str, rest: &str) -> String {
    format!("expected {what} before “{rest}”")
}

/// What a message stands in.
#[derive(Clone, Copy, Default)]
struct Around {
    /// In braces or a tag, where a `}` is no literal.
    is_nested: bool,
    /// Directly in a plural, where `#` is its number.
    is_plural: bool,
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// Reads up to the `}` or the `</` that ends the message.
    fn message(&mut self, around: Around) -> Result<Vec<Element<'a>>, String> {
        let mut elements = Vec::new();
        loop {
            let mut following = self.rest.chars();
            match (following.next(), following.next()) {
                (None, _) | (Some('<'), Some('/')) => return Ok(elements),
                (Some('}'), _) if around.is_nested => return Ok(elements),
                (Some('{'), _) => elements.push(self.argument()?),
                (Some('<'), Some(letter)) if letter.is_ascii_alphabetic() => {
                    elements.push(self.tag(around)?);
                }
                (Some('#'), _) if around.is_plural => {
                    self.take("#")?;
                    elements.push(Element::Pound);
                }
                (Some(_), _) => elements.push(Element::Literal(self.literal(around))),
            }
        }
    }

    /// Reads up to what is no literal.
    fn literal(&mut self, around: Around) -> String {
        let mut literal = String::new();
        let mut is_quoted = false;
        let mut characters = self.rest.char_indices().peekable();
        let mut end = self.rest.len();
        while let Some((at, character)) = characters.next() {
            let next = characters.peek().map(|(_, next)| *next);
            let is_special = |of: char| "{}<>".contains(of) || (of == '#' && around.is_plural);
            match (character, next) {
                ('\'', Some('\'')) => {
                    characters.next();
                    literal.push('\'');
                }
                ('\'', _) if is_quoted => is_quoted = false,
                ('\'', Some(next)) if is_special(next) => {
                    is_quoted = true;
                    literal.push(next);
                    characters.next();
                }
                (_, next) => {
                    let opens = |next: char| next == '/' || next.is_ascii_alphabetic();
                    let ends = match character {
                        '{' => true,
                        '}' => around.is_nested,
                        '#' => around.is_plural,
                        '<' => next.is_some_and(opens),
                        _ => false,
                    };
                    if ends && !is_quoted {
                        end = at;
                        break;
                    }
                    literal.push(character);
                }
            }
        }
        self.rest = &self.rest[end..];
        literal
    }

    fn argument(&mut self) -> Result<Element<'a>, String> {
        self.take("{")?;
        let name = self.name()?;
        if self.takes("}") {
            return Ok(Element::Argument(name));
        }
        self.take(",")?;
        let rest = self.rest;
        let is_plural = match self.name()? {
            "number" => {
                self.take("}")?;
                return Ok(Element::Number(name));
            }
            "plural" => true,
            "select" => false,
            _ => return Err(expected("number, plural or select", rest)),
        };
        self.take(",")?;
        let mut options = Vec::new();
        while !self.takes("}") {
            options.push(self.option(is_plural)?);
        }
        if !options.iter().any(|(name, _)| *name == "other") {
            return Err(expected("the option “other”", rest));
        }
        Ok(Element::Options {
            name,
            is_plural,
            options,
        })
    }

    fn option(&mut self, is_plural: bool) -> Result<(&'a str, Vec<Element<'a>>), String> {
        let whole = self.rest.trim_start();
        let is_exact = is_plural && self.takes("=");
        let name = &whole[..usize::from(is_exact) + self.name()?.len()];
        self.take("{")?;
        let around = Around {
            is_nested: true,
            is_plural,
        };
        let message = self.message(around)?;
        self.take("}")?;
        Ok((name, message))
    }

    fn tag(&mut self, around: Around) -> Result<Element<'a>, String> {
        self.take("<")?;
        let name = self.name()?;
        self.take(">")?;
        let children = self.message(Around {
            is_nested: true,
            ..around
        })?;
        let rest = self.rest;
        self.take("</")?;
        if self.name()? != name {
            return Err(expected(&format!("</{name}>"), rest));
        }
        self.take(">")?;
        Ok(Element::Tag { name, children })
    }

    fn name(&mut self) -> Result<&'a str, String> {
        let rest = self.rest.trim_start();
        let is_of_name = |character: char| character.is_alphanumeric() || character == '_';
        let (name, behind) =
            rest.split_at(rest.find(|next| !is_of_name(next)).unwrap_or(rest.len()));
        if name.is_empty() {
            return Err(expected("a name", rest));
        }
        self.rest = behind;
        Ok(name)
    }

    /// Takes a mark of the syntax, and the space before it.
    fn take(&mut self, mark: &str) -> Result<(), String> {
        if self.takes(mark) {
            return Ok(());
        }
        Err(expected(mark, self.rest))
    }

    fn takes(&mut self, mark: &str) -> bool {
        let behind = self.rest.trim_start().strip_prefix(mark);
        self.rest = behind.unwrap_or(self.rest);
        behind.is_some()
    }
}
