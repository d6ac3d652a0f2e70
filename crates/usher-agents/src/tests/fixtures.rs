//! The files that people have. `KEY` stands for the key of the agent's servers.

use std::sync::LazyLock;

use usher_config::file_format::Format;
use usher_config::other_apps::App;

pub(super) struct Fixture {
    pub(super) name: &'static str,
    pub(super) format: Format,
    text: String,
    pub(super) outcome: Outcome,
}

/// What connecting an agent with this file does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Added,
    /// Refused with this code.
    Refused(&'static str),
}

impl Fixture {
    pub(super) fn text(&self, app: &App) -> String {
        self.text.replace("KEY", app.servers[0])
    }
}

/// A row: the format, a name, what comes of it, and the text.
type Row = (&'static str, &'static str, &'static str, String);

pub(super) static FIXTURES: LazyLock<Vec<Fixture>> = LazyLock::new(|| {
    let rows: Vec<Row> = serde_json::from_str(include_str!("fixtures.json")).unwrap();
    let fixtures = rows.into_iter().map(|(format, name, outcome, text)| {
        let format = match format {
            "json" => Format::Json,
            "toml" => Format::Toml,
            _ => Format::Yaml,
        };
        let outcome = match outcome {
            "added" => Outcome::Added,
            code => Outcome::Refused(code),
        };
        Fixture {
            name,
            format,
            text,
            outcome,
        }
    });
    fixtures.collect()
});
