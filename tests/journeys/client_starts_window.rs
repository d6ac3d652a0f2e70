//! A client that comes when Usher does not run starts it, in the tray where there is a display.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use serde_json::json;
use usher_tests::serving::{Client, Place, end, hosts, windows};
use usher_tests::window::Binary;

use crate::fixture;

#[test]
fn a_client_starts_the_window_in_the_tray_where_there_is_a_display() {
    let fixture = fixture::new();
    let place = Place::default();
    let mut command = place.connect(&Binary::Terminal.path());
    let home = fixture.data.path().join("home");
    std::fs::create_dir_all(&home).expect("a home");
    command.env("HOME", home);
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    let inspector = free_address();
    command.env("WEBKIT_INSPECTOR_SERVER", inspector.to_string());
    let mut client = Client::start(command);
    client.initialize();
    assert!(
        TcpStream::connect(inspector).is_err(),
        "the inspector of the web view is not opened at an address in the environment"
    );
    let windows_now = windows(&place);
    assert_eq!(windows_now.len(), 1, "one window serves: {windows_now:?}");
    assert_eq!(hosts(&place), Vec::<u32>::new(), "and nothing else");
    let pong = client.request("ping", &json!({}));
    assert_eq!(pong["result"], json!({}), "it answers: {pong}");
    drop(client);
    for window in windows_now {
        end(window);
    }
    while !windows(&place).is_empty() {
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// An address of this computer at which nothing listens.
fn free_address() -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("an address")
}
