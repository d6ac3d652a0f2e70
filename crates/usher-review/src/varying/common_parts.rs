//! What two texts have in common before and behind the place in which they differ, up to the ends of words or of a list.

/// So much of two texts is the same, in bytes from their beginnings and from their ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Common<'a> {
    pub(super) before: &'a str,
    pub(super) after: &'a str,
}

impl<'a> Common<'a> {
    pub(super) fn of(was: &'a str, is: &str) -> Self {
        let is_same = |(old, new): &(char, char)| old == new;
        let before = was.chars().zip(is.chars()).take_while(is_same);
        let before = before.map(|(same, _)| same.len_utf8()).sum();
        let (head, was) = was.split_at(before);
        let ends = was.chars().rev().zip(is[before..].chars().rev());
        let after: usize = ends
            .take_while(is_same)
            .map(|(same, _)| same.len_utf8())
            .sum();
        Self {
            before: head,
            after: &was[was.len() - after..],
        }
    }

    /// Leaves out what belongs to the words in which the texts differ.
    pub(super) fn to_words(self) -> Self {
        let after = self.after.find(ends_a_word).unwrap_or(self.after.len());
        Self {
            before: &self.before[..self.before.len() - last_word(self.before).len()],
            after: &self.after[after..],
        }
    }

    /// Leaves out what belongs to the list in which the texts differ: one word, or from the beginning of the text, its line,
    /// a colon or a bracket to the end of the text, its sentence or a bracket.
    pub(super) fn to_list(self, was: &str) -> Self {
        let word = self.to_words();
        let end = was.len().saturating_sub(word.after.len());
        let middle = was.get(word.before.len()..end).unwrap_or_default();
        if !middle.contains(ends_a_word) {
            return word;
        }
        let last = self.before.rfind([':', '(', '[', '{', '=', '\n']);
        let list = &self.before[last.map_or(0, |at| at + 1)..];
        let before = self.before.len() - list.trim_start_matches(' ').len();
        let ends = [")", "]", "}", "\n", ". "].map(|end| self.after.find(end));
        let end = ends.into_iter().flatten().min().unwrap_or(self.after.len());
        let list = self.after[..end].trim_end_matches([' ', '.']);
        Self {
            before: &self.before[..before],
            after: &self.after[list.len()..],
        }
    }

    /// Adds to what is the same what closes a sentence behind the span.
    pub(super) fn trimmed(self, was: &'a str, is: &str) -> Option<Self> {
        let mut end = was.len().checked_sub(self.after.len())?;
        let (head, is_end) = (self.before.len(), is.len().checked_sub(self.after.len())?);
        let (old, new) = (was.get(head..end)?, is.get(head..is_end)?);
        let closing = old.bytes().rev().zip(new.bytes().rev());
        end -= closing
            .take_while(|(old, new)| old == new && b".,:!?%".contains(old))
            .count();
        Some(Self {
            after: was.get(end..)?,
            ..self
        })
    }
}

/// Whether a character stands between words.
pub(super) fn ends_a_word(character: char) -> bool {
    character.is_whitespace() || "'\"`()[]{}<>=;*|".contains(character)
}

/// The word with which a text ends; empty if it ends between words.
pub(super) fn last_word(text: &str) -> &str {
    text.rsplit(ends_a_word).next().unwrap_or(text)
}
