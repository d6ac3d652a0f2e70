//! Splits Rust source into the tokens that imports use.

/// A token, as far as reading imports needs to know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    Word(&'a str),
    /// `::`.
    Separator,
    Sign(char),
    /// Everything that holds no path: numbers, characters, lifetimes, most strings.
    Other,
}

/// A token and the line it begins on, counted from 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed<'a> {
    pub(crate) token: Token<'a>,
    pub(crate) line: usize,
}

/// Reads all tokens, without comments. A string that is a path (`"crate::a::b"`, for serde) gives its words.
pub(crate) fn tokens(text: &str) -> Vec<Placed<'_>> {
    let mut lexer = Lexer {
        text,
        at: 0,
        line: 1,
        found: Vec::new(),
    };
    while lexer.at < text.len() {
        lexer.step();
    }
    lexer.found
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    found: Vec<Placed<'a>>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn advance(&mut self, bytes: usize) {
        let passed = &self.rest()[..bytes];
        self.line += passed.matches('\n').count();
        self.at += bytes;
    }

    fn push(&mut self, token: Token<'a>, bytes: usize) {
        let line = self.line;
        self.found.push(Placed { token, line });
        self.advance(bytes);
    }

    fn step(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return;
        };
        if rest.starts_with("//") {
            return self.advance(rest.find('\n').unwrap_or(rest.len()));
        }
        if rest.starts_with("/*") {
            return self.advance(comment(rest));
        }
        if rest.starts_with("::") {
            return self.push(Token::Separator, 2);
        }
        if first.is_whitespace() {
            return self.advance(first.len_utf8());
        }
        if let Some(quoted) = string(rest) {
            return self.string(&quoted);
        }
        if first == '\'' {
            return self.push(Token::Other, quote(rest));
        }
        if first.is_ascii_digit() {
            let end = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_');
            return self.push(Token::Other, end.unwrap_or(rest.len()));
        }
        if is_word(first) {
            let raw = if rest.starts_with("r#") { 2 } else { 0 };
            let end = rest[raw..].find(|sign| !is_word(sign));
            let end = end.map_or(rest.len(), |end| end + raw);
            return self.push(Token::Word(&rest[raw..end]), end);
        }
        self.push(Token::Sign(first), first.len_utf8());
    }

    fn string(&mut self, quoted: &Quoted<'a>) {
        let content = quoted.content;
        let is_path = content.starts_with("crate::") || content.starts_with("super::");
        let is_word = |word: &str| !word.is_empty() && word.chars().all(is_word);
        if !is_path || !content.split("::").all(is_word) {
            return self.push(Token::Other, quoted.bytes);
        }
        for (index, word) in content.split("::").enumerate() {
            if index > 0 {
                self.push(Token::Separator, 0);
            }
            self.push(Token::Word(word), 0);
        }
        self.advance(quoted.bytes);
    }
}

fn is_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// Measures a comment between `/*` and `*/`, which may hold others.
fn comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// A string of any kind: what stands in it, and how long it is with its marks.
struct Quoted<'a> {
    content: &'a str,
    bytes: usize,
}

/// Reads a string, if one begins here.
fn string(rest: &str) -> Option<Quoted<'_>> {
    let prefix = rest.find('"')?;
    let marks = &rest[..prefix];
    let letters = marks.trim_end_matches('#');
    let hashes = marks.len() - letters.len();
    if !["", "b", "c", "r", "br", "cr"].contains(&letters) {
        return None;
    }
    let is_raw = letters.ends_with('r');
    if hashes > 0 && !is_raw {
        return None;
    }
    let open = prefix + 1;
    if is_raw {
        let end = format!("\"{}", "#".repeat(hashes));
        let close = rest[open..].find(&end)? + open;
        return Some(Quoted {
            content: &rest[open..close],
            bytes: close + end.len(),
        });
    }
    let mut escaped = false;
    for (at, sign) in rest[open..].char_indices() {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => {
                let (content, bytes) = (&rest[open..open + at], open + at + 1);
                return Some(Quoted { content, bytes });
            }
            _ => {}
        }
    }
    None
}

/// Measures a character or a lifetime.
fn quote(rest: &str) -> usize {
    let mut signs = rest.char_indices().skip(1);
    match signs.next() {
        Some((_, '\\')) => {
            let after = rest[3..].find('\'');
            after.map_or(rest.len(), |end| end + 4)
        }
        Some((at, sign)) if rest[at + sign.len_utf8()..].starts_with('\'') => {
            at + sign.len_utf8() + 1
        }
        _ => {
            let end = rest[1..].find(|sign| !is_word(sign));
            end.map_or(rest.len(), |end| end + 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Token, tokens};

    #[test]
    fn words_are_read_and_strings_and_comments_are_not() {
        let cases: [(&str, &[&str]); 10] = [
            ("a::b", &["a", "b"]),
            ("// crate::a\nb", &["b"]),
            ("/* x /* y */ z */ b", &["b"]),
            ("\"crate a\" b", &["b"]),
            ("\"a\\\"b\" c", &["c"]),
            ("r#\"a\"b\"# c", &["c"]),
            ("'a' 'b c", &["c"]),
            ("'\\'' '\\u{1F600}' '\"' c", &["c"]),
            ("r#type b\"x\" 0x1f d", &["type", "d"]),
            (
                "with = \"crate::a::b\" c",
                &["with", "crate", "a", "b", "c"],
            ),
        ];
        for (text, expected) in cases {
            let words: Vec<&str> = tokens(text)
                .iter()
                .filter_map(|placed| match placed.token {
                    Token::Word(word) => Some(word),
                    _ => None,
                })
                .collect();
            assert_eq!(words, expected, "{text}");
        }
    }

    #[test]
    fn lines_are_counted_through_strings_and_comments() {
        let lines: Vec<usize> = tokens("a\n/* \n */ b \"x\ny\" c")
            .iter()
            .map(|placed| placed.line)
            .collect();
        assert_eq!(lines, [1, 3, 3, 4]);
    }
}
