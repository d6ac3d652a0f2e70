//! Icons chosen, refused and drawn.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::ImageFormat;
use parking_lot::Mutex;
use usher_mcp::{IconSource, IconTheme};
use usher_messages::{Message, Param};

use super::{IconImage, Icons, choose};
use crate::limits;
use crate::picture::tests::{png_claiming, solid, svg};
use crate::worker::Workers;
use usher_config::definition::Transport;

fn local() -> Transport {
    Transport::Stdio {
        command: "x".into(),
        args: Vec::new(),
        env: Vec::new(),
        cwd: None,
        inputs: Vec::new(),
    }
}

/// The code of the reason, or the foreign text that is the reason.
fn reason_of(refused: &Message) -> &str {
    match refused.params.get("reason") {
        Some(Param::Message { message }) => &message.code,
        Some(Param::Text { text }) => text,
        other => panic!("{other:?} is no reason"),
    }
}

fn web(url: &str) -> Transport {
    Transport::Http {
        url: url.parse().unwrap(),
        headers: Vec::new(),
        inputs: Vec::new(),
    }
}

fn icon(src: &str, sizes: &[&str], theme: Option<IconTheme>) -> IconSource {
    IconSource {
        src: src.into(),
        mime_type: None,
        sizes: sizes.iter().map(|&size| size.to_owned()).collect(),
        theme,
    }
}

fn data(mime: &str, bytes: &[u8]) -> String {
    format!("data:{mime};base64,{}", STANDARD.encode(bytes))
}

#[test]
fn the_best_icon_is_chosen() {
    use IconTheme::{Dark, Light};
    let at = "https://a.example/";
    let https = |name: &str| format!("{at}{name}");
    // The name of each icon says where it belongs; the first name is expected on light, the second on dark.
    let table: Vec<(&str, Vec<IconSource>, &str, &str)> = vec![
        ("one for all", vec![icon(&https("a"), &[], None)], "a", "a"),
        (
            "a theme each",
            vec![
                icon(&https("d"), &[], Some(Dark)),
                icon(&https("l"), &[], Some(Light)),
            ],
            "l",
            "d",
        ),
        (
            "one theme and one for all",
            vec![
                icon(&https("d"), &["16x16"], Some(Dark)),
                icon(&https("n"), &["64x64"], None),
            ],
            "n",
            "d",
        ),
        (
            "only the other theme",
            vec![icon(&https("d"), &[], Some(Dark))],
            "d",
            "d",
        ),
        (
            "the next larger size",
            vec![
                icon(&https("16"), &["16x16"], None),
                icon(&https("48"), &["48x48"], None),
                icon(&https("96"), &["96x96"], None),
                icon(&https("512"), &["512x512"], None),
            ],
            "96",
            "96",
        ),
        (
            "the largest of the small",
            vec![
                icon(&https("16"), &["16x16"], None),
                icon(&https("48"), &["32x32", "48x48"], None),
            ],
            "48",
            "48",
        ),
        (
            "scalable before all",
            vec![
                icon(&https("64"), &["64x64"], None),
                icon(&https("any"), &["any"], None),
            ],
            "any",
            "any",
        ),
        (
            "unknown before small",
            vec![
                icon(&https("16"), &["16x16"], None),
                icon(&https("what"), &["huge", "x", "-1x3"], None),
            ],
            "what",
            "what",
        ),
        (
            "what may be had before what is best",
            vec![
                icon("https://b.example/any", &["any"], None),
                icon(&https("16"), &["16x16"], None),
            ],
            "16",
            "16",
        ),
    ];
    for (what, offered, light, dark) in table {
        for (theme, expected) in [(Light, light), (Dark, dark)] {
            let best = choose::best(&web(at), &offered, theme).unwrap();
            assert_eq!(best.src, https(expected), "{what}, {theme:?}");
        }
    }
    assert_eq!(
        Icons::new(Workers::in_process()).choose(&local(), &[]),
        None
    );
}

async fn image_of(transport: &Transport, src: &str) -> IconImage {
    let icons = Icons::new(Workers::in_process());
    let themed = icons.choose(transport, &[icon(src, &[], None)]).unwrap();
    assert_eq!(themed.light, themed.dark);
    icons.get(&themed.light).await
}

#[tokio::test]
async fn data_uris_are_drawn() {
    let png = solid(ImageFormat::Png, 100, 100);
    let picture = svg("<rect width='10' height='10'/>");
    let percent: Vec<String> = picture.bytes().map(|byte| format!("%{byte:02x}")).collect();
    let percent = percent.concat();
    for src in [
        data("image/png", &png),
        data("image/PNG", &png),
        data("", &png),
        data("image/svg+xml", picture.as_bytes()),
        data("image/svg+xml;charset=utf-8", picture.as_bytes()),
        format!("data:image/svg+xml;utf8,{picture}"),
        format!("data:image/svg+xml,{percent}"),
        format!("DATA:image/svg+xml,{percent}"),
        format!(" data:image/png;base64,{} ", STANDARD.encode(&png)),
    ] {
        let image = image_of(&local(), &src).await;
        assert!(
            matches!(&image, IconImage::Png(png) if png.starts_with(b"\x89PNG")),
            "{}: {image:?}",
            &src[..40]
        );
    }
}

#[tokio::test]
async fn hostile_icons_are_refused_with_a_reason() {
    let at = "https://a.example/mcp";
    let png = solid(ImageFormat::Png, 2, 2);
    let polyglot = [b"PK\x03\x04".as_slice(), &png].concat();
    let long = data("image/png", &[png.clone(), vec![0; 600 * 1024]].concat());
    let endless = data("image/png", &vec![0; 4 * 1024 * 1024]);
    let written = r"
        local | https://a.example/icon.png | media.localServer
        local | http://127.0.0.1/icon.png | media.localServer
        web | https://b.example/icon.png | media.otherHost
        web | https://a.example:8443/icon.png | media.otherHost
        web | http://a.example/icon.png | media.otherHost
        web | https://a.example.evil.example/x | media.otherHost
        web | https://me:pw@a.example/x | net.credentials
        web | file:///etc/passwd | net.scheme
        web | javascript:alert(1) | net.scheme
        web | ftp://a.example/x | net.scheme
        web | icon.png | media.noUrl
        web | //a.example/icon.png | media.noUrl
        web |  | media.noUrl
        local | data:image/png | media.noComma
        local | data:image/png;base64,???? | media.base64
        local | data:image/png;base64, | media.empty
        local | data:image/svg+xml,<!DOCTYPE svg [<!ENTITY a 'b'>]><svg>&a;</svg> | media.entities
    ";
    let table: Vec<(String, &str)> = vec![
        (data("image/png", b"<html></html>"), "media.unknownIcon"),
        (data("image/jpeg", &png), "media.otherType"),
        (data("text/html", &png), "media.otherType"),
        (data("image/png", &polyglot), "media.unknownIcon"),
        (
            data("image/png", &png_claiming(50_000, 50_000)),
            "media.pixels",
        ),
        (data("image/png", &png[..40]), "media.header"),
        (long, "media.tooLarge"),
        (endless, "media.tooLarge"),
        (data("image/svg+xml", b"<svg><g>"), "media.notSvg"),
    ];
    let written = usher_cases::rows(written).map(|[place, src, reason]| {
        let transport = if place == "local" { local() } else { web(at) };
        (transport, src, reason)
    });
    let made = table.into_iter();
    let made = made.map(|(src, reason)| (local(), src, reason.to_owned()));
    for (transport, src, reason) in written.chain(made) {
        let image = image_of(&transport, &src).await;
        let shown: String = src.chars().take(60).collect();
        match image {
            IconImage::Refused(said) => assert_eq!(reason_of(&said), reason, "{shown}: {said}"),
            IconImage::Png(_) => panic!("{shown} was drawn"),
        }
    }
}

#[tokio::test]
async fn one_picture_has_one_key_and_few_are_kept() {
    let icons = Icons::new(Workers::in_process());
    let choose = |src: &str| {
        icons
            .choose(&local(), &[icon(src, &[], None)])
            .unwrap()
            .light
    };
    let first = choose("data:,first");
    assert_eq!(first, choose("data:,first"));
    assert_ne!(first, choose("data:,second"));
    let web_icon = [icon("https://a.example/i.png", &[], None)];
    assert_ne!(
        icons.choose(&web("https://a.example/one"), &web_icon),
        icons.choose(&web("https://a.example/two"), &web_icon),
        "what one server may fetch says nothing about another"
    );
    for number in 0..=limits::ICONS {
        choose(&format!("data:,{number}"));
    }
    assert_eq!(
        icons.get(&first).await,
        IconImage::Refused(Message::new("media.iconUnknown"))
    );
    assert_eq!(icons.with(|known| known.icons.len()), limits::ICONS);
}

/// A web server with an answer per path that counts requests.
struct Web {
    at: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Web {
    fn serving(answer: impl Fn(&str, usize) -> Vec<u8> + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::<String>::new()));
        let seen = requests.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
                let request = lines.next().unwrap().unwrap();
                let head: Vec<String> = lines
                    .map_while(Result::ok)
                    .take_while(|line| !line.is_empty())
                    .collect();
                let path = request.split(' ').nth(1).unwrap().to_owned();
                let mut seen = seen.lock();
                let before = seen
                    .iter()
                    .filter(|earlier| earlier.starts_with(&path))
                    .count();
                seen.push(format!("{path} {}", head.join("\n")));
                // The client may have hung up on an answer that is too long.
                let _ = stream.write_all(&answer(&path, before));
            }
        });
        Self { at, requests }
    }
}

fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n"
    );
    [head.as_bytes(), body].concat()
}

#[tokio::test]
async fn icons_of_the_servers_own_host_are_fetched_once() {
    let sink = Web::serving(|_, _| answer("200 OK", "", b""));
    let elsewhere = format!("Location: {}/icon.png\r\n", sink.at);
    let web_server = Web::serving(move |path, before| {
        let png = solid(ImageFormat::Png, 100, 100);
        match (path, before) {
            ("/good.png", _) => answer(
                "200 OK",
                "Content-Type: image/png\r\nSet-Cookie: a=b\r\n",
                &png,
            ),
            ("/later.png", 1..) => answer("200 OK", "", &png),
            ("/later.png", 0) => answer("503 Busy", "", b""),
            ("/page.png", _) => answer("200 OK", "Content-Type: text/html\r\n", &png),
            ("/html.png", _) => answer("200 OK", "Content-Type: image/png\r\n", b"<html></html>"),
            ("/long.png", _) => answer("200 OK", "", &vec![0; 600 * 1024]),
            ("/away.png", _) => answer("302 Found", &elsewhere, b""),
            _ => answer("404 Not Found", "", b""),
        }
    });
    let mcp = web(&format!("{}/mcp", web_server.at));
    let icons = Icons::new(Workers::in_process());
    let get = async |path: &str| {
        let source = icon(&format!("{}{path}", web_server.at), &[], None);
        let key = icons.choose(&mcp, &[source]).unwrap().light;
        icons.get(&key).await
    };
    let refused = async |path: &str, reason: &str| match get(path).await {
        IconImage::Refused(said) => {
            assert!(
                said.to_string().contains(reason) || reason_of(&said) == reason,
                "{path}: {said:?}"
            );
        }
        IconImage::Png(_) => panic!("{path} was drawn"),
    };
    for _ in 0..3 {
        assert!(matches!(get("/good.png").await, IconImage::Png(_)));
    }
    refused("/later.png", "503").await;
    assert!(
        matches!(get("/later.png").await, IconImage::Png(_)),
        "a fetch that failed is tried again"
    );
    refused("/page.png", "media.otherType").await;
    refused("/html.png", "media.unknownIcon").await;
    refused("/long.png", "larger than").await;
    refused("/away.png", "302").await;
    refused("/none.png", "404").await;

    let requests = web_server.requests.lock();
    let of = |path: &str| {
        requests
            .iter()
            .filter(|request| request.starts_with(path))
            .count()
    };
    assert_eq!(of("/good.png"), 1, "what was drawn is not fetched again");
    assert!(
        !requests
            .iter()
            .any(|request| request.to_lowercase().contains("\ncookie:")),
        "no cookies"
    );
    assert!(
        sink.requests.lock().is_empty(),
        "redirects are not followed"
    );
}
