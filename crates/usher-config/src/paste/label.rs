//! Warns of names that read like words of Usher.

use usher_messages::Message;
use usher_review::hidden_characters::mixes_scripts;
use usher_types::text::visible;

/// A name has fewer words than this; more read like a sentence.
const SENTENCE_WORDS: usize = 6;

/// What the person should know of a name that a configuration brought.
pub(super) fn label_notes(label: &str) -> Vec<Message> {
    let ends = label.trim_end().ends_with(['.', '!', '?', ':']);
    let is_sentence =
        ends || label.contains(". ") || label.split_whitespace().count() >= SENTENCE_WORDS;
    let found = [
        (
            label.to_lowercase().contains("usher"),
            "paste.note.namesUsher",
        ),
        (is_sentence, "paste.note.sentence"),
        (!mixes_scripts(label).is_empty(), "paste.note.mixed"),
    ];
    found
        .into_iter()
        .filter(|(applies, _)| *applies)
        .map(|(_, code)| Message::new(code).with("name", &*visible(label)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(label: &str, expected: &[&str]) {
        let notes = label_notes(label);
        let found: Vec<_> = notes.iter().map(|note| &*note.code).collect();
        assert_eq!(found, expected, "{label}");
    }

    #[test]
    fn a_name_that_reads_like_a_sentence_of_usher_is_pointed_out() {
        check("GitHub", &[]);
        check("Dr. Who’s files v1.2", &["paste.note.sentence"]);
        check("My home server (2nd)", &[]);
        check(
            "Usher needs the password of your keyring to go on",
            &["paste.note.namesUsher", "paste.note.sentence"],
        );
        check("Enter it below:", &["paste.note.sentence"]);
        check("G\u{456}tHub", &["paste.note.mixed"]);
        check("Файлы", &[]);
        check("USHER", &["paste.note.namesUsher"]);
    }
}
