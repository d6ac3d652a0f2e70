//! The table of characters that a reader does not see.

/// What a hidden character does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HiddenKind {
    /// Changes the reading direction, so that text reads otherwise than written.
    Direction,
    /// Takes no room: zero-width characters, joiners, invisible operators.
    ZeroWidth,
    /// Carries text that only machines read: tags and variation selectors.
    Tag,
    /// Controls a terminal: C0, C1 and line separators.
    Control,
    /// Looks like nothing or like a space, but is neither.
    Filler,
}

impl HiddenKind {
    /// What a person calls some of them.
    pub fn words(self) -> &'static str {
        match self {
            Self::Direction => "marks that turn the reading direction",
            Self::ZeroWidth => "zero-width characters",
            Self::Tag => "tag characters, which carry text for machines",
            Self::Control => "control characters",
            Self::Filler => "invisible fillers",
        }
    }

    /// What a person is told there is one of.
    pub fn word(self) -> &'static str {
        match self {
            Self::Direction => "mark that turns the reading direction",
            Self::ZeroWidth => "zero-width character",
            Self::Tag => "tag character, which carries text for machines",
            Self::Control => "control character",
            Self::Filler => "invisible filler",
        }
    }

    /// The kind of a character; line breaks and tabs have none.
    pub fn of(character: char) -> Option<Self> {
        Some(match character {
            '\n' | '\t' | '\r' => return None,
            '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => Self::Direction,
            '\u{ad}'
            | '\u{34f}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200d}'
            | '\u{2060}'..='\u{2065}'
            | '\u{206a}'..='\u{206f}'
            | '\u{feff}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' => Self::ZeroWidth,
            '\u{fe00}'..='\u{fe0d}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => {
                Self::Tag
            }
            '\u{2028}' | '\u{2029}' => Self::Control,
            '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' => Self::Filler,
            character if character.is_control() => Self::Control,
            _ => return None,
        })
    }
}
