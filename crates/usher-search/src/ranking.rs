//! Ranks tools for a query by their words: what the full-text index has to hold, how a query is put to it, and which of
//! its hits fit best.

use std::collections::{HashMap, HashSet};

use crate::tool_text::ToolText;
use crate::words::{Asking, Words};

/// How much of what a query says the best tool has to answer; below, none fits.
const LEAST_COVERAGE: f64 = 0.40;
/// How much of that the others have to answer, as a part of what the best one does.
const BESIDE_BEST: f64 = 0.3;
/// What a word counts for by its place in a tool's texts.
const SERVER: f64 = 1.0;
const NAME: f64 = 1.0;
const SUMMARY: f64 = 0.65;
const TITLE: f64 = 0.55;
const DESCRIPTION: f64 = 0.5;
const ARGUMENTS: f64 = 0.45;
/// What it counts for if people say it of this kind of tool.
const SAID: f64 = 0.8;
/// From this place on, a tool names the word itself.
const PROMINENT: f64 = 0.54;
/// What a word of the same meaning counts for, beside the word itself.
const SAME_MEANING: f64 = 0.65;
/// What the words count for that tools say instead of a phrase, the words of the phrase itself, and the words that tools
/// say instead of a single word; each further one counts for less.
const PHRASE: f64 = 1.1;
const PHRASE_OWN: f64 = 0.8;
const INSTEAD: f64 = 0.3;
const NEXT: f64 = 0.85;
/// What a longer word counts for that begins with the one asked for.
const LONGER: f64 = 0.8;
/// What a word counts for that says little.
const FILLER: f64 = 0.4;
/// What a word that no tool has counts for, beside the rarest; if it looks like a name; if it says little.
const UNKNOWN: f64 = 1.0;
const NAMED: f64 = 0.3;
const UNKNOWN_FILLER: f64 = 0.1;
/// What a word counts for at least that no tool has, if tools say something instead.
const UNSAID: f64 = 0.8;
/// What a word counts for that a tool has to name itself and does not, beside the rarest.
const UNNAMED: f64 = 2.0;
/// What counts for a tool whose name holds nothing but what was asked for.
const EXACT_NAME: f64 = 0.24;
/// What counts for the tool that the full-text index likes best.
const BEST_HIT: f64 = 0.33;
/// The shortest word that stands for longer ones that begin with it.
const PREFIX: usize = 4;
/// Words of a query that are looked for.
const QUERY_WORDS: usize = 24;
/// A word that more of the tools have, as a part of all, only sorts hits.
const COMMON: f64 = 0.3;
/// So does one that more of them have if tools say it instead, or it says little; in more tools than these it has to be.
const COMMON_INSTEAD: f64 = 0.035;
const COMMON_TOOLS: u32 = 90;

/// The texts of one tool as the full-text index holds them: words between spaces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Columns {
    pub name: String,
    pub title: String,
    pub server: String,
    /// The beginning of the description.
    pub summary: String,
    /// The rest of it.
    pub description: String,
    pub arguments: String,
}

/// The words of all tools.
#[derive(Default)]
pub struct Ranking {
    words: Words,
    /// In how many tools each word is, and its number.
    known: HashMap<String, Known>,
    tools: Vec<ToolWords>,
}

#[derive(Debug, Clone, Copy)]
struct Known {
    number: u32,
    tools: u32,
}

/// The words of one tool.
struct ToolWords {
    /// What each is worth: the more prominent its place, the more.
    worth: HashMap<u32, f64>,
    /// Those of its name, each with that of its meaning.
    name: Vec<(u32, Option<u32>)>,
}

/// A query, as the words of the ranking.
pub struct Query {
    asked: Vec<Asked>,
    /// Words that a tool has to name; `None` = no tool has it.
    outside: Vec<Option<u32>>,
}

/// One word of a query.
struct Asked {
    /// What answering it is worth.
    weight: f64,
    answers: Vec<Answer>,
}

/// A word that answers one of a query.
struct Answer {
    word: String,
    known: Known,
    /// How well it does.
    worth: f64,
    /// Whether so many tools have it that it only sorts hits.
    is_common: bool,
}

/// A tool that fits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// Its place among the texts that the ranking was made of.
    pub tool: usize,
    pub score: f64,
}

impl Ranking {
    /// Makes one of the texts of all tools, and what the full-text index has to hold of each.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a ToolText>) -> (Self, Vec<Columns>) {
        let mut ranking = Self::default();
        let columns = texts.into_iter().map(|text| ranking.add(text)).collect();
        (ranking, columns)
    }

    fn add(&mut self, text: &ToolText) -> Columns {
        let mut worth = HashMap::new();
        let said = self.words.said(text);
        let mut column = |text: &str, place: f64| {
            let words = self.words.of(text);
            let mut numbers = Vec::new();
            let mut column = String::new();
            for word in &words {
                let meaning = word.meaning.map(shared);
                let stem = self.place(&word.stem, place, &mut worth);
                let of_meaning = meaning
                    .as_deref()
                    .map(|word| self.place(word, place, &mut worth));
                numbers.push((stem, of_meaning));
                for word in [Some(&word.stem), meaning.as_ref()].into_iter().flatten() {
                    if !column.is_empty() {
                        column.push(' ');
                    }
                    column.push_str(word);
                }
            }
            (column, numbers)
        };
        let (name, mut numbers) = column(&text.name, NAME);
        let (server, of_server) = column(&text.server, SERVER);
        // Many names begin with their server, and it says nothing about what the tool does.
        numbers.retain(|number| !of_server.contains(number));
        let mut description = column(&text.description, DESCRIPTION).0;
        for said in said {
            description.push(' ');
            description.push_str(&column(said, SAID).0);
        }
        let columns = Columns {
            name,
            title: column(&text.title, TITLE).0,
            server,
            summary: column(&text.summary, SUMMARY).0,
            description,
            arguments: column(&text.arguments, ARGUMENTS).0,
        };
        self.tools.push(ToolWords {
            worth,
            name: numbers,
        });
        columns
    }

    /// Takes note that a tool has a word in a place of this worth.
    fn place(&mut self, word: &str, place: f64, worth: &mut HashMap<u32, f64>) -> u32 {
        let next = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
        if !self.known.contains_key(word) {
            self.known.insert(
                word.to_owned(),
                Known {
                    number: next,
                    tools: 0,
                },
            );
        }
        let Some(known) = self.known.get_mut(word) else {
            return next;
        };
        let best = worth.entry(known.number).or_insert_with(|| {
            known.tools += 1;
            place
        });
        *best = best.max(place);
        known.number
    }

    /// Reads what is looked for.
    pub fn query(&self, text: &str) -> Query {
        let mut seen = HashSet::new();
        let words = self
            .words
            .of_query(text, |word| self.known.contains_key(word));
        let words = words.into_iter().filter(|asking| {
            let stems = asking.words.iter().chain(&asking.instead);
            seen.insert(stems.map(|word| word.stem.clone()).collect::<Vec<_>>())
        });
        let asked: Vec<_> = words
            .take(QUERY_WORDS)
            .map(|asking| self.asked(&asking))
            .collect();
        let outside = self.words.outside(text);
        let outside = outside
            .iter()
            .map(|word| self.known.get(word).map(|known| known.number));
        Query {
            asked,
            outside: outside.collect(),
        }
    }

    fn asked(&self, asking: &Asking) -> Asked {
        let mut answers = Vec::new();
        let own = if asking.is_phrase { PHRASE_OWN } else { 1.0 };
        for word in &asking.words {
            answers.extend(self.answer(&word.stem, own));
            answers.extend(
                word.meaning
                    .and_then(|meaning| self.answer(&shared(meaning), own * SAME_MEANING)),
            );
            answers.extend(
                word.joined
                    .as_deref()
                    .and_then(|joined| self.answer(joined, own)),
            );
        }
        let own_answers = if asking.is_filler { 0 } else { answers.len() };
        let mut worth = if asking.is_phrase { PHRASE } else { INSTEAD };
        for word in &asking.instead {
            answers.extend(self.answer(&word.stem, worth));
            answers.extend(
                word.meaning
                    .and_then(|meaning| self.answer(&shared(meaning), worth * SAME_MEANING)),
            );
            worth *= NEXT;
        }
        if answers.is_empty()
            && let Some(word) = asking.words.first()
        {
            let longer = self.longer(&word.stem);
            answers.extend(
                longer
                    .into_iter()
                    .filter_map(|word| self.answer(word, LONGER)),
            );
        }
        for answer in answers.iter_mut().skip(own_answers) {
            let tools = f64::from(answer.known.tools);
            answer.is_common |=
                answer.known.tools > COMMON_TOOLS && tools > COMMON_INSTEAD * self.count();
        }
        if asking.is_filler {
            for answer in &mut answers {
                answer.worth *= FILLER;
            }
        }
        let most = answers
            .iter()
            .map(|answer| answer.worth)
            .fold(0.0, f64::max);
        let weight = if answers.is_empty() {
            let part = if asking.words.is_empty() {
                0.0
            } else if asking.is_filler {
                UNKNOWN_FILLER
            } else if asking.is_name {
                NAMED
            } else {
                UNKNOWN
            };
            self.rarity(1.0) * part
        } else if own_answers == 0 && !asking.is_phrase && !asking.is_filler {
            most.max(self.rarity(1.0) * UNSAID)
        } else {
            most
        };
        Asked { weight, answers }
    }

    fn answer(&self, word: &str, worth: f64) -> Option<Answer> {
        let known = *self.known.get(word)?;
        let part = f64::from(known.tools) / self.count();
        Some(Answer {
            word: word.to_owned(),
            known,
            worth: worth * self.rarity(f64::from(known.tools)),
            is_common: part > COMMON,
        })
    }

    /// Words that begin with this one, the shortest first.
    fn longer(&self, stem: &str) -> Vec<&str> {
        if stem.chars().count() < PREFIX {
            return Vec::new();
        }
        let longer = self
            .known
            .keys()
            .map(String::as_str)
            .filter(|word| word.starts_with(stem));
        let mut longer: Vec<_> = longer.collect();
        longer.sort_unstable_by_key(|word| (word.len(), *word));
        longer.truncate(4);
        longer
    }

    #[expect(clippy::cast_precision_loss, reason = "there are few tools")]
    fn count(&self) -> f64 {
        self.tools.len() as f64
    }

    /// What a word that so many tools have says.
    fn rarity(&self, tools: f64) -> f64 {
        (1.0 + (self.count() - tools + 0.5) / (tools + 0.5))
            .ln()
            .sqrt()
    }

    /// Sorts what the full-text index found, and leaves out what does not fit.
    pub fn fitting(
        &self,
        query: &Query,
        hits: impl IntoIterator<Item = (usize, f64)>,
    ) -> Vec<Found> {
        let all: f64 = query.asked.iter().map(|asked| asked.weight).sum();
        let hits: Vec<_> = hits.into_iter().collect();
        let best = hits
            .iter()
            .map(|(_, score)| *score)
            .fold(f64::MIN_POSITIVE, f64::max);
        let covered: Vec<_> = hits
            .into_iter()
            .filter_map(|(tool, score)| {
                let words = self.tools.get(tool)?;
                let answered = query.asked.iter().map(|asked| asked.answered(words));
                Some((
                    tool,
                    score,
                    answered.sum::<f64>()
                        / (all + self.rarity(1.0) * UNNAMED * query.unnamed(words)),
                ))
            })
            .collect();
        let most = covered
            .iter()
            .map(|(.., coverage)| *coverage)
            .fold(0.0, f64::max);
        if most < LEAST_COVERAGE {
            return Vec::new();
        }
        let mut found: Vec<_> = covered
            .into_iter()
            .filter(|(.., coverage)| *coverage >= most * BESIDE_BEST)
            .filter_map(|(tool, score, coverage)| {
                let part_of_name = query.part_of_name(self.tools.get(tool)?);
                Some(Found {
                    tool,
                    score: coverage + EXACT_NAME * part_of_name + BEST_HIT * score / best,
                })
            })
            .collect();
        found.sort_by(|one, other| {
            other
                .score
                .total_cmp(&one.score)
                .then(one.tool.cmp(&other.tool))
        });
        found
    }
}

impl Query {
    /// The words to look for: a tool that has one of them is a hit.
    pub fn terms(&self) -> Vec<&str> {
        let answers = || self.asked.iter().flat_map(|asked| &asked.answers);
        let rare: Vec<_> = answers()
            .filter(|answer| !answer.is_common)
            .map(|answer| &*answer.word)
            .collect();
        if rare.is_empty() {
            return answers().map(|answer| &*answer.word).collect();
        }
        rare
    }

    /// How many of the words that it has to name a tool does not.
    #[expect(clippy::cast_precision_loss, reason = "queries have few words")]
    fn unnamed(&self, words: &ToolWords) -> f64 {
        let is_named = |number: u32| {
            words
                .worth
                .get(&number)
                .is_some_and(|worth| *worth >= PROMINENT)
        };
        let unnamed = self
            .outside
            .iter()
            .filter(|number| !number.is_some_and(is_named));
        unnamed.count() as f64
    }

    /// How much of a tool's name was asked for.
    #[expect(clippy::cast_precision_loss, reason = "names have few words")]
    fn part_of_name(&self, words: &ToolWords) -> f64 {
        if words.name.is_empty() {
            return 0.0;
        }
        let is_asked = |(stem, meaning): &&(u32, Option<u32>)| {
            let mut answers = self.asked.iter().flat_map(|asked| &asked.answers);
            answers
                .any(|Answer { known, .. }| known.number == *stem || Some(known.number) == *meaning)
        };
        words.name.iter().filter(is_asked).count() as f64 / words.name.len() as f64
    }
}

impl Asked {
    /// How well a tool answers: less well, the less prominent the place of the word is.
    fn answered(&self, words: &ToolWords) -> f64 {
        let worth = |answer: &Answer| Some(answer.worth * words.worth.get(&answer.known.number)?);
        self.answers.iter().filter_map(worth).fold(0.0, f64::max)
    }
}

/// What stands in the index for words of one meaning.
fn shared(meaning: &str) -> String {
    format!("={meaning}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts() -> Vec<ToolText> {
        let tool = |name: &str, summary: &str, arguments: &str| ToolText {
            server: "Notes".to_owned(),
            name: name.to_owned(),
            summary: summary.to_owned(),
            arguments: arguments.to_owned(),
            ..ToolText::default()
        };
        vec![
            tool("create_note", "Writes a note", "title"),
            tool("delete_note", "Removes a note", "id"),
            tool("read_weather", "The forecast for a city", "city note"),
            tool("get_camera_image", "A still", "entity"),
            tool("add_reaction", "An emoji below it", "name"),
        ]
    }

    /// What is found when every tool is a hit that the index likes as well.
    fn found(query: &str) -> Vec<usize> {
        let texts = texts();
        let (ranking, columns) = Ranking::new(&texts);
        let query = ranking.query(query);
        let hits = (0..columns.len()).map(|tool| (tool, 1.0));
        let found = ranking.fitting(&query, hits);
        found.into_iter().map(|found| found.tool).collect()
    }

    #[test]
    fn the_tool_that_answers_most_is_first_and_none_is_found_where_none_fits() {
        let cases = [
            ("erase a note", Some(1)),
            ("new notes", Some(0)),
            ("forecasts", Some(2)),
            ("forec", Some(2)),
            ("who is at the door", Some(3)),
            ("give it a thumbs up", Some(4)),
            ("delete my Instagram account", None),
            ("play music loudly", None),
            ("of the", None),
            ("", None),
        ];
        for (query, expected) in cases {
            assert_eq!(found(query).first().copied(), expected, "{query:?}");
        }
    }

    #[test]
    fn a_column_holds_stems_and_what_words_of_one_meaning_share() {
        let (ranking, columns) = Ranking::new(&texts());
        assert_eq!(columns[1].name, "delet =delete note =comment");
        assert_eq!(columns[1].summary, "remov =delete note =comment");
        let query = ranking.query("remove");
        assert!(query.terms().contains(&"=delete"), "{:?}", query.terms());
    }
}
