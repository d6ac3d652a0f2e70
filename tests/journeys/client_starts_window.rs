//! What starts the window without a person who clicks: a client that comes when Usher does not run, in the tray where
//! there is a display, and the program of the terminal without a word.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;
use usher_tests::serving::{Client, Place, end, hosts, windows};
use usher_tests::window::{Binary, clear_display, window_titles};

use crate::fixture;

/// Longest time for a second window to find the first and end.
const HANDED_OVER_WITHIN: Duration = Duration::from_secs(30);

#[test]
fn a_client_starts_the_window_in_the_tray_where_there_is_a_display() {
    let fixture = fixture::new();
    clear_display();
    let place = Place::default();
    let _windows = Windows(&place);
    let mut command = place.connect(&Binary::Terminal.path());
    with_display(&mut command, fixture.data.path());
    command.env("WEBKIT_INSPECTOR_SERVER", free_address().to_string());
    let mut client = Client::start(command);
    client.initialize();
    // One that was started while the first came up hands over to it, and ends.
    let began = Instant::now();
    let mut windows_now = windows(&place);
    while windows_now.len() > 1 && began.elapsed() < HANDED_OVER_WITHIN {
        std::thread::sleep(Duration::from_millis(50));
        windows_now = windows(&place);
    }
    assert_eq!(windows_now.len(), 1, "one window serves: {windows_now:?}");
    assert_eq!(
        listening(windows_now[0]),
        Vec::<String>::new(),
        "it listens at no port, not even for the inspector of the web view"
    );
    assert_eq!(hosts(&place), Vec::<u32>::new(), "and nothing else");
    let pong = client.request("ping", &json!({}));
    assert_eq!(pong["result"], json!({}), "it answers: {pong}");
    drop(client);
}

#[test]
fn the_terminal_program_without_a_word_opens_the_window() {
    let fixture = fixture::new();
    clear_display();
    let place = Place::default();
    let mut command = place.command(&Binary::Terminal.path(), &[]);
    with_display(&mut command, fixture.data.path());
    let mut child = command.spawn().expect("it starts");
    while !window_titles()
        .iter()
        .any(|title| title.starts_with("Usher"))
    {
        assert_eq!(child.try_wait().expect("its state"), None, "it goes on");
        std::thread::sleep(Duration::from_millis(50));
    }
    end(child.id());
    let ended = child.wait().expect("it ends");
    assert!(ended.success(), "in order: {ended}");
}

/// Lets a program open windows, with a home of its own.
fn with_display(command: &mut Command, data: &Path) {
    let home = data.join("home");
    std::fs::create_dir_all(&home).expect("a home");
    command.env("HOME", home);
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
}

/// The programs with a window of a place. Ends them when dropped, also by a failed test, and waits until they are gone.
struct Windows<'a>(&'a Place);

impl Drop for Windows<'_> {
    fn drop(&mut self) {
        for window in windows(self.0) {
            end(window);
        }
        while !windows(self.0).is_empty() {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// The TCP addresses at which a process listens, as the system writes them (`/proc/net/tcp`, proc(5)).
fn listening(pid: u32) -> Vec<String> {
    let sockets: Vec<String> = std::fs::read_dir(format!("/proc/{pid}/fd"))
        .expect("it runs")
        .flatten()
        .filter_map(|open| Some(std::fs::read_link(open.path()).ok()?.display().to_string()))
        .collect();
    let mut found = Vec::new();
    for table in ["tcp", "tcp6"] {
        let lines = std::fs::read_to_string(format!("/proc/net/{table}")).unwrap_or_default();
        for line in lines.lines().skip(1) {
            let fields: Vec<_> = line.split_whitespace().collect();
            let (local, state, inode) = (fields[1], fields[3], fields[9]);
            if state == "0A" && sockets.contains(&format!("socket:[{inode}]")) {
                found.push(local.to_owned());
            }
        }
    }
    found
}

/// An address of this computer at which nothing listens.
fn free_address() -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("an address")
}
