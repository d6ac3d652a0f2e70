//! Names the variants of enums in stored data.

/// A stored word that this version of Usher does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownWord(pub String);

impl std::fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} is not known to this version of Usher", self.0)
    }
}

impl std::error::Error for UnknownWord {}

/// Implements `as_db_str` and `TryFrom<String>` for an enum.
macro_rules! words {
    ($name:ty { $($variant:ident => $word:literal,)+ }) => {
        impl $name {
            /// Returns the word by which it is stored.
            pub fn as_db_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl TryFrom<String> for $name {
            type Error = $crate::word::UnknownWord;

            fn try_from(word: String) -> Result<Self, Self::Error> {
                match word.as_str() {
                    $($word => Ok(Self::$variant),)+
                    _ => Err($crate::word::UnknownWord(word)),
                }
            }
        }
    };
}

pub(crate) use words;
