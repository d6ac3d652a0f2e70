//! Texts that nobody thought of: fixtures with pieces lost, doubled and put elsewhere.

use serde_json::Value;
use usher_config::file_format::{parse, value_at};
use usher_config::other_apps::APPS;

use super::fixtures::FIXTURES;
use super::kit::{Home, adds_only, removes_only};
use crate::edit;
use crate::place::{self, Place, Problem};

/// A generator of numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }

    fn piece<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }

    /// A place in a text between two characters.
    fn place(&mut self, text: &str) -> usize {
        let places: Vec<usize> = text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect();
        places[self.below(places.len())]
    }
}

const PIECES: [&str; 24] = [
    "\n",
    "\r\n",
    " ",
    "\t",
    ",",
    "{",
    "}",
    "[",
    "]",
    ":",
    "\"",
    "'",
    "// c\n",
    "/* c */",
    "# c\n",
    "é🦀",
    "\\",
    "\"usher\": {}",
    "\"mcpServers\": {}",
    "extensions:\n",
    "  usher:\n",
    "[mcp_servers]\n",
    "- ",
    "\u{feff}",
];

#[test]
fn no_text_makes_it_panic_or_change_anything_else() {
    let mut numbers = Numbers(7);
    let (mut added, mut refused, mut removed) = (0, 0, 0);
    for id in ["cursor", "zed", "opencode", "codex", "goose"] {
        let app = APPS.iter().find(|app| app.id == id).unwrap();
        let home = Home::without_file(app);
        let ours = home.entry.value(&home.agent);
        for fixture in FIXTURES
            .iter()
            .filter(|fixture| fixture.format == app.format)
        {
            for _ in 0..100 {
                let mut text = fixture.text(app);
                for _ in 0..=numbers.below(3) {
                    let (from, to) = (numbers.place(&text), numbers.place(&text));
                    match numbers.below(3) {
                        0 => text.insert_str(from, numbers.piece(&PIECES)),
                        1 => text.replace_range(from.min(to)..from.max(to), ""),
                        _ => {
                            let part = text[from.min(to)..from.max(to)].to_owned();
                            text.insert_str(numbers.place(&text.clone()), &part);
                        }
                    }
                }
                let place = Place::new(&home.agent, "usher", &text);
                if let Ok(root) = parse(&text, app.format) {
                    let servers = value_at(&root, place.keys).and_then(Value::as_object);
                    let names: Vec<String> = servers
                        .into_iter()
                        .flatten()
                        .map(|(name, _)| name.clone())
                        .collect();
                    if let Ok(new) = edit::remove(&text, place, &names) {
                        removed += usize::from(new != text);
                        assert!(removes_only(&text, &new), "{text:?}\n{new:?}");
                    }
                }
                let is_free = matches!(place::entry(&text, place), Ok(None));
                match edit::add(&text, place, &ours) {
                    Ok(new) => {
                        added += 1;
                        assert_eq!(
                            place::entry(&new, place),
                            Ok(Some(ours.clone())),
                            "{text:?}"
                        );
                        assert!(!is_free || adds_only(&text, &new), "{text:?}\n{new:?}");
                        let without = edit::remove(&new, place, &["usher".to_owned()]);
                        let value =
                            without.map(|text| place.without(parse(&text, app.format).unwrap()));
                        assert_eq!(
                            value,
                            Ok(place.without(parse(&text, app.format).unwrap())),
                            "{text:?}\n{new:?}"
                        );
                    }
                    Err(problem) => {
                        refused += 1;
                        let is_valid = parse(&text, app.format).is_ok();
                        assert_ne!(
                            is_valid,
                            matches!(problem, Problem::Broken(_)),
                            "{text:?}: {problem:?}"
                        );
                    }
                }
            }
        }
    }
    assert!(
        added > 3_000 && refused > 3_000 && removed > 500,
        "{added} added, {refused} refused, {removed} removed"
    );
}
