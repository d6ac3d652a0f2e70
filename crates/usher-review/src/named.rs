//! Pairing the entries of two lists: by their names where they have some, else by their places.

use serde_json::Value;

/// Entries by their names, if each is an object with a name of its own.
pub(super) fn by_name(entries: &[Value]) -> Option<Vec<(&str, &Value)>> {
    let named: Vec<_> = entries
        .iter()
        .map(|entry| Some((entry.get("name")?.as_str()?, entry)))
        .collect::<Option<_>>()?;
    let is_unique = |(at, (name, _)): (usize, &(&str, &Value))| {
        named[..at].iter().all(|(other, _)| other != name)
    };
    (!named.is_empty() && named.iter().enumerate().all(is_unique)).then_some(named)
}

/// Where two lists differ: so many entries are the same at the beginning, and so many at the end.
pub(super) fn common_ends(old: &[Value], new: &[Value]) -> (usize, usize) {
    let start = old
        .iter()
        .zip(new)
        .take_while(|(old, new)| old == new)
        .count();
    let end = old[start..]
        .iter()
        .rev()
        .zip(new[start..].iter().rev())
        .take_while(|(old, new)| old == new)
        .count();
    (start, end)
}
