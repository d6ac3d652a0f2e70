//! How many tokens a text costs a model, estimated.

/// Letters of one word that make one token.
const LETTERS: usize = 9;
/// Digits that make one token.
const DIGITS: usize = 3;
/// Signs in a row that make one token.
const SIGNS: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Digit,
    Sign,
    Space,
    Other,
}

fn kind(character: char) -> Kind {
    if character.is_ascii_alphabetic() {
        Kind::Letter
    } else if character.is_ascii_digit() {
        Kind::Digit
    } else if character.is_ascii_whitespace() {
        Kind::Space
    } else if character.is_ascii() {
        Kind::Sign
    } else {
        Kind::Other
    }
}

/// Estimates the tokens of a text: a word is one, a long one more; digits and signs by threes; of other scripts each
/// character is one.
pub fn estimated_tokens(text: &str) -> usize {
    let mut tokens = 0;
    let mut run = 0;
    let mut last = Kind::Space;
    for character in text.chars() {
        let kind = kind(character);
        if kind != last {
            tokens += tokens_of(last, run);
            run = 0;
            last = kind;
        }
        run += 1;
    }
    tokens + tokens_of(last, run)
}

fn tokens_of(kind: Kind, run: usize) -> usize {
    match kind {
        Kind::Letter => run.div_ceil(LETTERS),
        Kind::Digit => run.div_ceil(DIGITS),
        Kind::Sign => run.div_ceil(SIGNS),
        Kind::Space => 0,
        Kind::Other => run,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_digits_and_signs_cost_tokens() {
        let cases = [
            ("", 0),
            ("   ", 0),
            ("list", 1),
            ("list notes", 2),
            ("internationalization", 3),
            ("12345", 2),
            (r#"{"type":"object"}"#, 5),
            ("語", 1),
        ];
        for (text, expected) in cases {
            assert_eq!(estimated_tokens(text), expected, "{text:?}");
        }
    }
}
