//! What people say when they want a kind of tool. Not here: what single words of a wish stand for (`everyday_phrases`).

use std::collections::{HashMap, HashSet};

use crate::table::lines;

/// The kinds by words of the names of tools, and what people say.
const KINDS: &str = include_str!("../data/tool_kinds.txt");

/// One kind.
struct Kind {
    /// Of each one has to be in the name.
    words: Vec<Either>,
    said: &'static str,
}

/// Words of which a tool has to have one.
#[derive(Clone)]
struct Either {
    words: Vec<String>,
    /// Whether its description is enough.
    anywhere: bool,
}

/// All kinds, by the words that come first.
pub(crate) struct ToolKinds(HashMap<String, Vec<Kind>>);

impl ToolKinds {
    /// Reads the table with this way to make a stem or meaning of a word.
    pub(crate) fn new(common: impl Fn(&str) -> String) -> Self {
        let mut kinds: HashMap<_, Vec<_>> = HashMap::new();
        for line in lines(KINDS) {
            let Some((words, said)) = line.split_once(": ") else {
                continue;
            };
            let words: Vec<_> = words
                .split(' ')
                .map(|either| Either {
                    words: either
                        .trim_start_matches('~')
                        .split('|')
                        .map(&common)
                        .collect(),
                    anywhere: either.starts_with('~'),
                })
                .collect();
            for first in words.first().into_iter().flat_map(|either| &either.words) {
                kinds.entry(first.clone()).or_default().push(Kind {
                    words: words.clone(),
                    said,
                });
            }
        }
        Self(kinds)
    }

    /// What people say who want a tool with these words in its name, and these anywhere.
    pub(crate) fn said(
        &self,
        name: &HashSet<String>,
        anywhere: &HashSet<String>,
    ) -> Vec<&'static str> {
        let kinds = anywhere
            .iter()
            .filter_map(|word| self.0.get(word))
            .flatten();
        let has_all = |kind: &&Kind| {
            kind.words.iter().all(|either| {
                let among = if either.anywhere { anywhere } else { name };
                either.words.iter().any(|word| among.contains(word))
            })
        };
        let mut said: Vec<_> = kinds.filter(has_all).map(|kind| kind.said).collect();
        said.sort_unstable();
        said.dedup();
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> HashSet<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_kind_has_all_its_words_in_the_name_or_where_it_says_anywhere() {
        let kinds = ToolKinds::new(str::to_owned);
        let says = |name: &str, text: &str, said: &str| {
            let name = words(name);
            let anywhere = name.union(&words(text)).cloned().collect();
            kinds
                .said(&name, &anywhere)
                .iter()
                .any(|kind| kind.contains(said))
        };
        assert!(says("camera image", "", "door"));
        assert!(
            !says("camera", "an image", "door"),
            "only in its description"
        );
        assert!(says("call service", "a light", "lamp"), "said to be enough");
    }

    #[test]
    fn every_line_has_words_and_what_is_said() {
        for line in lines(KINDS) {
            let (words, said) = line.split_once(": ").expect(line);
            let mut empty = words.split([' ', '|']).chain(said.split(' '));
            assert!(
                !empty.any(|word| word.trim_start_matches('~').is_empty()),
                "{line}"
            );
        }
    }
}
