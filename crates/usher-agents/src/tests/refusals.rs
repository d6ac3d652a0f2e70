//! Files that are left alone, and agents that are found.

use std::fs;
use std::path::{Path, PathBuf};

use usher_config::file_format::parse;
use usher_config::other_apps::{APPS, App};

use super::kit::{self, Home, assert_mode, places, set_mode};
use crate::{
    Change, Places, Refusal, Status, Undone, apply, find, own_servers, preview, status, undo,
};

const SERVERS: &str = "{\"KEY\": {\"git\": {\"command\": \"uvx\"}}}";

fn app(id: &str) -> &'static App {
    APPS.iter().find(|app| app.id == id).unwrap()
}

fn code(refusal: &Refusal) -> &str {
    &refusal.reason.code
}

/// The agent's files are the same after every attempt.
fn refused(home: &Home, expected: &str) {
    let files = home.files();
    let refusal = preview(&home.agent, &home.entry).unwrap_err();
    assert_eq!(code(&refusal), expected);
    kit::assert_text(&refusal, &home.agent.file);
    assert_eq!(home.files(), files);
    let pasted = parse(&refusal.by_hand, home.agent.app.format).unwrap();
    let entry = usher_config::file_format::value_at(&pasted, home.agent.app.servers).unwrap();
    let entry_without_key = crate::Entry {
        key: None,
        ..home.entry.clone()
    };
    assert_eq!(
        entry["usher"],
        entry_without_key.value(&home.agent),
        "the text to paste is the entry, without its key"
    );
}

#[cfg(unix)]
#[test]
fn a_file_with_two_names_and_a_link_to_nowhere_are_refused() {
    for app in &APPS {
        let broken = Home::made(app, |file| {
            std::os::unix::fs::symlink("/nowhere", file).unwrap();
        });
        refused(&broken, "agents.link");
        let two_names = Home::made(app, |file| {
            fs::write(file, SERVERS).unwrap();
            fs::hard_link(file, file.with_file_name("other")).unwrap();
        });
        refused(&two_names, "agents.link");
        let device = Home::made(app, |file| {
            std::os::unix::fs::symlink("/dev/null", file).unwrap();
        });
        refused(&device, "agents.notAFile");
    }
}

/// A file of the agent that a dotfile tool keeps elsewhere, and where it is.
#[cfg(unix)]
fn kept_elsewhere(app: &'static App, text: &str) -> (Home, tempfile::TempDir, PathBuf) {
    let dotfiles = tempfile::tempdir().unwrap();
    let target = dotfiles.path().canonicalize().unwrap().join("kept");
    fs::write(&target, text).unwrap();
    let home = Home::made(app, |file| {
        std::os::unix::fs::symlink(&target, file).unwrap();
    });
    (home, dotfiles, target)
}

#[cfg(unix)]
#[test]
fn a_file_that_is_kept_elsewhere_is_edited_there() {
    for app in &APPS {
        let text = kit::empty(app);
        let (home, _dotfiles, target) = kept_elsewhere(app, text);
        let shown = preview(&home.agent, &home.entry).unwrap();
        assert_eq!(shown.written, target, "{}", app.name);
        let receipt = apply(&shown, 0).unwrap().unwrap();
        assert_eq!(
            fs::read_to_string(&target).unwrap(),
            shown.text,
            "{}",
            app.name
        );
        assert!(home.agent.file.is_symlink(), "the link stays");
        assert_eq!(undo(&receipt), Ok(Undone::Restored), "{}", app.name);
        assert_eq!(fs::read_to_string(&target).unwrap(), text, "{}", app.name);
        assert!(home.agent.file.is_symlink(), "the link stays");
        let files = fs::read_dir(target.parent().unwrap()).unwrap();
        assert_eq!(files.count(), 1, "no copy among what the tool keeps");
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_written_where_a_link_leads_since_it_was_shown() {
    let (home, dotfiles, target) = kept_elsewhere(app("cursor"), "{}");
    let shown = preview(&home.agent, &home.entry).unwrap();
    let other = dotfiles.path().join("other");
    fs::write(&other, "{}").unwrap();
    fs::remove_file(&home.agent.file).unwrap();
    std::os::unix::fs::symlink(&other, &home.agent.file).unwrap();
    assert_eq!(code(&apply(&shown, 0).unwrap_err()), "agents.changed");
    for file in [&other, &target] {
        assert_eq!(fs::read_to_string(file).unwrap(), "{}");
    }
}

/// Does something while a link to another folder is in the place of a folder. Without a target it leads to the folder.
#[cfg(unix)]
fn behind_a_link(folder: &Path, target: Option<&Path>, act: impl FnOnce()) {
    let kept = folder.with_extension("kept");
    fs::rename(folder, &kept).unwrap();
    std::os::unix::fs::symlink(target.unwrap_or(&kept), folder).unwrap();
    act();
    fs::remove_file(folder).unwrap();
    fs::rename(&kept, folder).unwrap();
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_folder_that_became_a_link_after_the_preview() {
    for app in &APPS {
        for has_file in [true, false] {
            let home = if has_file {
                Home::with(app, "")
            } else {
                Home::without_file(app)
            };
            let shown = preview(&home.agent, &home.entry).unwrap();
            let elsewhere = tempfile::tempdir().unwrap();
            if has_file {
                let name = home.agent.file.file_name().unwrap();
                fs::write(elsewhere.path().join(name), "").unwrap();
            }
            let before = kit::files_in(elsewhere.path());
            let folder = home.agent.file.parent().unwrap();
            behind_a_link(folder, Some(elsewhere.path()), || {
                let refusal = apply(&shown, 0).unwrap_err();
                assert_eq!(code(&refusal), "agents.changed", "{}", app.name);
            });
            assert_eq!(kit::files_in(elsewhere.path()), before, "{}", app.name);
        }
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_undone_through_a_folder_that_became_a_link() {
    let home = Home::with(app("cursor"), SERVERS);
    let shown = preview(&home.agent, &home.entry).unwrap();
    let receipt = apply(&shown, 0).unwrap().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let other = elsewhere.path().join(home.agent.file.file_name().unwrap());
    fs::write(&other, &shown.text).unwrap();
    let folder = home.agent.file.parent().unwrap();
    behind_a_link(folder, Some(elsewhere.path()), || {
        assert_eq!(code(&undo(&receipt).unwrap_err()), "agents.changed");
    });
    assert_eq!(fs::read_to_string(&other).unwrap(), shown.text);
}

#[cfg(unix)]
#[test]
fn a_file_in_a_folder_that_was_a_link_before_the_preview_is_edited() {
    let home = Home::with(app("cursor"), "{}");
    let folder = home.agent.file.parent().unwrap();
    behind_a_link(folder, None, || {
        let shown = preview(&home.agent, &home.entry).unwrap();
        let receipt = apply(&shown, 0).unwrap().unwrap();
        assert_eq!(home.text_if_any(), shown.text);
        assert_eq!(undo(&receipt), Ok(Undone::Restored));
        assert_eq!(home.text_if_any(), "{}");
    });
}

#[test]
fn what_cannot_be_edited_is_refused() {
    for app in &APPS {
        refused(
            &Home::made(app, |file| fs::create_dir(file).unwrap()),
            "agents.notAFile",
        );
        let latin = |file: &Path| fs::write(file, b"{\"a\": \"\xe9\"}").unwrap();
        refused(&Home::made(app, latin), "agents.notText");
        let utf_16 = |file: &Path| fs::write(file, b"\xff\xfe{\0}\0").unwrap();
        refused(&Home::made(app, utf_16), "agents.notText");
        let huge = |file: &Path| fs::File::create(file).unwrap().set_len(17 << 20).unwrap();
        refused(&Home::made(app, huge), "agents.tooLarge");
        refused(
            &Home::made(app, |file| {
                fs::write(file, "").unwrap();
                set_mode(file, 0o400);
            }),
            "agents.readOnly",
        );
    }
    let deep = format!("{}1{}", "{\"a\":".repeat(5_000), "}".repeat(5_000));
    refused(&Home::with(app("cursor"), &deep), "agents.brokenAt");
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_is_refused() {
    let home = Home::with(app("cursor"), "{}");
    let folder = home.agent.file.parent().unwrap();
    set_mode(folder, 0o500);
    refused(&home, "agents.readOnly");
    set_mode(folder, 0o700);
}

#[test]
fn two_files_of_one_agent_are_refused() {
    for (id, other) in [("opencode", "opencode.jsonc"), ("amp", "settings.jsonc")] {
        let home = Home::made(app(id), |file| {
            fs::write(file, "{}").unwrap();
            fs::write(file.with_file_name(other), "{}").unwrap();
        });
        refused(&home, "agents.both");
        let only_other = Home::made(app(id), |file| {
            fs::write(file.with_file_name(other), "{ // mine\n}\n").unwrap();
        });
        assert!(
            only_other.agent.file.ends_with(other),
            "the file that is there"
        );
        assert_eq!(
            preview(&only_other.agent, &only_other.entry)
                .unwrap()
                .change,
            Change::Add
        );
    }
}

#[test]
fn a_file_of_megabytes_is_edited() {
    let long = format!(
        "{{\n  \"history\": [\n{}    0\n  ]\n}}\n",
        "    \"x\",\n".repeat(500_000)
    );
    let home = Home::with(app("claude-code"), &long);
    let shown = preview(&home.agent, &home.entry).unwrap();
    assert!(shown.diff.len() < 30, "only the change is shown");
    let receipt = apply(&shown, 0).unwrap().unwrap();
    assert_eq!(undo(&receipt), Ok(Undone::Restored));
    assert_eq!(home.text_if_any(), long);
}

#[test]
fn a_change_since_the_preview_is_refused() {
    for (before, after) in [("{}", Some("{ }")), ("{}", None), ("", Some("\n"))] {
        let home = Home::with(app("cursor"), before);
        let shown = preview(&home.agent, &home.entry).unwrap();
        match after {
            Some(text) => fs::write(&home.agent.file, text).unwrap(),
            None => fs::remove_file(&home.agent.file).unwrap(),
        }
        let files = home.files();
        assert_eq!(code(&apply(&shown, 0).unwrap_err()), "agents.changed");
        assert_eq!(home.files(), files, "no backup and no other file is left");
    }
    let home = Home::without_file(app("cursor"));
    let shown = preview(&home.agent, &home.entry).unwrap();
    fs::write(&home.agent.file, "").unwrap();
    assert_eq!(
        code(&apply(&shown, 0).unwrap_err()),
        "agents.changed",
        "made since"
    );
}

#[test]
fn a_file_that_was_not_there_is_made_and_gone_again() {
    for app in &APPS {
        let dir = tempfile::tempdir().unwrap();
        let file = app.files(&places(dir.path())).remove(0);
        fs::create_dir_all(&file.sign).unwrap();
        let agent = find(&places(dir.path())).remove(0);
        let home = Home {
            entry: crate::Entry::new(Path::new("/opt/usher"), &agent).with_key(kit::key()),
            dir,
            agent,
        };
        let before = tree(home.dir.path());
        let shown = preview(&home.agent, &home.entry).unwrap();
        assert_eq!(
            (shown.change, &shown.before),
            (Change::Create, &None),
            "{}",
            app.name
        );
        let receipt = apply(&shown, 0).unwrap().unwrap();
        assert_eq!(
            status(&home.agent, &home.entry),
            Status::Connected,
            "{}",
            app.name
        );
        assert_mode(&home.agent.file, 0o600, app.name);
        assert_eq!(undo(&receipt), Ok(Undone::Restored), "{}", app.name);
        assert_eq!(
            tree(home.dir.path()),
            before,
            "{}: folders that were made are gone",
            app.name
        );
        assert_eq!(undo(&receipt), Ok(Undone::Nothing), "{}: twice", app.name);
    }
}

fn tree(folder: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        paths.extend(if path.is_dir() {
            tree(&path)
        } else {
            Vec::new()
        });
        paths.push(path);
    }
    paths.sort();
    paths
}

#[test]
fn undo_does_not_touch_what_is_not_ours() {
    let home = Home::with(app("cursor"), "{}");
    let receipt = apply(&preview(&home.agent, &home.entry).unwrap(), 0)
        .unwrap()
        .unwrap();
    let other = "{\"mcpServers\": {\"usher\": {\"command\": \"other\"}}}";
    fs::write(&home.agent.file, other).unwrap();
    assert_eq!(code(&undo(&receipt).unwrap_err()), "agents.taken");
    fs::write(&home.agent.file, "{ broken").unwrap();
    assert_eq!(code(&undo(&receipt).unwrap_err()), "agents.brokenAt");
    assert_eq!(home.text_if_any(), "{ broken");
    fs::remove_file(&home.agent.file).unwrap();
    assert_eq!(undo(&receipt), Ok(Undone::Nothing), "the file is gone");
}

#[test]
fn undo_without_the_backup_removes_the_entry() {
    let text = SERVERS.replace("KEY", "mcpServers");
    for spoil in [
        |backup: &Path| fs::remove_file(backup).unwrap(),
        |backup: &Path| fs::write(backup, "x").unwrap(),
    ] {
        let home = Home::with(app("cursor"), &text);
        let receipt = apply(&preview(&home.agent, &home.entry).unwrap(), 0)
            .unwrap()
            .unwrap();
        spoil(receipt.backup.as_deref().unwrap());
        assert_eq!(undo(&receipt), Ok(Undone::EntryRemoved));
        assert_eq!(home.text_if_any(), text);
    }
}

#[test]
fn backups_of_one_second_have_names_of_their_own() {
    let home = Home::with(app("cursor"), "{}");
    let names = [0, 1].map(|_| {
        let receipt = apply(
            &preview(&home.agent, &home.entry).unwrap(),
            1_795_000_000_000,
        )
        .unwrap()
        .unwrap();
        fs::write(&home.agent.file, "{}").unwrap();
        receipt
            .backup
            .unwrap()
            .file_name()
            .unwrap()
            .to_string_lossy()
            .into_owned()
    });
    assert_eq!(
        names,
        [
            "mcp.json.20261118T110640Z.usher-backup",
            "mcp.json.20261118T110640Z-1.usher-backup"
        ]
    );
}

#[test]
fn agents_are_found_by_their_file_or_folder() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let found = |places: &Places| -> Vec<(&str, PathBuf)> {
        let agents = find(places).into_iter();
        agents
            .map(|agent| {
                (
                    agent.app.id,
                    agent.file.strip_prefix(home).unwrap().to_path_buf(),
                )
            })
            .collect()
    };
    assert_eq!(found(&places(home)), []);
    fs::write(home.join(".claude.json"), "{}").unwrap();
    for folder in [
        ".claude-work",
        ".codex",
        "elsewhere",
        "config/Code/User/globalStorage/saoudrizwan.claude-dev",
    ] {
        fs::create_dir_all(home.join(folder)).unwrap();
    }
    fs::write(home.join(".claude-work/.claude.json"), "{}").unwrap();
    let cline =
        "config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json";
    let mut expected = vec![
        ("claude-code", PathBuf::from(".claude.json")),
        ("claude-code", PathBuf::from(".claude-work/.claude.json")),
        ("vscode", PathBuf::from("config/Code/User/mcp.json")),
        ("codex", PathBuf::from(".codex/config.toml")),
        ("cline", PathBuf::from(cline)),
    ];
    assert_eq!(found(&places(home)), expected);
    let variables = vec![
        ("CLAUDE_CONFIG_DIR", home.join(".claude-work")),
        ("CODEX_HOME", home.join("elsewhere")),
    ];
    let named = Places {
        variables,
        ..places(home)
    };
    expected.swap(0, 1);
    expected.insert(3, ("codex", PathBuf::from("elsewhere/config.toml")));
    assert_eq!(
        found(&named),
        expected,
        "folders that the environment names come first, and none twice"
    );
}

#[test]
fn own_servers_are_those_beside_usher() {
    let text = "[mcp_servers.git]\ncommand = \"uvx\"\n";
    let home = Home::with(app("codex"), text);
    let keys = || -> Vec<String> {
        own_servers(&home.agent)
            .unwrap()
            .into_iter()
            .map(|server| server.key)
            .collect()
    };
    assert_eq!(keys(), ["git"]);
    apply(&preview(&home.agent, &home.entry).unwrap(), 0).unwrap();
    assert_eq!(keys(), ["git"], "Usher is not one of them");
    assert_eq!(
        own_servers(&Home::without_file(app("codex")).agent),
        Ok(Vec::new())
    );
}
