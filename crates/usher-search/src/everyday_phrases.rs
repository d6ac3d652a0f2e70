//! Everyday words and phrases, and the words with which tools say the same. A phrase is looked for whole; a verb and its
//! particle also with words between them (*turn it off*). Not here: what is said of a kind of tool (`tool_kinds`).

use std::collections::HashMap;

use crate::table::lines;

/// The phrases, in lines; what begins with `#` is a comment.
const PHRASES: &str = include_str!("../data/everyday_phrases.txt");

/// Words that belong to the verb before them, with others between.
const PARTICLES: &[&str] = &[
    "up", "down", "off", "on", "out", "over", "back", "away", "in", "aside", "together", "into",
    "onto", "work", "mean",
];

/// The most words between a verb and its particle.
const GAP: usize = 5;
/// The most words of a phrase.
const LONGEST: usize = 5;

/// What everyday phrases stand for, by their stems.
pub(crate) struct EverydayPhrases(HashMap<String, &'static str>);

impl EverydayPhrases {
    /// Makes the table with this stemmer.
    pub(crate) fn new(stem: impl Fn(&str) -> String) -> Self {
        let mut wishes = HashMap::new();
        for line in lines(PHRASES) {
            let Some((phrases, terms)) = line.split_once(" > ") else {
                continue;
            };
            for phrase in phrases.split(", ") {
                let stems: Vec<_> = phrase.split([' ', '-', '_', '.']).map(&stem).collect();
                wishes.entry(stems.join(" ")).or_insert(terms);
            }
        }
        Self(wishes)
    }

    /// The longest phrase that begins at this place of a query: the places of its words, and what it stands for.
    pub(crate) fn at(&self, stems: &[String], at: usize) -> Option<(Vec<usize>, &'static str)> {
        for words in (1..=LONGEST.min(stems.len() - at)).rev() {
            if let Some(terms) = self.0.get(&stems[at..at + words].join(" ")) {
                return Some(((at..at + words).collect(), terms));
            }
            if words == 2 {
                let end = stems.len().min(at + GAP + 2);
                for other in at + 2..end {
                    if PARTICLES.contains(&&*stems[other])
                        && let Some(terms) = self.0.get(&format!("{} {}", stems[at], stems[other]))
                    {
                        return Some((vec![at, other], terms));
                    }
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_found_whole_and_a_verb_with_its_particle_apart() {
        let wishes = EverydayPhrases::new(str::to_owned);
        let cases: [(&str, Option<&[usize]>); 5] = [
            ("get rid of it", Some(&[0, 1, 2])),
            ("turn all the lights off", Some(&[0, 4])),
            ("turn it", None),
            ("lamp", Some(&[0])),
            ("xylophone", None),
        ];
        for (text, expected) in cases {
            let stems: Vec<_> = text.split(' ').map(str::to_owned).collect();
            let places = wishes.at(&stems, 0).map(|(places, _)| places);
            assert_eq!(places.as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn every_line_says_what_its_phrases_stand_for() {
        for line in lines(PHRASES) {
            let (phrases, terms) = line.split_once(" > ").expect(line);
            let words = phrases
                .split(", ")
                .map(|phrase| phrase.split([' ', '-', '.', '_']).count());
            assert!(words.max() <= Some(LONGEST), "{line}");
            assert!(terms.split(' ').all(|term| !term.is_empty()), "{line}");
        }
    }
}
