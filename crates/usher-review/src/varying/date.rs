//! Reads dates and times as programs write them into texts.

use super::common_parts::{Common, ends_a_word, last_word};

/// Words of the longest date: `Monday, 30 November 2026 at` is none, `Mon Nov 30 00:34:53 UTC 2026` has six.
const WORDS: usize = 8;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

const BESIDE_TIMES: [&str; 7] = ["AM", "PM", "am", "pm", "UTC", "GMT", "Z"];

/// What a word may be in a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    /// `2026-11-30`, `00:34:53`, `2026-11-30T00:34:53.123Z`, `30.11.2026`.
    Compound,
    /// `30`, `2026`.
    Digits,
    /// `Nov`, `Monday`.
    Name,
    /// `UTC`, `PM`, `+01:00`.
    BesideTime,
}

impl Word {
    fn of(word: &str) -> Option<Self> {
        let word = word.strip_suffix(',').unwrap_or(word);
        let is_name = |whole: &&str| *whole == word || whole.get(..3) == Some(word);
        if MONTHS.iter().chain(&WEEKDAYS).any(is_name) {
            return Some(Self::Name);
        }
        if BESIDE_TIMES.contains(&word) {
            return Some(Self::BesideTime);
        }
        let unsigned = word.strip_prefix(['+', '-']);
        let first = *unsigned.unwrap_or(word).as_bytes().first()?;
        let is_numeric = |byte: u8| byte.is_ascii_digit() || b"-:./+TZ,".contains(&byte);
        if !first.is_ascii_digit() || !word.bytes().all(is_numeric) {
            return None;
        }
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            return (word.len() <= 4).then_some(Self::Digits);
        }
        if unsigned.is_some() {
            return Some(Self::BesideTime);
        }
        is_compound(word).then_some(Self::Compound)
    }
}

/// Whether it is a date of three numbers, one of them a year, or a time of two or three; or both with a `T` between.
fn is_compound(word: &str) -> bool {
    match word.split_once('T') {
        Some((day, time)) => is_day(day) && is_time(time),
        None => is_day(word) || is_time(word),
    }
}

fn is_day(word: &str) -> bool {
    ['-', '/', '.'].into_iter().any(|separator| {
        let parts: Vec<_> = word.split(separator).map(str::len).collect();
        let is_of_digits = word
            .split(separator)
            .all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        is_of_digits && matches!(parts[..], [4, 1..=2, 1..=2] | [1..=2, 1..=2, 4])
    })
}

fn is_time(word: &str) -> bool {
    let word = word.strip_suffix('Z').unwrap_or(word);
    let zone = word.rfind(['+', '-']).unwrap_or(word.len());
    let (time, zone) = word.split_at(zone);
    let (time, fraction) = time.split_once(['.', ',']).unwrap_or((time, ""));
    let is_of_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<_> = time.split([':', '-']).collect();
    (2..=3).contains(&parts.len())
        && parts
            .iter()
            .all(|part| (1..=2).contains(&part.len()) && is_of_digits(part))
        && fraction.len() <= 9
        && is_of_digits(fraction)
        && (zone.is_empty() || is_of_digits(&zone[1..].replace(':', "")))
        && zone.len() <= 6
}

/// Whether all of a text is one date, one time, or both.
pub(super) fn is_date(text: &str) -> bool {
    let words: Option<Vec<_>> = text.split(' ').take(WORDS + 1).map(Word::of).collect();
    words.is_some_and(|words| {
        let has = |wanted| words.contains(&wanted);
        // Without the name of a month, digits alone belong to nothing.
        let is_named = has(Word::Name) && (has(Word::Compound) || has(Word::Digits));
        words.len() <= WORDS && (is_named || (has(Word::Compound) && !has(Word::Digits)))
    })
}

/// Leaves out of what is common the words around that belong to the same date.
pub(super) fn widened<'a>(word: Common<'a>, was: &str) -> Common<'a> {
    let all = widened_over(word, |_| true);
    let end = was.len().saturating_sub(all.after.len());
    let whole = was.get(all.before.len()..end).unwrap_or_default();
    let mut words = whole.split(' ');
    if words.any(|one| Word::of(one) == Some(Word::Name)) {
        return all;
    }
    // Without the name of a month, digits alone belong to nothing.
    widened_over(word, |one| one != Word::Digits)
}

/// Leaves out the words next to the span that belong to it.
fn widened_over(common: Common<'_>, belongs: fn(Word) -> bool) -> Common<'_> {
    let is_of_date = |word: &str| Word::of(word).is_some_and(belongs);
    let Common {
        mut before,
        mut after,
    } = common;
    while let Some(left) = before.strip_suffix(' ') {
        let word = last_word(left);
        if !is_of_date(word) {
            break;
        }
        before = &left[..left.len() - word.len()];
    }
    while let Some(right) = after.strip_prefix(' ') {
        let at = right.find(ends_a_word).unwrap_or(right.len());
        let word = right[..at].trim_end_matches(['.', ',', ':', '!', '?']);
        if !is_of_date(word) {
            break;
        }
        after = &right[word.len()..];
        if word.len() < at {
            break;
        }
    }
    Common { before, after }
}
