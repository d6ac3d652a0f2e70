//! The data folder in trouble: read-only, full, damaged, or of a newer Usher. It is said in plain words, and
//! nothing that was there is lost.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;
use usher_tests::text::{text, text_with};
use usher_tests::window::{PATIENCE, Start, Window, has};

use crate::{fixture, servers};

#[tokio::test]
async fn a_folder_that_became_read_only_is_said_and_nothing_in_it_is_lost() {
    let fixture = fixture::new();
    let Some(disk) = Disk::mount(&fixture.data.path().join("usher")) else {
        println!("{NO_DISK}");
        return;
    };
    with_a_demo(fixture.data.path()).await;
    disk.remount("ro").await;
    let window = Start::default().open(fixture.data.path()).await;
    window.find("alert", has("")).await;
    window.see(&text("core.store.reason.readOnly")).await;
    window.pictures_as_it_is("22-read-only").await;
    window.check_accessibility("a read-only folder").await;
    window.quit().await;
    disk.remount("rw").await;
    the_demo_is_still_there(fixture.data.path()).await;
}

#[tokio::test]
async fn a_full_disk_refuses_what_is_new_and_keeps_what_is_there() {
    let fixture = fixture::new();
    let folder = fixture.data.path().join("usher");
    let Some(_disk) = Disk::mount(&folder) else {
        println!("{NO_DISK}");
        return;
    };
    with_a_demo(fixture.data.path()).await;
    let window = Start::default().open(fixture.data.path()).await;
    window.go_to("Servers").await;
    window.find("option", has("Running")).await;
    let filler = folder.join("filler");
    fill(&filler);

    servers::paste(&window, "node server.js").await;
    window.see(&text("serverForm.paste.filled")).await;
    window.write(text("common.name"), "Too much").await;
    window.push(text("serverForm.save.untested")).await;
    window.see(&text("core.store.reason.full")).await;
    window.pictures_as_it_is("23-full-disk").await;
    window.check_accessibility("a full disk").await;

    fs::remove_file(&filler).expect("the filler can be removed");
    window.push(text("serverForm.save.untested")).await;
    window.find("option", has("Too much")).await;
    window.quit().await;
    the_demo_is_still_there(fixture.data.path()).await;
}

#[tokio::test]
async fn a_damaged_database_is_moved_aside_and_the_person_told() {
    let fixture = fixture::leave_demo().await;
    let database = database(fixture.data.path());
    let damaged = b"this was a database once".repeat(1000);
    fs::write(&database, &damaged).expect("the database can be damaged");

    let window = Window::open(fixture.data.path()).await;
    let told = text_with(
        "core.notice.databaseMoved",
        &[("reason", "|"), ("path", "|")],
    );
    let (_, after_its_path) = told.rsplit_once('|').expect("a text with a path");
    window.see(after_its_path).await;
    window.find("button", text("common.startDemoServer")).await;
    window.inspect("24-damaged-database").await;
    window.done().await;
    let kept = fs::read_dir(fixture.data.path().join("usher"))
        .expect("the folder can be listed")
        .flatten()
        .any(|file| fs::read(file.path()).is_ok_and(|bytes| bytes == damaged));
    assert!(kept, "the damaged file must still be there, byte for byte");
}

#[tokio::test]
async fn a_database_of_a_newer_usher_is_left_as_it_is() {
    let fixture = fixture::leave_demo().await;
    let database = database(fixture.data.path());
    let mut bytes = fs::read(&database).expect("the database can be read");
    // SQLite keeps `PRAGMA user_version` at byte 60 of its header, big-endian.
    bytes[60..64].copy_from_slice(&9999_u32.to_be_bytes());
    fs::write(&database, &bytes).expect("the database can be made a newer one");

    let window = Start::default().open(fixture.data.path()).await;
    window.see("was written by a newer version of Usher").await;
    window.pictures_as_it_is("25-newer-database").await;
    window.check_accessibility("a newer database").await;
    window.quit().await;
    assert!(
        fs::read(&database).expect("the database can be read") == bytes,
        "not one byte of a newer database may change"
    );
}

async fn with_a_demo(data: &Path) {
    let window = Start::default().open(data).await;
    servers::start_demo(&window).await;
    window.done().await;
}

async fn the_demo_is_still_there(data: &Path) {
    let window = Start::default().open(data).await;
    window.go_to("Tools").await;
    window.find("option", has("Greet")).await;
    let servers = window.rpc("server.list", json!({})).await;
    assert_eq!(
        servers.expect("servers can be listed")[0]["origin"]["kind"],
        json!("builtIn"),
        "what was saved before must be there again"
    );
    window.done().await;
}

fn database(data: &Path) -> PathBuf {
    data.join("usher/usher.db")
}

/// Writes until nothing more fits.
fn fill(file: &Path) {
    use std::io::Write;
    let mut filler = fs::File::create(file).expect("the filler can be made");
    for size in [64 * 1024, 4096, 1] {
        let block = vec![0; size];
        while filler.write_all(&block).is_ok() {}
    }
}

const NO_DISK: &str =
    "no small disk can be mounted here: the tests of the store stand for this journey";

/// A small disk that can become full and read-only.
struct Disk(PathBuf);

impl Disk {
    /// Mounts it. Only root may; a person who is not, and whom sudo does not let be, has the core's own tests.
    fn mount(at: &Path) -> Option<Self> {
        fs::create_dir_all(at).expect("the mount point can be made");
        let disk = Self(at.to_path_buf());
        let place = at.to_string_lossy();
        let owner = fs::metadata(at).expect("the mount point is there").uid();
        let options = format!("size=12m,mode=0700,uid={owner}");
        let mounted = as_root(&["mount", "-t", "tmpfs", "-o", &options, "tmpfs", &place]);
        mounted.then_some(disk)
    }

    /// Remounts it. The web view's own processes end after the app, and a disk that they write to is busy.
    async fn remount(&self, mode: &str) {
        let options = format!("remount,{mode}");
        let disk = self.0.to_string_lossy();
        let deadline = Instant::now() + PATIENCE;
        while !as_root(&["mount", "-o", &options, &disk]) {
            assert!(
                Instant::now() < deadline,
                "the disk cannot be remounted; open on it: {:#?}",
                self.open_files()
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Its files that processes have open, each with the process.
    fn open_files(&self) -> Vec<(PathBuf, PathBuf)> {
        let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
        entries(Path::new("/proc"))
            .flat_map(|process| entries(&process.path().join("fd")))
            .map(|open| open.path())
            .filter_map(|open| Some((fs::read_link(&open).ok()?, open)))
            .filter(|(file, _)| file.starts_with(&self.0))
            .collect()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        as_root(&["umount", "--lazy", &self.0.to_string_lossy()]);
    }
}

fn as_root(command: &[&str]) -> bool {
    let runs = |words: &[&str]| {
        let output = Command::new(words[0]).args(&words[1..]).output();
        output.is_ok_and(|output| output.status.success())
    };
    runs(command) || runs(&[&["sudo", "-n"], command].concat())
}
