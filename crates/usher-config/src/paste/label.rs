//! Warns of names that read like words of Usher.

use usher_review::hidden_characters::mixes_scripts;
use usher_types::text::visible;

/// A name has fewer words than this; more read like a sentence.
const SENTENCE_WORDS: usize = 6;

/// What the person should know of a name that a configuration brought.
pub(super) fn label_notes(label: &str) -> Vec<String> {
    let quoted = format!("“{}”", visible(label));
    let mut notes = Vec::new();
    if label.to_lowercase().contains("usher") {
        notes.push(format!(
            "Its name {quoted} names Usher, but it does not come from Usher. Choose another name."
        ));
    }
    let ends = label.trim_end().ends_with(['.', '!', '?', ':']);
    if ends || label.contains(". ") || label.split_whitespace().count() >= SENTENCE_WORDS {
        notes.push(format!(
            "Its name {quoted} reads like a sentence. Choose a short name that says what the server is."
        ));
    }
    if !mixes_scripts(label).is_empty() {
        notes.push(format!(
            "Its name {quoted} mixes letters of different alphabets that look the same. Type it yourself."
        ));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(label: &str, expected: &[&str]) {
        let notes = label_notes(label);
        let found: Vec<bool> = expected
            .iter()
            .zip(&notes)
            .map(|(word, note)| note.contains(word))
            .collect();
        assert!(
            notes.len() == expected.len() && found.iter().all(|found| *found),
            "{label}: {notes:?} should say {expected:?}"
        );
    }

    #[test]
    fn a_name_that_reads_like_a_sentence_of_usher_is_pointed_out() {
        check("GitHub", &[]);
        check("Dr. Who’s files v1.2", &["sentence"]);
        check("My home server (2nd)", &[]);
        check(
            "Usher needs the password of your keyring to go on",
            &["names Usher", "sentence"],
        );
        check("Enter it below:", &["sentence"]);
        check("G\u{456}tHub", &["alphabets"]);
        check("Файлы", &[]);
        check("USHER", &["names Usher"]);
    }
}
