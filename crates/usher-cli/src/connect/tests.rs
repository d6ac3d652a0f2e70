//! The adapter between a client and owners that do what the test says.
#![expect(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf, WriteHalf,
};
use tokio::net::UnixListener;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use usher_app::Environment;
use usher_gateway::{AccessKey, FRAME_BYTES, Hello, answer_challenge};

use super::adapter::Adapter;
use super::owner::Reach;

/// The address of the data folder, at which one owner follows the other.
struct Address {
    listener: UnixListener,
    key: AccessKey,
    _folder: tempfile::TempDir,
}

/// One end of a connection: lines of JSON.
struct End<R, W> {
    input: BufReader<R>,
    output: W,
}

type Owner = End<OwnedReadHalf, OwnedWriteHalf>;
type Client = End<ReadHalf<DuplexStream>, WriteHalf<DuplexStream>>;

impl<R: tokio::io::AsyncRead + Unpin, W: tokio::io::AsyncWrite + Unpin> End<R, W> {
    async fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.input.read_line(&mut line).await.unwrap();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("no message: {line:?}"))
    }

    async fn say(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.output.write_all(line.as_bytes()).await.unwrap();
    }

    async fn answer(&mut self, id: &Value, result: Value) {
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "result": result }))
            .await;
    }
}

impl Address {
    /// The address, and a client whose adapter is on its way there.
    fn with_client() -> (Self, Client) {
        let folder = tempfile::tempdir().unwrap();
        let environment = Environment::at(&folder.path().join("data"))
            .with_runtime_dir(folder.path().join("runtime"));
        environment.paths.create().unwrap();
        let socket = environment.client_address();
        std::fs::create_dir_all(socket.parent().unwrap()).unwrap();
        let address = Self {
            listener: UnixListener::bind(&socket).unwrap(),
            key: AccessKey::create(&environment.paths.access_key()).unwrap(),
            _folder: folder,
        };
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let (input, output) = tokio::io::split(theirs);
        let hello = Hello::Connect {
            connects_as: None,
            key: None,
        };
        let reach = Reach { environment, hello };
        tokio::spawn(Adapter::new(reach, input, output).pass());
        let (input, output) = tokio::io::split(ours);
        let input = BufReader::new(input);
        (address, End { input, output })
    }

    /// The owner that is reached next.
    async fn owner(&self) -> Owner {
        let (stream, _) = self.listener.accept().await.unwrap();
        let (input, mut output) = stream.into_split();
        let mut input = BufReader::new(input);
        answer_challenge(&self.key, &mut input, &mut output)
            .await
            .unwrap();
        End { input, output }
    }
}

fn request(id: i64, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn notification(method: &str) -> Value {
    json!({ "jsonrpc": "2.0", "method": method })
}

/// What the client is told when everything may have changed.
async fn lists_changed(client: &mut Client) {
    for list in ["tools", "prompts", "resources"] {
        let method = format!("notifications/{list}/list_changed");
        assert_eq!(client.hear().await["method"], method, "each list once");
    }
}

/// Begins a client at an owner, so far that both know it.
async fn begin(client: &mut Client, owner: &mut Owner) {
    client.say(&request(1, "initialize", &json!({}))).await;
    assert_eq!(owner.hear().await["method"], "initialize");
    owner.answer(&json!(1), json!({})).await;
    assert_eq!(client.hear().await["id"], 1);
    client.say(&notification("notifications/initialized")).await;
    assert_eq!(owner.hear().await["method"], "notifications/initialized");
}

#[tokio::test]
async fn a_beginning_that_is_not_answered_is_repeated_and_a_call_fails() {
    let (address, mut client) = Address::with_client();
    let mut owner = address.owner().await;
    let beginning = request(1, "initialize", &json!({ "protocolVersion": "2025-11-25" }));
    client.say(&beginning).await;
    client.say(&request(2, "tools/call", &json!({}))).await;
    assert_eq!(owner.hear().await, beginning);
    assert_eq!(owner.hear().await["id"], 2);
    drop(owner);
    let lost = client.hear().await;
    assert_eq!(
        (&lost["id"], &lost["error"]["code"]),
        (&json!(2), &json!(-32000)),
        "whether a request was acted on is not known: {lost}"
    );
    let mut next = address.owner().await;
    assert_eq!(next.hear().await, beginning, "with its own id");
    next.answer(&json!(1), json!({ "protocolVersion": "2025-11-25" }))
        .await;
    let answered = client.hear().await;
    assert_eq!(
        answered["result"]["protocolVersion"], "2025-11-25",
        "once, by the owner that took it: {answered}"
    );
}

#[tokio::test]
async fn the_next_owner_hears_what_the_client_began_with_and_follows_in_this_order() {
    let (address, mut client) = Address::with_client();
    let mut owner = address.owner().await;
    begin(&mut client, &mut owner).await;
    let asked = [
        request(2, "logging/setLevel", &json!({ "level": "debug" })),
        request(3, "logging/setLevel", &json!({ "level": "loud" })),
        request(4, "resources/subscribe", &json!({ "uri": "a:1" })),
        request(5, "resources/subscribe", &json!({ "uri": "a:2" })),
        request(6, "resources/subscribe", &json!({ "uri": "a:unknown" })),
        request(7, "resources/unsubscribe", &json!({ "uri": "a:2" })),
    ];
    for message in &asked {
        client.say(message).await;
        let heard = owner.hear().await;
        let id = &heard["id"];
        if [3, 6].iter().any(|refused| id == refused) {
            let error = json!({ "code": -32602, "message": "no" });
            let refused = json!({ "jsonrpc": "2.0", "id": id, "error": error });
            owner.say(&refused).await;
        } else {
            owner.answer(id, json!({})).await;
        }
        assert_eq!(client.hear().await["id"], message["id"]);
    }
    drop(owner);

    let mut next = address.owner().await;
    let beginning = next.hear().await;
    assert_eq!(beginning["method"], "initialize");
    assert_ne!(beginning["id"], 1, "the client has its answer");
    let behind = String::from_utf8_lossy(next.input.buffer());
    assert_eq!(behind, "", "nothing else comes before it is answered");
    next.answer(&beginning["id"], json!({})).await;
    let mut repeated = Vec::new();
    let mut ids = Vec::new();
    for _ in 0..3 {
        let mut message = next.hear().await;
        ids.push(message["id"].take());
        repeated.push((message["method"].take(), message["params"].take()));
    }
    assert_eq!(
        repeated,
        [
            (json!("notifications/initialized"), Value::Null),
            (json!("logging/setLevel"), json!({ "level": "debug" })),
            (json!("resources/subscribe"), json!({ "uri": "a:1" })),
        ],
        "what was refused or ended is not repeated"
    );
    lists_changed(&mut client).await;
    next.answer(&ids[1], json!({})).await;
    next.answer(&ids[2], json!({})).await;
    assert_eq!(
        client.hear().await,
        json!({
            "jsonrpc": "2.0", "method": "notifications/resources/updated", "params": { "uri": "a:1" },
        }),
        "a change in between may have been missed"
    );
    client.say(&request(8, "ping", &json!({}))).await;
    assert_eq!(next.hear().await["id"], 8, "from then on all is as it was");
}

#[tokio::test]
async fn what_only_reads_is_asked_of_the_next_owner_once_more() {
    let (address, mut client) = Address::with_client();
    let mut owner = address.owner().await;
    begin(&mut client, &mut owner).await;
    let readings = [
        request(2, "tools/list", &json!({ "cursor": "c" })),
        request(3, "resources/read", &json!({ "uri": "a:1" })),
    ];
    let call = request(4, "tools/call", &json!({ "name": "list" }));
    for message in readings.iter().chain([&call]) {
        client.say(message).await;
        assert_eq!(owner.hear().await, *message);
    }
    drop(owner);
    assert_eq!(client.hear().await["id"], 4, "whether it ran is not known");

    let mut next = address.owner().await;
    let beginning = next.hear().await;
    next.answer(&beginning["id"], json!({})).await;
    assert_eq!(next.hear().await["method"], "notifications/initialized");
    lists_changed(&mut client).await;
    for reading in &readings {
        assert_eq!(next.hear().await, *reading, "with its own id");
    }
    next.answer(&json!(2), json!({ "tools": [] })).await;
    assert_eq!(client.hear().await["result"], json!({ "tools": [] }));
    drop(next);
    let lost = client.hear().await;
    assert_eq!(
        (&lost["id"], &lost["error"]["code"]),
        (&json!(3), &json!(-32000)),
        "an owner may have ended because of it: {lost}"
    );
}

#[tokio::test]
async fn an_owner_that_ends_before_it_has_begun_is_followed_by_the_next() {
    let (address, mut client) = Address::with_client();
    let mut owner = address.owner().await;
    begin(&mut client, &mut owner).await;
    drop(owner);
    drop(address.owner().await);
    let mut next = address.owner().await;
    let beginning = next.hear().await;
    next.answer(&beginning["id"], json!({})).await;
    assert_eq!(next.hear().await["method"], "notifications/initialized");
    lists_changed(&mut client).await;
}

#[tokio::test]
async fn a_message_that_is_too_long_is_refused_by_name() {
    let (address, mut client) = Address::with_client();
    let mut owner = address.owner().await;
    let pad = "x".repeat(FRAME_BYTES);
    for (id, line) in [
        (Value::Null, pad.clone() + "x"),
        (
            json!("a"),
            format!(r#"{{"method":"ping","params":{{"id":1,"pad":"{pad}"}},"id":"a"}}"#),
        ),
    ] {
        client.output.write_all(line.as_bytes()).await.unwrap();
        client.output.write_all(b"\n").await.unwrap();
        let refused = client.hear().await;
        assert_eq!(
            (&refused["id"], refused["error"]["message"].as_str()),
            (
                &id,
                Some(&*format!(
                    "A message must not be longer than {FRAME_BYTES} bytes"
                ))
            )
        );
    }
    client.say(&request(1, "ping", &json!({}))).await;
    assert_eq!(owner.hear().await["id"], 1, "the next is passed on");
    let result = "x".repeat(super::limits::OWNER_FRAME_BYTES);
    owner.answer(&json!(1), json!({ "text": result })).await;
    let failed = client.hear().await;
    assert_eq!(
        (&failed["id"], failed["error"]["message"].as_str()),
        (&json!(1), Some("The answer is too long to be passed on.")),
        "and an answer that is too long fails its request"
    );
}
