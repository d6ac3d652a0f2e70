//! Reads tables of cases, which have a row on each line.

/// What stands for a character that no cell can hold or end with.
const SIGNS: [(char, &str); 4] = [('␊', "\n"), ('␉', "\t"), ('␀', "\0"), ('␠', " ")];

/// The rows of a table, with ` | ` between their cells; a line that begins with `#` says what follows.
///
/// # Panics
/// If a row has too few cells.
pub fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [String; N]> {
    let lines = table.lines().map(str::trim);
    let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| {
        let row = format!("{row} ");
        let cells: Vec<_> = row.splitn(N, " | ").map(cell).collect();
        cells
            .try_into()
            .unwrap_or_else(|_| panic!("{row} has too few cells"))
    })
}

fn cell(written: &str) -> String {
    let written = written.trim_matches(' ').to_owned();
    SIGNS
        .iter()
        .fold(written, |cell, (sign, text)| cell.replace(*sign, text))
}
