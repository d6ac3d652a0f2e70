//! Contents that were read are read in parts and saved, whole and under safe names.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use usher_api::operations::op;
use usher_api::{Code, PathDialog};
use usher_messages::Message;
use usher_tests::scripted::http::HttpServer;

use crate::test_host::{TestHost, text};

/// The first content of a resource of the demo server.
async fn read(host: &TestHost, server: &str, uri: &str) -> Value {
    let read = json!({ "serverId": server, "uri": uri });
    host.call(op::ResourceRead, read).await["contents"][0].clone()
}

/// All bytes of a content, read in parts of this length.
async fn bytes(host: &TestHost, content: &Value, length: usize) -> Vec<u8> {
    let mut whole = Vec::new();
    loop {
        let part = json!({
            "contentId": content["contentId"], "offset": whole.len(), "lengthBytes": length,
        });
        let part = host.call(op::ContentRead, part).await;
        assert_eq!(
            part["offset"],
            whole.len(),
            "a part begins where it was asked for"
        );
        // What is no base64 is missing at the end.
        let read = STANDARD.decode(text(&part["base64"])).unwrap_or_default();
        if read.is_empty() {
            assert_eq!(part["sizeBytes"], whole.len(), "the end is the size");
            return whole;
        }
        whole.extend(read);
    }
}

#[tokio::test]
async fn every_byte_of_a_content_is_read_and_saved() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.until_read(&server).await;
    let folder = tempfile::tempdir().expect("a temporary directory");
    *host.chosen.lock() = Some(folder.path().to_owned());

    let mut ids = Vec::new();
    for (uri, detected, name) in [
        (
            "demo://papers/leaflet.pdf",
            json!("application/pdf"),
            "leaflet.pdf",
        ),
        (
            "demo://pictures/sunrise.png",
            json!("image/png"),
            "sunrise.png",
        ),
        ("demo://guide/welcome.md", Value::Null, "welcome.md"),
    ] {
        let content = read(&host, &server, uri).await;
        assert_eq!(content["detectedType"], detected, "{uri}");
        let again = read(&host, &server, uri).await;
        assert_eq!(
            again["contentId"], content["contentId"],
            "what did not change has the same identifier: {uri}"
        );
        let whole = bytes(&host, &content, 1_000).await;
        if let Some(text) = content["body"]["text"].as_str() {
            assert_eq!(whole, text.as_bytes(), "{uri}");
        }
        let id = json!({ "contentId": content["contentId"] });
        let saved = host.call(op::ContentSave, id).await;
        let path = folder.path().join(name);
        assert_eq!(
            saved["file"],
            json!({ "path": path, "sizeBytes": whole.len() }),
            "the name is proposed from {uri}"
        );
        let written = std::fs::read(&path).expect("it was saved");
        assert!(written == whole, "{uri} is saved byte by byte");
        ids.push(content["contentId"].clone());
    }

    ids.push(ids[2].clone());
    let many = host
        .call(op::ContentSaveMany, json!({ "contentIds": ids }))
        .await;
    let names: Vec<_> = many["saved"]["files"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|file| {
            let path = text(&file["path"]);
            let name = Path::new(&path).strip_prefix(folder.path());
            name.expect("it is in that folder").display().to_string()
        })
        .collect();
    assert_eq!(
        names,
        [
            "leaflet (2).pdf",
            "sunrise (2).png",
            "welcome (2).md",
            "welcome (3).md"
        ],
        "a file that is there stays"
    );
}

#[tokio::test]
async fn many_resources_are_read_and_saved_into_one_folder() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.until_read(&server).await;
    let of = |uri: &str| json!({ "serverId": server, "uri": uri });
    let wanted = json!({ "resources": [
        of("demo://pictures/sunrise.png"), of("demo://nothing/here"), of("demo://guide/welcome.md"),
        of("demo://guide/welcome.md"),
    ] });
    let dismissed = host.call(op::ResourceSaveMany, wanted.clone()).await;
    assert_eq!(
        dismissed["saved"],
        Value::Null,
        "the dialog was cancelled: {dismissed}"
    );
    let folder = tempfile::tempdir().expect("a temporary directory");
    *host.chosen.lock() = Some(folder.path().to_owned());
    let saved = host.call(op::ResourceSaveMany, wanted).await["saved"].clone();
    assert_eq!(saved["folder"], json!(folder.path()));
    let names = ["sunrise.png", "welcome.md", "welcome (2).md"];
    let paths = names.map(|name| json!(folder.path().join(name)));
    let written: Vec<_> = saved["files"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|file| file["path"].clone())
        .collect();
    assert_eq!(written, paths, "each under a name of its own");
    let picture = std::fs::read(folder.path().join(names[0])).expect("it was saved");
    let content = read(&host, &server, "demo://pictures/sunrise.png").await;
    assert!(picture == bytes(&host, &content, 65_536).await, "all of it");
    let failed = saved["failed"].as_array().map_or(0, Vec::len);
    assert_eq!(
        (failed, &saved["failed"][0]["uri"]),
        (1, &json!("demo://nothing/here")),
        "{saved}"
    );

    let many = json!({ "resources": vec![of("demo://clock"); 1_001] });
    let error = host.fails(op::ResourceSaveMany, many).await;
    assert_eq!(error.message.code.as_ref(), "contents.tooMany");
}

#[tokio::test]
async fn a_resource_that_is_dragged_becomes_a_file_and_is_read_only_then() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.until_read(&server).await;
    let reads = async || {
        let all = json!({ "serverId": server, "from": 0, "limit": 1_000 });
        let log = host.call(op::WireList, all).await;
        let frames = log["frames"].as_array().into_iter().flatten();
        frames
            .filter(|frame| frame["method"] == "resources/read")
            .count()
    };
    let uri = "demo://pictures/sunrise.png";
    let of = json!({ "serverId": server, "uri": uri, "mimeType": "image/png" });
    let reserved = host.call(op::ResourceReserveDrag, of).await;
    let path = url::Url::parse(&text(&reserved["fileUrl"])).expect("a URL");
    let path = path.to_file_path().expect("a path");
    assert_eq!(
        (path.exists(), reads().await),
        (false, 0),
        "nothing is read"
    );
    let drag = json!({ "dragId": reserved["dragId"] });
    let written = host.call(op::ResourceWriteDrag, drag.clone()).await;
    assert_eq!(written["path"], json!(path));
    let content = read(&host, &server, uri).await;
    let whole = bytes(&host, &content, 65_536).await;
    assert!(std::fs::read(&path).expect("it is written") == whole);
    assert!(path.ends_with("sunrise.png"), "under its name: {path:?}");
    let again = host.fails(op::ResourceWriteDrag, drag).await;
    assert_eq!(
        again.message,
        Message::new("contents.gone"),
        "one drag, one file"
    );
}

#[tokio::test]
async fn a_content_that_is_dragged_becomes_a_file() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.until_read(&server).await;
    let content = read(&host, &server, "demo://pictures/sunrise.png").await;
    let of = json!({ "contentId": content["contentId"] });
    let reserved = host.call(op::ContentReserveDrag, of).await;
    let path = url::Url::parse(&text(&reserved["fileUrl"])).expect("a URL");
    let path = path.to_file_path().expect("a path");
    assert!(!path.exists(), "nothing is written yet");
    let drag = json!({ "dragId": reserved["dragId"] });
    let written = host.call(op::ResourceWriteDrag, drag).await;
    assert_eq!(written["path"], json!(path));
    assert!(path.ends_with("sunrise.png"), "under its name: {path:?}");
    let whole = bytes(&host, &content, 65_536).await;
    assert!(std::fs::read(&path).expect("it is written") == whole);
    let gone = json!({ "contentId": "gone" });
    let error = host.fails(op::ContentReserveDrag, gone).await;
    assert_eq!(error.message, Message::new("contents.gone"));
}

#[tokio::test]
async fn a_copy_is_opened_in_another_app_unless_it_may_run() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.until_read(&server).await;
    let leaflet = read(&host, &server, "demo://papers/leaflet.pdf").await;
    let id = json!({ "contentId": leaflet["contentId"] });
    let opened = host.call(op::ContentOpen, id).await;
    let path = text(&opened["path"]);
    let written = std::fs::read(&path).expect("the copy is there");
    assert_eq!(
        (written, std::path::Path::new(&path).file_name()),
        (
            bytes(&host, &leaflet, 1_000).await,
            Some("leaflet.pdf".as_ref())
        ),
        "all of it, under its name"
    );
    assert_eq!(*host.opened.lock(), [path], "that copy is opened");

    let page = read(&host, &server, "demo://data/program.html").await;
    let error = host
        .fails(op::ContentOpen, json!({ "contentId": page["contentId"] }))
        .await;
    assert_eq!(
        error.message,
        Message::new("contents.mayRun").with("name", "program.html"),
        "a page runs scripts"
    );
    assert_eq!(host.opened.lock().len(), 1, "and is not opened");
}

#[tokio::test]
async fn what_cannot_be_saved_says_why() {
    let host = TestHost::open().await;
    let unknown = json!({ "contentId": "no such content" });
    let error = host.fails(op::ContentSave, unknown).await;
    assert_eq!(error.message, Message::new("contents.gone"));

    let csv = json!({ "name": "../rain\u{202e}.csv", "text": "day,mm\n" });
    let none = host.call(op::ContentSaveText, csv.clone()).await;
    assert_eq!(none["file"], Value::Null, "the dialog was cancelled");

    let folder = tempfile::tempdir().expect("a temporary directory");
    *host.chosen.lock() = Some(folder.path().to_owned());
    let saved = host.call(op::ContentSaveText, csv.clone()).await;
    let path = folder.path().join("_rain.csv");
    assert_eq!(
        saved["file"]["path"],
        json!(path),
        "no path, nothing hidden in its name"
    );
    assert_eq!(std::fs::read_to_string(&path).expect("saved"), "day,mm\n");
    host.call(op::ContentSaveMany, json!({ "contentIds": [] }))
        .await;
    let shown = host.dialogs.lock().clone();
    let save_as = |starts_in| PathDialog::SaveAs {
        name: "_rain.csv".into(),
        starts_in,
    };
    let into_last = PathDialog::SaveInto {
        starts_in: Some(folder.path().to_owned()),
    };
    assert_eq!(
        shown,
        [save_as(None), save_as(None), into_last],
        "a dialog starts where the last one saved"
    );

    let missing = folder.path().join("gone");
    *host.chosen.lock() = Some(missing.clone());
    let error = host.fails(op::ContentSaveText, csv).await;
    assert_eq!(
        (error.code, error.message.code.as_ref()),
        (usher_api::Code::StoreUnwritable, "contents.unwritable"),
        "{error:?}"
    );
}

/// Resources, and which thumbnail each has.
const LOOKED_AT: [(&str, &str); 5] = [
    ("demo://pictures/sunrise.png", "picture"),
    ("demo://pictures/lighthouse.svg", "picture"),
    ("demo://guide/welcome.md", "text"),
    ("demo://raw/bytes.bin", "none"),
    ("demo://sounds/chime.wav", "none"),
];

/// How many messages about reading resources were exchanged with a server.
async fn reads(host: &TestHost, server: &str) -> usize {
    let all = json!({ "serverId": server, "from": 0, "limit": 1_000 });
    let frames = host.call(op::WireList, all).await;
    let frames = frames["frames"].as_array().into_iter().flatten();
    frames
        .filter(|frame| frame["method"] == "resources/read")
        .count()
}

#[tokio::test]
async fn thumbnails_are_drawn_small_and_kept() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.until_read(&server).await;
    let thumbnail = async |uri: &str| {
        let of = json!({ "serverId": server, "uri": uri });
        host.call(op::ResourceThumbnail, of).await
    };
    let mut shown = Vec::new();
    for (uri, kind) in LOOKED_AT {
        let one = thumbnail(uri).await;
        assert_eq!(one["kind"], kind, "{uri}: {one}");
        if kind == "picture" {
            let png = STANDARD.decode(text(&one["base64"])).expect("base64");
            let side = u32::from_be_bytes([png[16], png[17], png[18], png[19]]);
            assert!((1..=320).contains(&side), "{uri} is {side} pixels wide");
        }
        shown.push(one);
    }
    // Of each but the sound the request and the response, which is in the log a moment after it is used.
    host.until("the reads are in the log", async || {
        (reads(&host, &server).await == 8).then_some(())
    })
    .await;
    let again = thumbnail("demo://pictures/sunrise.png").await;
    assert_eq!(again["kind"], "picture");
    assert_eq!(
        reads(&host, &server).await,
        8,
        "a kept thumbnail is not read again"
    );
    let folder = host.data_dir().join("thumbnails");
    let files = || std::fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(
        files(),
        4,
        "also texts and that there is none; the sound was not read"
    );

    let host = host.reopen().await;
    host.until_read(&server).await;
    let thumbnail = async |uri: &str| {
        let of = json!({ "serverId": server, "uri": uri });
        host.call(op::ResourceThumbnail, of).await
    };
    let mut again = Vec::new();
    for (uri, _) in LOOKED_AT {
        again.push(thumbnail(uri).await);
    }
    assert_eq!(again, shown, "the same in the next session");
    assert_eq!(
        reads(&host, &server).await,
        0,
        "and nothing of it is read from the server"
    );

    host.call(op::RecentClear, json!({})).await;
    assert_eq!(files(), 0, "cleared with what was opened last");
    thumbnail("demo://pictures/sunrise.png").await;
    assert_eq!(files(), 1, "drawn again");
    host.call_on(op::ServerRemove, &server).await;
    host.until("its thumbnails are gone", async || {
        (files() == 0).then_some(())
    })
    .await;
}

#[tokio::test]
async fn an_updated_resource_has_a_new_thumbnail() {
    const CLOCK: &str = "demo://pictures/clock.svg";
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.until_read(&server).await;
    let of = json!({ "serverId": server, "uri": CLOCK });
    let follow = json!({ "serverId": server, "uri": CLOCK, "subscribed": true });
    let first = host.call(op::ResourceThumbnail, of.clone()).await;
    assert_eq!(first["kind"], "picture", "{first}");
    assert_eq!(
        host.call(op::ResourceThumbnail, of.clone()).await,
        first,
        "it is kept until its server says that it changed"
    );
    host.call(op::ResourceSubscribe, follow).await;
    host.until_event("resourceUpdated", |event| event["uri"] == CLOCK)
        .await;
    let second = host.call(op::ResourceThumbnail, of).await;
    assert_eq!(second["kind"], "picture", "{second}");
    assert_ne!(second, first, "its server reports no size and no time");
}

#[tokio::test]
async fn a_resource_of_gigabytes_is_refused_with_its_size_and_the_limit() {
    let host = TestHost::open().await;
    let web = HttpServer::start().await.expect("a port is free");
    let limit = json!({ "kind": "bytes", "bytes": 96 << 20 });
    let size = json!({ "kind": "bytes", "bytes": 2_000_000_000 });
    for (style, reason) in [
        (
            "declares_2gb",
            json!({ "code": "response.tooLong", "params": { "size": size, "limit": limit } }),
        ),
        (
            "endless_body",
            json!({ "code": "net.tooLarge", "params": { "size": limit } }),
        ),
    ] {
        let url = format!("http://127.0.0.1:{}/{style}/echo", web.port);
        let config = json!({ "kind": "http", "url": url, "headers": [] });
        let server = host.add(style, config).await;
        host.until_state(&server, "running").await;
        let read = json!({ "serverId": server, "uri": "a:1" });
        let refused = host.fails(op::ResourceRead, read).await;
        assert_eq!(refused.code, Code::ServerUnreachable, "{style}");
        let said = json!(refused.message);
        assert_eq!(
            said["params"]["detail"]["message"], reason,
            "{style}: {said}"
        );
    }
}
