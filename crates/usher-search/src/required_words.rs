//! Words of wishes that a tool has to name itself if it fits.

use std::collections::HashSet;

use crate::table::lines;

/// The words, in lines; what begins with `#` is a comment. Names of services come first.
const WORDS: &str = include_str!("../data/required_words.txt");
/// The line after the names of services.
const MATTERS: &str = "# Matters";
/// Words of wishes that are about something said in them: a note, a search, an event may be about anything.
const CARRIERS: &[&str] = &[
    "about", "article", "calendar", "chart", "draw", "event", "find", "look", "mail", "email",
    "mention", "message", "news", "note", "notes", "remember", "remind", "search", "tell", "write",
    "shopping", "file", "folder", "photo", "table", "document", "who", "near",
];

/// Words of wishes that a tool has to name itself.
pub(crate) struct RequiredWords {
    services: HashSet<String>,
    matters: HashSet<String>,
    carriers: HashSet<String>,
}

impl RequiredWords {
    /// Reads the list with this stemmer.
    pub(crate) fn new(stem: impl Fn(&str) -> String) -> Self {
        let (services, matters) = WORDS.split_once(MATTERS).unwrap_or((WORDS, ""));
        let stems = |text: &'static str| {
            lines(text)
                .flat_map(|line| line.split(' '))
                .map(&stem)
                .collect()
        };
        Self {
            services: stems(services),
            matters: stems(matters),
            carriers: CARRIERS.iter().map(|word| stem(word)).collect(),
        }
    }

    /// Returns which of these stems of a query have to be named.
    pub(crate) fn of(&self, stems: &[String]) -> HashSet<String> {
        let is_carried = stems.iter().any(|stem| self.carriers.contains(stem));
        let has_to = |stem: &&String| {
            self.services.contains(*stem) || (!is_carried && self.matters.contains(*stem))
        };
        stems.iter().filter(has_to).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matter_of_the_world_outside_has_to_be_named_unless_something_carries_it() {
        let outside = RequiredWords::new(str::to_owned);
        let cases = [
            ("book a flight", "flight"),
            ("write a note on my flight", ""),
            ("write a note in trello", "trello"),
            ("book a meeting", ""),
        ];
        for (text, expected) in cases {
            let stems: Vec<_> = text.split(' ').map(str::to_owned).collect();
            let found: Vec<_> = outside.of(&stems).into_iter().collect();
            assert_eq!(found.join(" "), expected, "{text:?}");
        }
    }
}
