//! Many small documents, made from tables, that each try one way to fetch or run something: every one is opened in the
//! real window, and a sink on loopback hears which of them came through.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use usher_tests::window::Window;

use crate::app_places::{COLOR, is_seen};
use crate::fixture;
use crate::hostile_previews::{READY, Sink, open};
use crate::previews::{is_html, show_page};

/// `URL` stands for an address of the sink, `RUN` for a script, `Q` for what an attribute is quoted by.
const TAGS: [&str; 20] = [
    "<img src=QURLQ onerror=QRUNQ>",
    "<img srcset=QURLQ>",
    "<picture><source srcset=QURLQ><img></picture>",
    "<video src=QURLQ autoplay></video>",
    "<video poster=QURLQ></video>",
    "<audio src=QURLQ autoplay preload=auto></audio>",
    "<video><track default kind=subtitles src=QURLQ></video>",
    "<input type=image src=QURLQ onfocus=QRUNQ autofocus>",
    "<link rel=stylesheet href=QURLQ onload=QRUNQ>",
    "<link rel=icon href=QURLQ>",
    "<link rel=preload as=image href=QURLQ>",
    "<link rel=modulepreload href=QURLQ>",
    "<script src=QURLQ></script><script>RUN</script>",
    "<iframe src=QURLQ onload=QRUNQ></iframe>",
    "<embed src=QURLQ>",
    "<object data=QURLQ onerror=QRUNQ></object>",
    "<table background=QURLQ><tr><td background=QURLQ>a</table>",
    "<svg onload=QRUNQ><image href=QURLQ></image><use href=QURLQ></use></svg>",
    "<meta http-equiv=refresh content=Q0;url=URLQ>",
    "<p style=Qbackground:url(URL)Q>a</p>",
];

const QUOTES: [&str; 3] = ["\"", "'", ""];

/// Ways of Markdown; those of [`TAGS`] come to them.
const MARKDOWN: [&str; 40] = [
    "![a](URL)",
    "![a](<URL>)",
    "![a](URL 'title')",
    "![a][r]\n\n[r]: URL",
    "![r]\n\n[r]: <URL>",
    "[![a](URL)](URL)",
    "<URL>",
    "URL",
    "> ![a](URL)",
    "- ![a](URL)",
    "1. ![a](URL)",
    "| a |\n|---|\n| ![a](URL) |",
    "~~![a](URL)~~",
    "# ![a](URL)",
    "a[^1]\n\n[^1]: ![a](URL)",
    "![a](data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%3E%3Cimage%20href='URL'/%3E%3C/svg%3E)",
    "![a](//HOST)",
    "![a](HTTP://HOST)",
    "![a](&#104;ttp://HOST)",
    "![a](http:\\/\\/HOST)",
    "[a](javascript:RUN)",
    "[a](JaVaScRiPt:RUN)",
    "[a](java&#10;script:RUN)",
    "[a](data:text/html,<script>RUN</script>)",
    "<javascript:RUN>",
    "![a](javascript:RUN)",
    "```html\n<img src=URL>\n```",
    "`<img src=URL>`",
    "$$\\includegraphics{URL}$$",
    "$\\href{javascript:RUN}{a}$",
    "```mermaid\ngraph TD; A-->B; click A \"URL\"\n```",
    "<details open ontoggle=RUN>a</details>",
    "<style>@import 'URL';</style>",
    "<svg/onload=RUN>",
    "<a href=\"URL\" ping=\"URL\">a</a>",
    "<form action=URL><button autofocus onfocus=RUN>a</button></form>",
    "<img\nsrc\n=\nURL>",
    "<math><mtext><img src=URL></mtext></math>",
    "<!--><img src=URL>-->",
    "<![CDATA[><img src=URL>]]>",
];

/// What stands within an SVG document.
const SVG: [&str; 20] = [
    "<image href='URL' width='9' height='9'/>",
    "<image xlink:href='URL' width='9' height='9'/>",
    "<use href='URL#a'/>",
    "<use xlink:href='URL#a'/>",
    "<script href='URL'/>",
    "<script>RUN</script>",
    "<style>@import url(URL);</style>",
    "<style>rect { fill: url(URL#a); }</style><rect width='9' height='9'/>",
    "<style>@font-face { font-family: x; src: url(URL); }</style><text font-family='x'>a</text>",
    "<rect width='9' height='9' fill='url(URL#a)'/>",
    "<rect width='9' height='9' style='filter:url(URL#a)'/>",
    "<filter id='f'><feImage href='URL'/></filter><rect width='9' height='9' filter='url(#f)'/>",
    "<foreignObject width='9' height='9'><img xmlns='http://www.w3.org/1999/xhtml' src='URL'/></foreignObject>",
    "<foreignObject width='9' height='9'><iframe xmlns='http://www.w3.org/1999/xhtml' src='URL'/></foreignObject>",
    "<a href='javascript:RUN'><rect width='9' height='9'/></a>",
    "<rect width='9' height='9' onload='RUN'/>",
    "<animate href='#r' attributeName='href' values='URL'/><image id='r' width='9' height='9'/>",
    "<set attributeName='onload' to='RUN'/>",
    "<pattern id='p' href='URL#a'/><rect width='9' height='9' fill='url(#p)'/>",
    "<mask id='m'><image href='URL' width='9' height='9'/></mask><rect width='9' height='9' mask='url(#m)'/>",
];

/// All documents, each by its name, with the address of the sink filled in.
fn documents(sink: &str) -> Vec<(String, String)> {
    let mut made = Vec::new();
    let mut add = |ending: &str, document: String| {
        let name = format!("case-{:03}.{ending}", made.len());
        let host = format!("{sink}/{name}");
        let document = document
            .replace("URL", &format!("http://{host}"))
            .replace("HOST", &host)
            .replace("RUN", "top.document.title=1");
        made.push((name, document));
    };
    for tag in TAGS {
        let quoted = QUOTES.map(|quote| tag.replace('Q', quote));
        let [red, green, blue] = COLOR;
        let color = format!("<body style='background: rgb({red}, {green}, {blue})'>");
        add(
            "html",
            format!("<!doctype html>{color}<h1>a</h1>{}", quoted.join("\n")),
        );
    }
    for markdown in MARKDOWN {
        add("md", format!("# Case\n\n{markdown}\n"));
    }
    for tag in TAGS {
        add("md", format!("# Case\n\n{}\n", tag.replace('Q', "\"")));
    }
    for svg in SVG {
        add(
            "svg",
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='40' \
                height='40'><rect id='r' width='40' height='40' fill='teal'/>{svg}</svg>"
            ),
        );
    }
    made
}

#[tokio::test]
async fn no_way_of_a_document_fetches_or_runs_anything() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a temporary directory");
    let sink = Sink::open();
    let documents = documents(&sink.address);
    for (name, document) in &documents {
        std::fs::write(folder.path().join(name), document).expect("a file is written");
    }
    let window = open(&fixture, folder.path()).await;
    let servers = window.rpc("server.list", json!({})).await;
    let server = servers.expect("servers are listed")[0]["id"].clone();
    let title = window.script("return document.title", vec![]).await;
    for (name, _) in &documents {
        show(&window, &server, name).await;
        let now = window.script("return document.title", vec![]).await;
        assert_eq!(now, title, "{name} ran something");
    }
    // What the last of them start has had its time.
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(
        sink.visits(),
        [""; 0],
        "what was fetched, by the name of its document"
    );
    let now = window.script("return document.title", vec![]).await;
    assert_eq!(now, title, "one of the last ran something");
    window.done().await;
}

/// Opens the page of a resource by its address, and waits until it is drawn.
async fn show(window: &Window, server: &Value, name: &str) {
    let server = server.as_str().expect("an identifier");
    let item = format!("files%3A%2F%2Ffolder%2F{name}");
    let address = format!("/resources?server={server}&item={item}");
    window
        .script("location.hash = arguments[0];", vec![json!(address)])
        .await;
    window.find("heading", name).await;
    show_page(window, name).await;
    if is_html(name) {
        is_seen(window).await;
        return;
    }
    window
        .eventually(&format!("{name} is drawn"), || async {
            (window.script(READY, vec![]).await == json!(true)).then_some(())
        })
        .await;
}

/// A document is what the table says: what is filled in is filled in, and the names are apart.
#[test]
fn the_tables_make_one_document_of_each_way() {
    let made = documents("127.0.0.1:9");
    assert_eq!(made.len(), 100, "20 tags, 60 of Markdown, 20 of SVG");
    for (name, document) in &made {
        let is_filled = !["URL", "HOST", "RUN"]
            .iter()
            .any(|left| document.contains(left));
        assert!(is_filled, "{name}: {document}");
        assert!(Path::new(name).extension().is_some(), "{name} has a type");
    }
}
