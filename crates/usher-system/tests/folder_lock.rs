//! Checks that a data folder belongs to one program at a time.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use usher_system::folder_lock::FolderLock;
use usher_system::paths::{Paths, PathsError};

/// Names the data folder to the process that holds it.
const HOLDER: &str = "USHER_TEST_HOLDER";

#[test]
fn a_second_program_is_refused_until_the_first_is_closed() {
    let dir = tempfile::tempdir().unwrap();
    let paths = Paths::at(dir.path().join("data"));
    let first = FolderLock::take(&paths).unwrap();
    let refused = FolderLock::take(&paths).unwrap_err();
    assert!(
        matches!(&refused, PathsError::InUse(folder) if folder == paths.data_dir()),
        "{refused:?}"
    );
    let message = refused.to_string();
    for part in [
        &*paths.data_dir().to_string_lossy(),
        "Quit it, or set USHER_DATA_DIR",
    ] {
        assert!(message.contains(part), "{message}");
    }
    let other = Paths::at(dir.path().join("other"));
    FolderLock::take(&other).unwrap();
    drop(first);
    FolderLock::take(&paths).unwrap();
}

#[test]
fn the_folder_of_a_program_that_was_killed_is_free() {
    let dir = tempfile::tempdir().unwrap();
    let paths = Paths::at(dir.path());
    let mut holder = hold(dir.path());
    let refused = FolderLock::take(&paths).unwrap_err();
    assert!(matches!(refused, PathsError::InUse(_)), "{refused:?}");
    holder.kill().unwrap();
    holder.wait().unwrap();
    FolderLock::take(&paths).unwrap();
}

/// Does nothing, except in the process that [`hold`] starts.
#[test]
fn holder() {
    let Some(folder) = std::env::var_os(HOLDER) else {
        return;
    };
    let _lock = FolderLock::take(&Paths::at(folder)).unwrap();
    println!("holds");
    std::thread::sleep(Duration::from_mins(1));
}

/// Starts a process that takes the folder, and waits for it.
#[expect(
    clippy::disallowed_methods,
    reason = "a second program is what is tested"
)]
fn hold(folder: &Path) -> Child {
    let mut holder = Command::new(std::env::current_exe().unwrap())
        .args(["holder", "--exact", "--nocapture"])
        .env(HOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(holder.stdout.take().unwrap()).lines();
    assert!(
        lines
            .map_while(Result::ok)
            .any(|line| line.ends_with("holds")),
        "the other program takes the folder"
    );
    holder
}
