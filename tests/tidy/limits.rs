//! Where limits stand. How much is taken from others and how long they are waited for is a limit; whoever wants to know
//! them all, or to change one, opens one file of each crate.

use crate::tree::{assert_none, read, sources};

/// The crates that take anything from others, and where each has its limits.
const HOMES: [(&str, &str); 2] = [
    ("crates/usher-mcp/src/", "crates/usher-mcp/src/limits.rs"),
    ("crates/usher-core/src/", "crates/usher-core/src/limits.rs"),
];

/// What the name of a limit has in it. A length of time is one in any case, unless it is a pace (`…_EVERY`).
const TELLING: [&str; 24] = [
    "MAX",
    "MOST",
    "LONGEST",
    "LARGEST",
    "DEEPEST",
    "LIMIT",
    "BYTES",
    "DEPTH",
    "WITHIN",
    "WAIT",
    "WAITING",
    "WAITS",
    "TIMEOUT",
    "DEADLINE",
    "PATIENCE",
    "GRACE",
    "ONCE",
    "ATTEMPTS",
    "TRIES",
    "RETRIES",
    "REDIRECTS",
    "ROUNDS",
    "HOPS",
    "ENTRIES",
];

/// What is named like a limit and is none, and why.
const NO_LIMITS: [(&str, &[&str]); 5] = [
    (
        "how our own words are laid out",
        &[
            "usher-core/src/content.rs HEAD_BYTES",
            "usher-core/src/models/failure.rs MAX_WORDS",
            "usher-core/src/pins/difference.rs MAX_LISTED",
            "usher-core/src/pins/disguises.rs MAX_MIXED",
            "usher-core/src/pins/phrase.rs MAX_CHARS",
            "usher-core/src/schema.rs MAX_FAULTS",
            "usher-core/src/schema/words.rs MAX_QUOTED_CHARS",
            "usher-core/src/wire/summary.rs MAX_CHARS",
        ],
    ),
    (
        "room and pace of our own work",
        &[
            "usher-core/src/asks/keep.rs AT_ONCE",
            "usher-core/src/asks/keep.rs PAUSE",
            "usher-core/src/bounded.rs STACK_BYTES",
            "usher-core/src/store/kept.rs AT_ONCE",
            "usher-core/src/servers.rs ORDERS_WAITING",
            "usher-core/src/wire/search.rs BYTES_PER_TURN",
            "usher-mcp/src/event/arriving.rs REST",
            "usher-mcp/src/process/custody.rs MAX_GUARDIANS",
            "usher-mcp/src/process/kin/linux.rs ENVIRONMENT_USUAL_BYTES",
            "usher-mcp/src/process/kin/linux.rs STAT_BYTES",
            "usher-mcp/src/transport/stdio/inlet.rs READ_BYTES",
            "usher-mcp/src/transport/stdio/outlet.rs TOGETHER_BYTES",
        ],
    ),
    (
        "how long what is ours is kept, or can be taken back",
        &[
            "usher-core/src/servers/removal.rs UNDO_WITHIN",
            "usher-core/src/store/sampling.rs KEPT",
        ],
    ),
    (
        "what something is or costs, and not how much of it may come",
        &[
            "usher-core/src/sampling/budget.rs DAY",
            "usher-core/src/sampling/budget.rs HOUR",
            "usher-core/src/sampling/estimate.rs BYTES_A_TOKEN",
            "usher-core/src/sampling/estimate.rs SOUND_BYTES_A_TOKEN",
            "usher-core/src/servers/wake.rs SLEPT",
            "usher-core/src/store/open.rs SMALLEST_BYTES",
            "usher-core/src/wire/ring.rs ENTRY_COST_BYTES",
        ],
    ),
    (
        "what is asked for where nobody says how much",
        &["usher-core/src/models/prompt.rs USUAL_MAX_TOKENS"],
    ),
];

/// A constant that is a number or a length of time.
struct Constant<'a> {
    name: &'a str,
    kind: &'a str,
    value: &'a str,
}

/// Reads one line of code.
fn constant(line: &str) -> Option<Constant<'_>> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) => rest
            .trim_start_matches(|sign: char| sign != ' ')
            .trim_start(),
        None => line,
    };
    let (name, rest) = line.strip_prefix("const ")?.split_once(": ")?;
    let (kind, value) = rest.split_once(" =").unwrap_or((rest, ""));
    let is_number = ["usize", "u8", "u16", "u32", "u64", "i32", "i64"].contains(&kind);
    let of_limits = value.trim_start().starts_with("limits::");
    let is_ours = (is_number || kind.contains("Duration")) && !of_limits;
    is_ours.then_some(Constant { name, kind, value })
}

impl Constant<'_> {
    fn is_like_a_limit(&self) -> bool {
        let telling = self.name.split('_').any(|word| TELLING.contains(&word));
        let is_time = self.kind.contains("Duration") || self.value.contains("Duration::");
        telling || (is_time && !self.name.ends_with("_EVERY"))
    }
}

/// Code before the tests that stand in the same file.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .take_while(|line| line.trim_start() != "mod tests {")
}

/// All constants outside the homes of limits that are like one.
fn astray() -> Vec<String> {
    sources(&[".rs"])
        .iter()
        .filter(|file| {
            let is_watched = HOMES
                .iter()
                .any(|(crate_, home)| file.path.starts_with(crate_) && file.path != *home);
            is_watched && !file.path.ends_with("tests.rs") && !file.is_test()
        })
        .flat_map(|file| {
            let short = file.path.trim_start_matches("crates/");
            code(&file.text)
                .filter_map(constant)
                .filter(Constant::is_like_a_limit)
                .map(move |found| format!("{short} {}", found.name))
                .collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn limits_stand_in_one_place() {
    let excepted: Vec<&str> = NO_LIMITS
        .iter()
        .flat_map(|(_, names)| names.iter().copied())
        .collect();
    let astray = astray();
    let problems: Vec<String> = astray
        .iter()
        .filter(|found| !excepted.contains(&found.as_str()))
        .cloned()
        .collect();
    assert_none(
        &problems,
        "Move these limits to `limits.rs` of their crate. If one bounds nothing that others send and nobody they let \
         wait, name it in tests/tidy/limits.rs with the reason",
    );
    let stale: Vec<String> = excepted
        .iter()
        .filter(|name| !astray.iter().any(|found| found == *name))
        .map(|name| (*name).to_owned())
        .collect();
    assert_none(&stale, "These exceptions are gone; take them off the list");
}

#[test]
fn every_limit_says_what_it_means() {
    for (_, home) in HOMES {
        let text = read(home);
        let lines: Vec<&str> = text.lines().collect();
        let problems: Vec<String> = lines
            .iter()
            .zip(lines.iter().skip(1))
            .filter(|(before, _)| !before.trim_start().starts_with("///"))
            .filter_map(|(_, line)| constant(line))
            .map(|limit| format!("{home} {}", limit.name))
            .collect();
        assert_none(
            &problems,
            "Say in a doc comment what these limits mean, with the unit",
        );
    }
}

#[test]
fn limits_are_told_from_the_rest() {
    let cases = [
        ("const MAX_BYTES: usize = 5;", true),
        ("pub(super) const REPLY_WAIT: Duration = X;", true),
        ("const LAG: Duration = Duration::from_secs(1);", true),
        ("const ASKED: std::ops::RangeInclusive<Duration> =", true),
        ("pub const MAX_CHARS: usize = limits::LABEL_CHARS;", false),
        (
            "const LOOK_EVERY: Duration = Duration::from_secs(2);",
            false,
        ),
        ("const DRAWN_SIDE: u32 = 64;", false),
        ("const MAX: &str = \"5\";", false),
        ("let MAX_BYTES: usize = 5;", false),
    ];
    for (line, expected) in cases {
        let is_one = constant(line).is_some_and(|found| found.is_like_a_limit());
        assert_eq!(is_one, expected, "{line}");
    }
}
