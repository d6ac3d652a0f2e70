//! A folder of files of many types, whole and damaged, offered as resources by a real server: each is shown as what it is.

use std::path::Path;

use serde_json::{Value, json};
use usher_tests::extent::is_all;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Window, has, repository};

use crate::{fixture, servers};

/// Files that the test writes.
const WRITTEN: [(&str, &[u8]); 26] = [
    ("conf.toml", b"name = \"usher\"\n[deep]\nvalue = 1\n"),
    ("conf.yaml", b"name: usher\ndeep:\n  value: 1\n"),
    ("data.json", b"{\"name\":\"usher\",\"deep\":{\"value\":1}}"),
    ("doc.xml", b"<doc><a>1</a></doc>"),
    ("drawing.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"40\"><rect width=\"60\" height=\"40\" fill=\"teal\"/></svg>"),
    ("main.rs", b"fn main() {}\n"),
    ("notes.txt", b"one\ntwo\n"),
    ("paper.pdf", b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>endobj\n4 0 obj<</Length 31>>stream\n0 0.5 0.5 rg 20 20 100 50 re f \nendstream endobj\ntrailer<</Root 1 0 R/Size 5>>\nstartxref\n0\n%%EOF\n"),
    ("page.html", b"<h1>Page</h1><script>document.title='ran'</script><img src=\"http://127.0.0.1:9/x\">"),
    ("query.sql", b"select 1;\n"),
    ("readme.md", b"# Read me\n\n- one\n"),
    ("run.log", b"started\n"),
    ("script.py", b"print(1)\n"),
    ("style.css", b"a { color: red }\n"),
    ("table.csv", b"city,days\nOslo,3\nRome,5\n"),
    ("table.tsv", b"city\tdays\nOslo\t3\n"),
    ("types.ts", b"export type A = 1;\n"),
    ("random.bin", b"\x00\x01\x02usher\xff"),
    ("wrong.png", b"this is no picture"),
    ("broken.pdf", b"%PDF-1.7 and nothing more"),
    ("broken.json", b"{\"a\": 1,"),
    ("broken.zip", b"PK\x03\x04 and nothing more"),
    ("broken.ttf", b"\x00\x01\x00\x00\x00\x04nothing"),
    ("broken.csv", b"a,b\n\"never closed,1\n"),
    ("empty.txt", b""),
    // An image of 20,000 by 20,000 pixels, of which one byte is there.
    ("scan-large.pdf", b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</XObject<</Im 5 0 R>>>>>>endobj\n4 0 obj<</Length 32>>stream\nq 100 0 0 50 20 20 cm /Im Do Q  \nendstream endobj\n5 0 obj<</Type/XObject/Subtype/Image/Width 20000/Height 20000/ColorSpace/DeviceGray/BitsPerComponent 1/Length 1>>stream\nU\nendstream endobj\ntrailer<</Root 1 0 R/Size 6>>\nstartxref\n0\n%%EOF\n"),
];

/// The element that shows a content: the article of a resource.
const ARTICLE: &str = "document.querySelector('[role=article], article')";

/// What an element shows: its kinds of view, and whether it says that something is wrong.
const SHOWN: &str = "if (read === null || read.querySelector('[aria-busy=true], [data-part=skeleton]') !== null) return null;
    const has = (selector) => read.querySelector(selector) !== null;
    const picture = [...read.querySelectorAll('img')].some((one) => one.naturalWidth > 20 && one.src.startsWith('blob:'));
    const kinds = Object.entries({
        picture,
        audio: has('audio'),
        video: has('video'),
        page: has('[data-part=app-slot]'),
        tree: has('[role=tree]'),
        table: has('table, [role=table], [role=grid]'),
        pdf: has('canvas'),
        code: has('.cm-content'),
        heading: [...read.querySelectorAll('h1, h2, h3')].some((one) => one.textContent === 'Read me'),
        font: has('[role=img][style*=font-family]'),
    }).filter(([, shown]) => shown).map(([kind]) => kind);
    if (read.innerText.includes('00000000')) kinds.push('hex');
    if (kinds.length === 0 && has('[data-part=quote]')) kinds.push('text');
    return kinds.length > 0 ? kinds : has('[data-part=note]') ? ['note'] : null;";

/// Whether the first page of a PDF has ink on it. A canvas that a worker draws gives its pixels only to another one.
pub(crate) const DRAWN: &str = "const page = document.querySelector('article canvas');
    const copy = Object.assign(document.createElement('canvas'), { width: page?.width || 1, height: page?.height || 1 });
    const pen = copy.getContext('2d');
    if (page !== null && page.width > 0) pen.drawImage(page, 0, 0);
    const pixels = pen.getImageData(0, 0, copy.width, copy.height).data;
    let ink = 0;
    for (let at = 0; at < pixels.length; at += 4) if (pixels[at] < 100 && pixels[at + 3] > 200) ink += 1;
    const dark = ink > 50;";

/// What is said to be wrong with what the article shows.
const NOTED: &str = "const notes = document.querySelectorAll('article [data-part=note]');
    return [...notes].map((note) => note.innerText.trim()).filter((text) => text !== '');";

/// Files that are damaged, or not what they are declared as: that is said. Of those of bytes a view shows them.
const FAULTY: [(&str, Faulty); 6] = [
    ("broken.csv", Faulty::Text),
    ("broken.json", Faulty::Text),
    ("broken.pdf", Faulty::Bytes),
    ("broken.ttf", Faulty::Bytes),
    ("broken.zip", Faulty::Bytes),
    ("wrong.png", Faulty::Bytes),
];

#[derive(Clone, Copy, PartialEq)]
enum Faulty {
    Text,
    Bytes,
}

/// The kinds of view that show a file.
pub(crate) type Kinds = &'static [&'static str];

/// For each file what is shown of it; of a damaged one there may be two ways.
pub(crate) const EXPECTED: [(&str, &[Kinds]); 49] = [
    ("anim.gif", &[&["picture"]]),
    ("broken.csv", &[&["table"], &["code"]]),
    ("broken.json", &[&["code"]]),
    ("broken.pdf", &[&["hex"]]),
    ("broken.ttf", &[&["hex"]]),
    ("broken.zip", &[&["hex"], &["table"]]),
    ("clip.mp4", &[&["video"]]),
    ("clip.webm", &[&["video"]]),
    ("conf.toml", &[&["tree"]]),
    ("conf.yaml", &[&["tree"]]),
    ("data.json", &[&["tree"]]),
    ("doc.xml", &[&["code"]]),
    ("drawing.svg", &[&["picture"]]),
    ("empty.txt", &[&["note"]]),
    ("files.tar.gz", &[&["table"]]),
    ("files.zip", &[&["table"]]),
    ("main.rs", &[&["code"]]),
    ("notes.txt", &[&["code"]]),
    ("one.avif", &[&["picture"]]),
    ("one.bmp", &[&["picture"]]),
    ("one.jpg", &[&["picture"]]),
    ("one.png", &[&["picture"]]),
    ("one.tiff", &[&["picture"]]),
    ("one.webp", &[&["picture"]]),
    ("page.html", &[&["page"]]),
    ("paper.pdf", &[&["pdf"]]),
    ("query.sql", &[&["code"]]),
    ("random.bin", &[&["hex"]]),
    ("readme.md", &[&["heading"]]),
    ("run.log", &[&["code"]]),
    ("scan-cut.pdf", &[&["pdf"]]),
    ("scan-fax.pdf", &[&["pdf"]]),
    ("scan-jbig2.pdf", &[&["pdf"]]),
    ("scan-jpx.pdf", &[&["pdf"]]),
    ("scan-large.pdf", &[&["pdf"]]),
    ("script.py", &[&["code"]]),
    ("style.css", &[&["code"]]),
    ("table.csv", &[&["table"]]),
    ("table.tsv", &[&["table"]]),
    ("text-gb.pdf", &[&["pdf"]]),
    ("text-rksj.pdf", &[&["pdf"]]),
    ("text-symbol.pdf", &[&["pdf"]]),
    ("tone.flac", &[&["audio"]]),
    // AAC needs a decoder that not every system has.
    ("tone.m4a", &[&["audio"], &["hex"]]),
    ("tone.mp3", &[&["audio"]]),
    ("tone.ogg", &[&["audio"]]),
    ("tone.wav", &[&["audio"]]),
    ("types.ts", &[&["code"]]),
    ("wrong.png", &[&["hex"]]),
];

#[tokio::test]
async fn files_of_many_types_are_shown_as_what_they_are() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a temporary directory");
    fill(folder.path());
    let window = Window::open(fixture.data.path()).await;
    let peer = repository().join("tests/peers/folder.mjs");
    let command = format!("node {} {}", peer.display(), folder.path().display());
    servers::connect(&window, &command, "Files").await;
    window.go_to("Resources").await;
    window.find("option", has("anim.gif")).await;

    let mut wrong = Vec::new();
    for (name, expected) in EXPECTED {
        window
            .fill("searchbox", text("shared.catalog.resources.search"), name)
            .await;
        window.click("option", has(name)).await;
        window.find("heading", name).await;
        show_page(&window, name).await;
        let expected: Vec<Value> = expected.iter().map(|kinds| json!(kinds)).collect();
        let shown = shows(&window, ARTICLE, &expected).await;
        if !expected.contains(&shown) {
            wrong.push(format!("{name}: {shown}"));
        }
        if shown == json!(["pdf"]) {
            let incomplete = text_with("content.pdf.incomplete", &[("number", "1")]);
            let left_out = text_with("content.pdf.largeImage", &[("megapixels", "64")]);
            let script = format!(
                "{DRAWN}\nconst says = (said) => document.body.innerText.includes(said);
                return dark ? 'drawn' : says({}) ? 'left out' : says({}) ? 'incomplete' : 'blank';",
                json!(left_out.as_str()),
                json!(incomplete.as_str())
            );
            let expected = json!(match name {
                "scan-cut.pdf" => "incomplete",
                "scan-large.pdf" => "left out",
                _ => "drawn",
            });
            let drawn = polled(&window, &script, std::slice::from_ref(&expected)).await;
            if drawn != expected {
                wrong.push(format!("{name}: its page is {drawn}"));
            }
        }
        if is_all() {
            window.picture(&format!("preview-{name}")).await;
        }
        let Some((_, faulty)) = FAULTY.iter().find(|(of, _)| *of == name) else {
            continue;
        };
        let noted = window.script(NOTED, vec![]).await;
        if noted == json!([]) {
            wrong.push(format!("{name}: nothing is said of the fault"));
        }
        if *faulty == Faulty::Bytes {
            window.choose(text("content.view.bytes")).await;
            let bytes = shows(&window, ARTICLE, &[json!(["hex"])]).await;
            if bytes != json!(["hex"]) {
                wrong.push(format!("{name}, its bytes: {bytes}"));
            }
            window.choose(text("resources.view.preview")).await;
        }
    }
    assert_eq!(wrong, Vec::<String>::new(), "what is shown of these");
    window.check_accessibility("a preview").await;
    window.done().await;
}

/// Whether a file has the name of an HTML page.
pub(crate) fn is_html(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| ending == "html")
}

/// Asks for the page of an HTML file, which is not drawn before.
pub(crate) async fn show_page(window: &Window, name: &str) {
    if !is_html(name) {
        return;
    }
    let ask = text("content.preview.showPage");
    window.find("button", &ask).await;
    let drawn = window
        .script(
            "return document.querySelector('[data-part=app-slot]') !== null",
            vec![],
        )
        .await;
    assert_eq!(
        drawn,
        json!(false),
        "{name} is drawn before it is asked for"
    );
    window.push(&ask).await;
    window.find_some("[data-part=app-slot]").await;
}

/// What an element shows, once that is among what is expected, or after some time.
pub(crate) async fn shows(window: &Window, element: &str, expected: &[Value]) -> Value {
    polled(
        window,
        &format!("const read = {element};\n{SHOWN}"),
        expected,
    )
    .await
}

/// What a script gives, once that is among what is expected, or after some time.
async fn polled(window: &Window, script: &str, expected: &[Value]) -> Value {
    let mut shown = Value::Null;
    // What is loaded when it is first needed takes a moment; what is wrong stays wrong.
    for _ in 0..100 {
        shown = window.script(script, vec![]).await;
        if expected.contains(&shown) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    shown
}

/// Its answer is longer than what the page parses in its main thread, and its text than what an editor is filled with at once.
#[tokio::test]
async fn a_long_text_is_shown_to_its_end() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a temporary directory");
    let lines = "a line of a long file\n".repeat(150_000);
    std::fs::write(folder.path().join("long.log"), lines + "the last of them\n")
        .expect("a file is written");
    let window = Window::open(fixture.data.path()).await;
    let peer = repository().join("tests/peers/folder.mjs");
    let command = format!("node {} {}", peer.display(), folder.path().display());
    servers::connect(&window, &command, "Files").await;
    window.go_to("Resources").await;
    window.click("option", has("long.log")).await;
    let editor = text_with("content.preview.textOf", &[("name", "long.log")]);
    window
        .eventually("the end of the text", || async {
            window.click("textbox", &editor).await;
            window.press("Control", "\u{e010}").await;
            let shown = window.text().await;
            shown.contains("the last of them").then_some(())
        })
        .await;
    window.see("3.3 MB").await;
    window.done().await;
}

/// The files of `tests/data/media` and those of [`WRITTEN`].
pub(crate) fn fill(folder: &Path) {
    let media = repository().join("tests/data/media");
    for entry in std::fs::read_dir(media).expect("the media are there") {
        let entry = entry.expect("an entry is read");
        std::fs::copy(entry.path(), folder.join(entry.file_name())).expect("a file is copied");
    }
    for (name, bytes) in WRITTEN {
        std::fs::write(folder.join(name), bytes).expect("a file is written");
    }
}
