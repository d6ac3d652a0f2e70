//! The table of characters that a reader does not see.

use usher_messages::Message;

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
    /// Describes how many there are.
    pub fn counted(self, count: usize) -> Message {
        let code = match self {
            Self::Direction => "hiddenText.direction",
            Self::ZeroWidth => "hiddenText.zeroWidth",
            Self::Tag => "hiddenText.tag",
            Self::Control => "hiddenText.control",
            Self::Filler => "hiddenText.filler",
        };
        Message::new(code).with("count", count)
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
