//! Reads which paths a Rust file names: `use` trees, inline paths, and paths in strings of attributes.
//!
//! Whatever is compiled for tests only is passed over.

use super::lex::{Placed, Token, tokens};

/// A full path, from the crate's name on (`crate` for its own).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) words: Vec<String>,
    pub(crate) line: usize,
    /// Whether a `pub use` exports the path, and under which name.
    pub(crate) exported_as: Option<String>,
}

/// What a file says of others and of its tests.
#[derive(Debug, Default)]
pub(crate) struct Imports {
    pub(crate) paths: Vec<Path>,
    /// Test modules of this file that have their own files.
    pub(crate) test_modules: Vec<Vec<String>>,
    /// Lines from … to … that are compiled for tests only.
    pub(crate) test_lines: Vec<(usize, usize)>,
}

/// Reads a file that is the module `module` of its crate; the root of a crate is empty.
pub(crate) fn read(text: &str, module: &[String]) -> Imports {
    let mut reader = Reader {
        tokens: tokens(text),
        at: 0,
        depth: 0,
        module: module.to_vec(),
        inline: Vec::new(),
        found: Imports::default(),
    };
    while reader.at < reader.tokens.len() {
        reader.step();
    }
    reader.found
}

struct Reader<'a> {
    tokens: Vec<Placed<'a>>,
    at: usize,
    depth: usize,
    module: Vec<String>,
    /// The depths at which the inline modules around this place end.
    inline: Vec<usize>,
    found: Imports,
}

impl<'a> Reader<'a> {
    fn peek(&self, ahead: usize) -> Token<'a> {
        self.tokens
            .get(self.at + ahead)
            .map_or(Token::Other, |placed| placed.token)
    }

    fn line(&self) -> usize {
        let at = self.at.min(self.tokens.len().saturating_sub(1));
        self.tokens.get(at).map_or(0, |placed| placed.line)
    }

    fn step(&mut self) {
        match self.peek(0) {
            Token::Sign('#') => return self.attribute(),
            Token::Sign('{') => self.depth += 1,
            Token::Sign('}') => {
                self.depth = self.depth.saturating_sub(1);
                if self.inline.last() == Some(&self.depth) {
                    self.inline.pop();
                    self.module.pop();
                }
            }
            Token::Word("mod") => {
                if let (Token::Word(name), Token::Sign('{')) = (self.peek(1), self.peek(2)) {
                    self.module.push(name.to_owned());
                    self.inline.push(self.depth);
                    self.at += 1;
                }
            }
            Token::Word("use") if self.peek(1) != Token::Sign('<') => return self.import(),
            Token::Word(_) => return self.inline_path(),
            _ => {}
        }
        self.at += 1;
    }

    /// Passes `#[…]`; an item for tests only is passed with it.
    fn attribute(&mut self) {
        let begin = self.at;
        let is_inner = self.peek(1) == Token::Sign('!');
        let open = if is_inner { 2 } else { 1 };
        if self.peek(open) != Token::Sign('[') {
            self.at += 1;
            return;
        }
        let mut end = begin + open;
        let mut depth = 0;
        while let Some(placed) = self.tokens.get(end) {
            match placed.token {
                Token::Sign('[') => depth += 1,
                Token::Sign(']') => depth -= 1,
                _ => {}
            }
            end += 1;
            if depth == 0 {
                break;
            }
        }
        let has = |word| {
            self.tokens[begin..end]
                .iter()
                .any(|placed| placed.token == Token::Word(word))
        };
        let is_cfg = self.peek(open + 1) == Token::Word("cfg");
        if !(is_cfg && has("test") && !has("not")) {
            // What the attribute names is read as everything else is.
            self.at += open + 1;
            return;
        }
        let first = self.line();
        self.at = end;
        if is_inner {
            self.at = self.tokens.len();
        } else {
            self.pass_item();
        }
        let last = self.tokens[self.at.saturating_sub(1).min(self.tokens.len() - 1)].line;
        self.found.test_lines.push((first, last));
    }

    /// Passes one item, field, arm or statement, with the attributes that follow.
    fn pass_item(&mut self) {
        let mut depth = 0_usize;
        let mut is_item = false;
        while let Some(placed) = self.tokens.get(self.at) {
            match placed.token {
                Token::Word("mod") if depth == 0 => {
                    if let (Token::Word(name), Token::Sign(';')) = (self.peek(1), self.peek(2)) {
                        let mut module = self.module.clone();
                        module.push(name.to_owned());
                        self.found.test_modules.push(module);
                    }
                    is_item = true;
                }
                Token::Word(
                    "fn" | "use" | "impl" | "struct" | "enum" | "const" | "static" | "type"
                    | "trait",
                ) => is_item = true,
                Token::Sign('(' | '[' | '{') => depth += 1,
                Token::Sign('}') if depth <= 1 => {
                    self.at += usize::from(depth == 1);
                    return;
                }
                Token::Sign(')' | ']' | '}') => depth = depth.saturating_sub(1),
                Token::Sign(';') if depth == 0 => {
                    self.at += 1;
                    return;
                }
                Token::Sign(',') if depth == 0 && !is_item => {
                    self.at += 1;
                    return;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Reads `use …;` with its groups.
    fn import(&mut self) {
        let is_public = self.is_public();
        self.at += 1;
        let mut stack: Vec<Vec<String>> = Vec::new();
        let mut prefix: Vec<String> = Vec::new();
        let mut words: Vec<String> = Vec::new();
        let mut line = self.line();
        let mut name = None;
        while self.at < self.tokens.len() {
            let token = self.peek(0);
            match token {
                Token::Word("as") => {
                    self.at += 1;
                    if let Token::Word(other) = self.peek(0) {
                        name = Some(other.to_owned());
                    }
                }
                Token::Word(word) => {
                    if words.is_empty() {
                        line = self.line();
                    }
                    words.push(word.to_owned());
                }
                Token::Sign('*') => words.push("*".to_owned()),
                Token::Sign('{') => {
                    stack.push(prefix.clone());
                    prefix.append(&mut words);
                }
                Token::Sign(',' | '}' | ';') => {
                    if !words.is_empty() {
                        let mut whole = prefix.clone();
                        whole.append(&mut words);
                        let last = whole.last().cloned();
                        let exported_as = name.take().or(last).filter(|_| is_public);
                        self.name(whole, line, exported_as);
                    }
                    if token == Token::Sign('}') {
                        prefix = stack.pop().unwrap_or_default();
                    }
                }
                _ => {}
            }
            self.at += 1;
            if token == Token::Sign(';') {
                return;
            }
        }
    }

    /// Tells whether `pub` or `pub(…)` stands before this word.
    fn is_public(&self) -> bool {
        let mut before = self.tokens[..self.at]
            .iter()
            .rev()
            .map(|placed| placed.token);
        match before.next() {
            Some(Token::Word("pub")) => true,
            Some(Token::Sign(')')) => before.take(6).any(|token| token == Token::Word("pub")),
            _ => false,
        }
    }

    /// Reads `a::b::c` in code.
    fn inline_path(&mut self) {
        let line = self.line();
        let mut words = Vec::new();
        while let Token::Word(word) = self.peek(0) {
            words.push(word.to_owned());
            self.at += 1;
            if self.peek(0) != Token::Separator {
                break;
            }
            self.at += 1;
        }
        if words.len() > 1 {
            self.name(words, line, None);
        }
    }

    fn name(&mut self, mut words: Vec<String>, line: usize, exported_as: Option<String>) {
        let base = match words[0].as_str() {
            "self" | "super" => {
                let ups = words
                    .iter()
                    .take_while(|word| ["self", "super"].contains(&word.as_str()))
                    .filter(|word| *word == "super")
                    .count();
                let kept = self.module.len().saturating_sub(ups);
                words.retain(|word| word != "super" && word != "self");
                Some(&self.module[..kept])
            }
            _ => None,
        };
        if words.last().is_some_and(|word| word == "self") {
            words.pop();
        }
        if let Some(base) = base {
            let mut whole = vec!["crate".to_owned()];
            whole.extend_from_slice(base);
            whole.append(&mut words);
            words = whole;
        }
        self.found.paths.push(Path {
            words,
            line,
            exported_as,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    fn paths(text: &str, module: &[&str]) -> Vec<String> {
        let module: Vec<String> = module.iter().map(|word| (*word).to_owned()).collect();
        let mut paths: Vec<String> = read(text, &module)
            .paths
            .into_iter()
            .map(|path| path.words.join("::"))
            .collect();
        paths.sort();
        paths
    }

    #[test]
    fn every_kind_of_path_is_read() {
        let cases: [(&str, &[&str]); 12] = [
            ("use crate::a::B;", &["crate::a::B"]),
            (
                "use crate::{a::{self, B}, c::*};",
                &["crate::a", "crate::a::B", "crate::c::*"],
            ),
            ("use super::b::C as D;", &["crate::x::b::C"]),
            ("use super::super::b;", &["crate::b"]),
            ("use self::b::C;", &["crate::x::y::b::C"]),
            (
                "fn f() { crate::a::g(usher_mcp::X::new()) }",
                &["crate::a::g", "usher_mcp::X::new"],
            ),
            ("mod z { use super::super::w::V; }", &["crate::x::w::V"]),
            ("mod z { fn f() {} } use super::w;", &["crate::x::w"]),
            (
                "pub(crate) use std::fmt; pub(super) fn f(a: crate::B) {}",
                &["crate::B", "std::fmt"],
            ),
            (
                "#[serde(with = \"crate::millis\")] struct A;",
                &["crate::millis"],
            ),
            (
                "macro_rules! m { () => { $crate::a::b() } }",
                &["crate::a::b"],
            ),
            (
                "fn f() -> impl A + use<'_> { g::<crate::b::C>() }",
                &["crate::b::C"],
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(paths(text, &["x", "y"]), expected, "{text}");
        }
    }

    #[test]
    fn what_is_for_tests_only_is_passed_over() {
        let cases = [
            "#[cfg(test)] mod tests { use crate::a::B; fn f() { crate::c::d() } }",
            "#[cfg(test)] #[expect(x, reason = \"y\")] mod tests;",
            "#[cfg(test)] use crate::{a, b};",
            "#[cfg(all(test, unix))] fn f(x: [u8; 3], y: Z) -> crate::A { crate::b::c() }",
            "struct A { #[cfg(test)] b: crate::c::D, }",
            "#![cfg(test)] use crate::a::B;",
        ];
        for text in cases {
            assert_eq!(paths(text, &["x"]), Vec::<String>::new(), "{text}");
            let after = format!("{text} use crate::z::Z;");
            if !text.starts_with("#!") {
                assert_eq!(paths(&after, &["x"]), ["crate::z::Z"], "{text}");
            }
        }
        let imports = read("#[cfg(test)]\nmod tests;\nmod a;", &["x".to_owned()]);
        assert_eq!(imports.test_modules, [["x", "tests"]]);
        assert_eq!(imports.test_lines, [(1, 2)]);
        assert_eq!(
            paths("#[cfg(not(test))] use crate::a::B;", &[]),
            ["crate::a::B"]
        );
    }

    #[test]
    fn what_is_handed_on_keeps_its_name() {
        let imports = read("pub use a::{B, C as D}; use e::F;", &[]);
        let names: Vec<_> = imports
            .paths
            .iter()
            .map(|path| path.exported_as.as_deref())
            .collect();
        assert_eq!(names, [Some("B"), Some("D"), None]);
    }
}
