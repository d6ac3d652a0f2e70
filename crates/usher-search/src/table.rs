//! Reads the tables of words in `data`.

/// Returns the lines of a table, without its comments.
pub(crate) fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#'))
}
