//! What passes between a client and the owner, and who is refused.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::net::UnixListener;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::place::{Place, Running, signal, stop, until, with_allowed_client};

#[test]
fn a_client_reaches_the_servers_and_its_adapter_ends_with_its_input() {
    let place = with_allowed_client();
    let _serving = place.serve();
    let socket = place.socket().unwrap_or_default();
    let mode = std::fs::metadata(&socket).map(|found| found.mode() & 0o777);
    assert_eq!(mode.ok(), Some(0o600), "the socket is the person's own");
    let mut client = place.connect();
    client.initialize();
    until("the demo server is offered", || {
        client
            .tools()
            .contains(&"demo-server__greet".to_owned())
            .then_some(())
    });
    let last = client.begin("ping", &json!({}));
    drop(client.input.take());
    assert_eq!(
        client.answer(last),
        json!({ "jsonrpc": "2.0", "id": last, "result": {} })
    );
    // A notification that the list has changed may still be under way.
    let rest = client.output.by_ref().lines().map_while(Result::ok);
    let rest: Vec<String> = rest
        .filter(|line| !line.contains("/list_changed"))
        .collect();
    assert_eq!(rest, Vec::<String>::new(), "nothing else follows");
    assert_eq!(
        client.child.0.wait().ok().and_then(|status| status.code()),
        Some(0)
    );
}

#[test]
fn an_impostor_at_the_address_learns_nothing() {
    let place = with_allowed_client();
    stop(place.serve());
    let socket = place.runtime().join("usher");
    // The address of an owner that has ended, taken by somebody who does not know the key.
    let probe = place.serve();
    let address = place.socket().expect("the address");
    signal(&probe, "KILL");
    drop(probe);
    std::fs::remove_file(&address).expect("it is left behind");
    let impostor = UnixListener::bind(&address).expect("it is free");
    let mut client = place.connect();
    client.begin(
        "initialize",
        &json!({ "clientInfo": { "name": "secret-name" } }),
    );
    let (mut stream, _) = impostor.accept().expect("the adapter comes");
    let mut opening = String::new();
    BufReader::new(stream.try_clone().expect("a handle"))
        .read_line(&mut opening)
        .expect("it opens the exchange");
    stream
        .write_all(b"{\"proof\":\"AAAA\",\"challenge\":\"AAAA\"}\n")
        .expect("it is lied to");
    let mut rest = String::new();
    stream.read_to_string(&mut rest).expect("it goes");
    assert_eq!(rest, "", "nothing follows a false proof");
    let opening: Value = serde_json::from_str(&opening).expect("one line of JSON");
    let members: Vec<_> = opening
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(
        members,
        ["usher", "challenge"],
        "what it sent first says nothing"
    );
    let _ = socket;
}

#[test]
fn http_is_served_for_as_long_as_the_command_line_says() {
    let place = Place::new();
    let serving = place
        .command(&["serve", "--http"])
        .stdout(Stdio::piped())
        .spawn();
    let mut serving = Running(serving.expect("it starts"));
    let mut said = String::new();
    let output = serving.0.stdout.take().expect("it is piped");
    let read = BufReader::new(output).read_line(&mut said);
    read.expect("it says where");
    let url = said.trim().rsplit(' ').next().unwrap_or_default();
    let address = url.trim_start_matches("http://").trim_end_matches("/mcp");
    let address = address.to_owned();
    let mut stream = std::net::TcpStream::connect(&address).expect("the port is open");
    let head = format!("POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Length: 2\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("it is read");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
    stop(serving);
    assert!(std::net::TcpStream::connect(&address).is_err());

    let _serving = place.serve();
    let opened = std::net::TcpStream::connect(&address);
    assert!(opened.is_err(), "it was for that run only");
}

#[test]
fn a_command_line_that_is_not_understood_is_said() {
    let place = Place::new();
    let cases: [(&[&str], i32, &str); 4] = [
        (&["connect", "--port", "1"], 2, "There is no option --port."),
        (&["connect", "--as"], 2, "--as needs a name."),
        (
            &["serve", "--now"],
            2,
            "usher serve [--until-idle] [--http]",
        ),
        (&["connect", "--help"], 0, "usher connect [--as NAME]"),
    ];
    for (arguments, code, said) in cases {
        let output = place.command(arguments).output().expect("it runs");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.starts_with(said), "{arguments:?}: {text}");
    }
}
