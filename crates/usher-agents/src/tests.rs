//! Connects made-up agents in made-up homes, with the files that people have.

mod fixtures;
mod kit;
mod layout;
mod random;
mod refusals;
mod removal;

use std::fs;
use std::thread;

use usher_config::file_format::Format;
use usher_config::other_apps::{APPS, App};

use crate::{Change, Status, Undone, apply, preview, remove, status, undo};
use fixtures::{FIXTURES, Outcome};
use kit::{Home, adds_only};

/// Every fixture with every agent whose file has its format. Most of the time goes into waiting for the disk.
fn each(check: impl Fn(&Home, &str, Outcome) + Sync) {
    let of_app = |app: &'static App| {
        let mut count = 0;
        for fixture in FIXTURES
            .iter()
            .filter(|fixture| fixture.format == app.format)
        {
            let home = Home::with(app, &fixture.text(app));
            let case = format!("{} with {}", app.name, fixture.name);
            check(&home, &case, fixture.outcome);
            count += 1;
        }
        count
    };
    let count: usize = thread::scope(|scope| {
        let running: Vec<_> = APPS
            .iter()
            .map(|app| {
                let of_app = &of_app;
                scope.spawn(move || of_app(app))
            })
            .collect();
        running
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .sum()
    });
    assert!(count > 500, "{count} cases");
}

#[test]
fn there_are_enough_odd_files() {
    assert!(FIXTURES.len() >= 40, "{}", FIXTURES.len());
    for format in [Format::Json, Format::Toml, Format::Yaml] {
        let of_format = FIXTURES.iter().filter(|fixture| fixture.format == format);
        let added = of_format.filter(|fixture| fixture.outcome == Outcome::Added);
        assert!(added.count() >= 8, "{format:?}");
    }
}

#[test]
fn connecting_changes_nothing_but_the_entry_and_undo_restores_every_byte() {
    each(|home, case, outcome| {
        let original = home.bytes();
        let files = home.files();
        let found = preview(&home.agent, &home.entry);
        assert_eq!(home.bytes(), original, "{case}: a preview writes nothing");
        let shown = match (found, outcome) {
            (Err(refusal), Outcome::Refused(code)) => {
                assert_eq!(refusal.reason.code, code, "{case}");
                kit::assert_text(&refusal, &home.agent.file);
                assert!(refusal.by_hand.contains(&home.entry.program), "{case}");
                return;
            }
            (Ok(shown), Outcome::Added) => shown,
            (found, expected) => panic!("{case}: {expected:?}, not {found:?}"),
        };
        assert_eq!(shown.change, Change::Add, "{case}");
        let old = String::from_utf8(original.clone()).unwrap();
        assert!(
            adds_only(&old, &shown.text),
            "{case}:\n{old}\n---\n{}",
            shown.text
        );

        let receipt = home.written_as_shown(&shown, case);
        kit::assert_mode(&home.agent.file, Home::MODE, case);
        assert_eq!(
            status(&home.agent, &home.entry),
            Status::Connected,
            "{case}"
        );
        let again = preview(&home.agent, &home.entry).unwrap();
        assert_eq!(again.change, Change::None, "{case}");
        assert_eq!(apply(&again, 0), Ok(None), "{case}");

        home.undo_restores(&receipt, &original, &files, case);
        assert_eq!(
            status(&home.agent, &home.entry),
            Status::NotConnected,
            "{case}"
        );
    });
}

#[test]
fn undo_after_other_changes_removes_the_entry_alone() {
    each(|home, case, outcome| {
        if outcome != Outcome::Added {
            return;
        }
        let before = home.value();
        let shown = preview(&home.agent, &home.entry).unwrap();
        let receipt = apply(&shown, 0).unwrap().unwrap();
        let newline = if shown.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        fs::write(&home.agent.file, format!("{}{newline}", shown.text)).unwrap();
        assert_eq!(undo(&receipt), Ok(Undone::EntryRemoved), "{case}");
        assert_eq!(
            home.value_without_empty(),
            kit::without_empty(before, home.agent.app),
            "{case}"
        );
        assert_eq!(undo(&receipt), Ok(Undone::Nothing), "{case}: twice");
        let backup = receipt.backup.unwrap();
        assert!(
            backup.is_file(),
            "{case}: the backup is kept, because it was not restored"
        );
    });
}

#[test]
fn an_entry_beside_others_is_removed_without_a_trace() {
    each(|home, case, outcome| {
        let original = home.text_if_any();
        let has_servers = outcome == Outcome::Added && home.has_servers();
        if !has_servers {
            return;
        }
        let shown = preview(&home.agent, &home.entry).unwrap();
        apply(&shown, 0).unwrap();
        assert_eq!(
            remove(&home.agent, &home.entry),
            Ok(Undone::EntryRemoved),
            "{case}"
        );
        let text = home.text_if_any();
        // A table of TOML begins on a line of its own: the newline that the last line lacked stays.
        assert_eq!(text.trim_end(), original.trim_end(), "{case}");
    });
}
