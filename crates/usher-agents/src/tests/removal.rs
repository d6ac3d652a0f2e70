//! Servers of an agent's own are removed from its file as shown, alone and beside the entry of Usher, and are there
//! again when that is undone.

use std::fs;
use std::path::Path;

use usher_config::file_format::{Format, parse};
use usher_config::other_apps::{APPS, App};

use super::each;
use super::fixtures::Outcome;
use super::kit::{self, Home, removes_only};
use crate::{
    Change, Edit, LineKind, Preview, Receipt, Refusal, Undone, apply, preview, preview_removal,
    remove, undo,
};

const FORM: Outcome = Outcome::Refused("agents.form");

/// Shows a change of an agent's file, of its servers of these names.
type Shows<'a> = &'a dyn Fn(&Home, &[String]) -> Preview;

/// Makes an agent's file.
type Makes<'a> = &'a dyn Fn(&Path);

fn app(id: &str) -> &'static App {
    APPS.iter().find(|app| app.id == id).unwrap()
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn written(shown: &Preview) -> Receipt {
    apply(shown, 1_795_000_000_000).unwrap().unwrap()
}

fn removed(home: &Home, names: &[String]) -> Receipt {
    written(&preview_removal(&home.agent, names).unwrap())
}

/// Each server of a file alone, and all of them.
fn choices(home: &Home) -> Vec<Vec<String>> {
    let own = home.own_names();
    let mut choices: Vec<Vec<String>> = own.iter().map(|name| vec![name.clone()]).collect();
    if own.len() > 1 {
        choices.push(own);
    }
    choices
}

#[test]
fn removing_changes_nothing_but_the_servers_and_undo_restores_every_byte() {
    each(|home, case, outcome| {
        let (original, files) = (home.bytes(), home.files());
        for names in choices(home) {
            let case = format!("{case}, {names:?}");
            let found = preview_removal(&home.agent, &names);
            assert_eq!(home.bytes(), original, "{case}: a preview writes nothing");
            let shown = match (found, outcome) {
                (Err(refusal), FORM) => {
                    assert_eq!(refusal.reason.code, "agents.form", "{case}");
                    kit::assert_text(&refusal, &home.agent.file);
                    let key = format!("{}.{}\n", home.agent.app.servers.join("."), names[0]);
                    assert!(refusal.by_hand.starts_with(&key), "{case}: {refusal:?}");
                    return;
                }
                (Ok(shown), Outcome::Added | Outcome::Refused("agents.taken")) => shown,
                (found, expected) => panic!("{case}: {expected:?}, not {found:?}"),
            };
            assert_eq!(shown.change, Change::Remove, "{case}");
            let old = String::from_utf8(original.clone()).unwrap();
            assert!(
                removes_only(&old, &shown.text),
                "{case}:\n{old}\n---\n{}",
                shown.text
            );
            let expected = home.value_without(&names);
            let receipt = home.written_as_shown(&shown, &case);
            assert_eq!(
                home.value_without(&names),
                expected,
                "{case}: every other value is what it was"
            );
            home.undo_restores(&receipt, &original, &files, &case);
        }
    });
}

#[test]
fn both_changes_are_undone_to_the_byte_in_either_order() {
    let connect = |home: &Home, _: &[String]| preview(&home.agent, &home.entry).unwrap();
    let take = |home: &Home, names: &[String]| preview_removal(&home.agent, names).unwrap();
    each(|home, case, outcome| {
        let names = home.own_names();
        if outcome != Outcome::Added || names.is_empty() {
            return;
        }
        let (original, files) = (home.bytes(), home.files());
        let orders: [[Shows; 2]; 2] = [[&connect, &take], [&take, &connect]];
        for [first, second] in orders {
            let first = written(&first(home, &names));
            let between = home.bytes();
            let second = written(&second(home, &names));
            assert_eq!(home.own_names(), Vec::<String>::new(), "{case}");
            assert_eq!(undo(&second), Ok(Undone::Restored), "{case}");
            assert_eq!(home.bytes(), between, "{case}: the later change");
            assert_eq!(undo(&first), Ok(Undone::Restored), "{case}");
            assert_eq!(home.bytes(), original, "{case}: both changes");
            assert_eq!(home.files(), files, "{case}: nothing is left over");
        }
    });
}

#[test]
fn undo_after_other_changes_adds_the_servers_and_nothing_else() {
    each(|home, case, outcome| {
        if outcome != Outcome::Added {
            return;
        }
        for names in choices(home) {
            let case = format!("{case}, {names:?}");
            let (before, original) = (home.value(), home.bytes());
            let receipt = removed(home, &names);
            let connected = written(&preview(&home.agent, &home.entry).unwrap());
            let text = home.text_if_any();
            let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
            fs::write(&home.agent.file, format!("{text}{newline}")).unwrap();
            assert_eq!(undo(&receipt), Ok(Undone::ServersAdded), "{case}");
            assert_eq!(undo(&receipt), Ok(Undone::Nothing), "{case}: twice");
            assert_eq!(undo(&connected), Ok(Undone::EntryRemoved), "{case}");
            assert_eq!(home.value(), before, "{case}");
            for backup in [receipt.backup, connected.backup] {
                assert!(backup.unwrap().is_file(), "{case}: the copies are kept");
            }
            fs::write(&home.agent.file, original).unwrap();
        }
    });
}

/// What is left around servers that are removed, to the letter.
#[test]
fn comments_and_commas_around_removed_servers_stay() {
    let json = "{\n  // servers\n  \"mcpServers\": {\n    // git\n    \"git\": { \"command\": \"uvx\" }, // behind git\n\n    /* notes */\n    \"notes\": {\n      \"command\": \"notes\" // program\n    },\n    \"web\": { \"url\": \"https://e.com/mcp\" }, // behind web\n  },\n  \"theme\": \"dark\", // last\n}\n";
    let plain = "{\n  \"mcpServers\": {\n    \"a\": { \"command\": \"x\" },\n    \"b\": { \"command\": \"y\" }\n  }\n}\n";
    let toml = "# top\nmodel = \"m\"\n\n# git\n[mcp_servers.git] # its table\ncommand = \"uvx\"\n# inside\n[mcp_servers.git.env]\nA = \"b\"\n\n# docs\n[mcp_servers.docs]\nurl = \"https://e.com/mcp\"\n\n[tui]\nx = 1 # kept\n";
    let yaml = "# top\nextensions:\n  # git\n  git: # its program\n    type: stdio\n    cmd: uvx\n\n  # docs\n  docs:\n    type: streamable_http\n    uri: https://e.com/mcp\n# end\nz: 1\n";
    for (id, text, taken, left) in [
        (
            "cursor",
            json,
            &["git"][..],
            "{\n  // servers\n  \"mcpServers\": {\n    // git\n    // behind git\n\n    /* notes */\n    \"notes\": {\n      \"command\": \"notes\" // program\n    },\n    \"web\": { \"url\": \"https://e.com/mcp\" }, // behind web\n  },\n  \"theme\": \"dark\", // last\n}\n",
        ),
        (
            "cursor",
            json,
            &["notes", "web"],
            "{\n  // servers\n  \"mcpServers\": {\n    // git\n    \"git\": { \"command\": \"uvx\" }, // behind git\n\n    /* notes */\n    // behind web\n  },\n  \"theme\": \"dark\", // last\n}\n",
        ),
        (
            "cursor",
            plain,
            &["b"],
            "{\n  \"mcpServers\": {\n    \"a\": { \"command\": \"x\" }\n  }\n}\n",
        ),
        (
            "cursor",
            plain,
            &["a"],
            "{\n  \"mcpServers\": {\n    \"b\": { \"command\": \"y\" }\n  }\n}\n",
        ),
        (
            "cursor",
            plain,
            &["b", "a"],
            "{\n  \"mcpServers\": {\n  }\n}\n",
        ),
        (
            "cursor",
            "{\"mcpServers\":{\"a\":{\"command\":\"x\"},\"b\":{\"command\":\"y\"},\"c\":{\"command\":\"z\"}}}",
            &["a", "c"],
            "{\"mcpServers\":{\"b\":{\"command\":\"y\"}}}",
        ),
        (
            "cursor",
            "{\n  \"mcpServers\": {\n    \"a\": { \"command\": \"x\" }, // a\n    \"b\": { \"command\": \"y\" } // b\n  }\n}\n",
            &["b"],
            "{\n  \"mcpServers\": {\n    \"a\": { \"command\": \"x\" } // a\n    // b\n  }\n}\n",
        ),
        (
            "codex",
            toml,
            &["git"],
            "# top\nmodel = \"m\"\n\n# git\n# inside\n\n# docs\n[mcp_servers.docs]\nurl = \"https://e.com/mcp\"\n\n[tui]\nx = 1 # kept\n",
        ),
        (
            "codex",
            toml,
            &["docs", "git"],
            "# top\nmodel = \"m\"\n\n# git\n# inside\n\n# docs\n\n[tui]\nx = 1 # kept\n",
        ),
        (
            "goose",
            yaml,
            &["git"],
            "# top\nextensions:\n  # git\n\n  # docs\n  docs:\n    type: streamable_http\n    uri: https://e.com/mcp\n# end\nz: 1\n",
        ),
        (
            "goose",
            yaml,
            &["docs"],
            "# top\nextensions:\n  # git\n  git: # its program\n    type: stdio\n    cmd: uvx\n\n  # docs\n# end\nz: 1\n",
        ),
    ] {
        let home = Home::with(app(id), text);
        let receipt = removed(&home, &names(taken));
        assert_eq!(home.text_if_any(), left, "{id} without {taken:?}");
        assert_eq!(undo(&receipt), Ok(Undone::Restored));
        assert_eq!(home.text_if_any(), text, "{id} with {taken:?} again");
    }
}

#[test]
fn what_is_between_two_removed_servers_is_not_shown() {
    let server = |name: &str| format!("[mcp_servers.{name}]\ncommand = \"{name}\"\n\n");
    let between: Vec<String> = (0..40).map(|line| format!("x{line} = 1")).collect();
    let between = between.join("\n");
    let text = format!("{}[tui]\n{between}\n{}", server("a"), server("b"));
    let home = Home::with(app("codex"), &text);
    let shown = preview_removal(&home.agent, &names(&["a", "b"])).unwrap();
    let removed = shown
        .diff
        .iter()
        .filter(|line| line.kind == LineKind::Removed);
    let removed: Vec<&str> = removed.map(|line| line.text.as_str()).collect();
    let removed = removed.join("\n");
    for name in ["a", "b"] {
        assert!(removed.contains(server(name).trim_end()), "{removed}");
    }
    assert!(!removed.contains('x'), "{removed}");
    assert!(shown.diff.len() < 20, "{:?}", shown.diff);
}

/// What is refused leaves the file as it is, and says what to remove by hand.
#[test]
fn a_file_that_cannot_be_edited_is_refused_with_the_servers_to_remove_by_hand() {
    let text = "{\"mcpServers\": {\"git\": {\"command\": \"uvx\"}}}";
    let write = |file: &Path, text: &str| fs::write(file, text).unwrap();
    let cases: [(&str, Makes); 7] = [
        ("agents.readOnly", &|file| {
            write(file, text);
            kit::set_mode(file, 0o400);
        }),
        ("agents.brokenAt", &|file| write(file, "{ broken")),
        ("agents.form", &|file| write(file, "{}")),
        ("agents.form", &|file| write(file, "{\"mcpServers\": [1]}")),
        ("agents.twice", &|file| {
            write(file, "{\"mcpServers\": {\"git\": {}, \"git\": {}}}");
        }),
        ("agents.notAFile", &|file| fs::create_dir(file).unwrap()),
        #[cfg(unix)]
        ("agents.link", &|file| {
            std::os::unix::fs::symlink("/nowhere", file).unwrap();
        }),
        #[cfg(not(unix))]
        ("agents.form", &|file| write(file, "")),
    ];
    for (code, make) in cases {
        let home = Home::made(app("cursor"), make);
        let files = home.files();
        let Refusal { reason, by_hand } =
            preview_removal(&home.agent, &names(&["git"])).unwrap_err();
        assert_eq!(
            (&*reason.code, by_hand.as_str()),
            (code, "mcpServers.git\n")
        );
        assert_eq!(home.files(), files, "{code}");
    }
    let both = Home::made(app("opencode"), |file| {
        write(file, text);
        write(&file.with_file_name("opencode.jsonc"), text);
    });
    let refusal = preview_removal(&both.agent, &names(&["git"])).unwrap_err();
    assert_eq!(refusal.reason.code, "agents.both");
}

#[test]
fn a_change_since_the_preview_is_refused() {
    let text = "{\"mcpServers\": {\"git\": {\"command\": \"uvx\"}}}";
    let home = Home::with(app("cursor"), text);
    let shown = preview_removal(&home.agent, &names(&["git"])).unwrap();
    let changed = format!("{text}\n");
    fs::write(&home.agent.file, &changed).unwrap();
    let files = home.files();
    assert_eq!(apply(&shown, 0).unwrap_err().reason.code, "agents.changed");
    assert_eq!(
        (home.text_if_any(), home.files()),
        (changed, files),
        "nothing is written, no copy is left"
    );
    fs::remove_file(&home.agent.file).unwrap();
    let gone = preview_removal(&home.agent, &names(&["git"])).unwrap_err();
    assert_eq!(gone.reason.code, "agents.changed", "the file is gone");
}

#[test]
fn nothing_is_removed_if_no_server_is_named() {
    let home = Home::with(app("cursor"), "{}");
    let shown = preview_removal(&home.agent, &[]).unwrap();
    assert_eq!((shown.change, apply(&shown, 0)), (Change::None, Ok(None)));
}

/// The copy is the only place where the values are; without it, and where the name is taken, nothing is guessed.
#[test]
fn servers_are_not_added_again_where_that_would_be_a_guess() {
    let text = "{\"mcpServers\": {\"git\": {\"command\": \"uvx\"}}}\n";
    let undone = |spoil: &dyn Fn(&Path), file: &str| {
        let home = Home::with(app("cursor"), text);
        let receipt = removed(&home, &names(&["git"]));
        fs::write(&home.agent.file, file).unwrap();
        spoil(receipt.backup.as_deref().unwrap());
        let undone = undo(&receipt).map_err(|refusal| {
            kit::assert_text(&refusal, &home.agent.file);
            refusal.reason.code.to_string()
        });
        assert_eq!(home.text_if_any(), file, "the file stays");
        undone
    };
    let refused = |code: &str| Err(code.to_owned());
    let gone = |backup: &Path| fs::remove_file(backup).unwrap();
    let changed = |backup: &Path| fs::write(backup, "{}").unwrap();
    let kept = |_: &Path| ();
    assert_eq!(undone(&gone, "{}"), refused("agents.backupGone"));
    assert_eq!(undone(&changed, "{}"), refused("agents.backupGone"));
    let other = "{\"mcpServers\": {\"git\": {\"command\": \"other\"}}}";
    assert_eq!(undone(&kept, other), refused("agents.taken"));
    assert_eq!(undone(&kept, "{ broken"), refused("agents.brokenAt"));
    assert_eq!(undone(&kept, text), Ok(Undone::Nothing), "added by hand");
}

#[test]
fn the_entry_of_usher_is_removed_alone_and_the_servers_are_still_added_again() {
    let text = "[mcp_servers.git]\ncommand = \"uvx\"\n[mcp_servers.git.env]\nA = \"b\"\n";
    let home = Home::with(app("codex"), text);
    written(&preview(&home.agent, &home.entry).unwrap());
    let receipt = removed(&home, &names(&["git"]));
    assert_eq!(remove(&home.agent, &home.entry), Ok(Undone::EntryRemoved));
    assert_eq!(undo(&receipt), Ok(Undone::ServersAdded));
    assert_eq!(home.value(), parse(text, home.agent.app.format).unwrap());
}

/// Receipts of the version before have no other change than the entry.
#[test]
fn receipts_of_an_entry_are_read_as_they_were_written_before() {
    let entry = serde_json::json!({ "name": "usher", "program": "/u", "args": ["connect"] });
    let before = serde_json::json!({
        "agent": "codex", "file": "/f", "entry": entry, "before": null, "after": "d",
        "backup": null, "folders": ["/a"],
    });
    let receipt: Receipt = serde_json::from_value(before.clone()).unwrap();
    assert!(matches!(&receipt.edit, Edit::Connect(entry) if entry.program == "/u"));
    assert_eq!(serde_json::to_value(&receipt).unwrap(), before);
}

#[test]
fn secrets_of_the_agents_own_servers_are_not_shown() {
    let texts = [
        (
            Format::Json,
            "{\n  \"SERVERS\": {\n    \"git\": { \"command\": \"uvx\", \"env\": { \"API_KEY\": \"canary\" } }\n  }\n}\n",
        ),
        (
            Format::Toml,
            "[SERVERS.git]\ncommand = \"uvx\"\nenv = { API_KEY = \"canary\" }\n",
        ),
        (
            Format::Yaml,
            "SERVERS:\n  git:\n    env:\n      API_KEY: canary\n    command: uvx\n",
        ),
    ];
    for (format, text) in texts {
        let app = APPS.iter().find(|app| app.format == format).unwrap();
        let home = Home::with(app, &text.replace("SERVERS", app.servers[0]));
        let previews = [
            preview(&home.agent, &home.entry).unwrap(),
            preview_removal(&home.agent, &names(&["git"])).unwrap(),
        ];
        for shown in previews {
            let lines: Vec<_> = shown.diff.iter().map(|line| line.text.as_str()).collect();
            let lines = lines.join("\n");
            assert!(!lines.contains("canary"), "{format:?}: {lines}");
            let tells_secret = lines.lines().find(|line| line.contains("API_KEY"));
            assert!(
                tells_secret.is_some_and(|line| line.contains("•••")),
                "{format:?}: {lines}"
            );
        }
        let written = preview(&home.agent, &home.entry).unwrap().text;
        assert!(written.contains("canary"), "{format:?}: the file keeps it");
    }
}
