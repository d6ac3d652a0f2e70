//! What is done with resources: columns are made wider, several are marked, they are seen as a tree and as a gallery, a
//! content is sent to a tool. And how the three views fit windows of any size in both languages.

use serde_json::{Value, json};
use usher_tests::text::{text, text_with};
use usher_tests::window::{Window, has};

use crate::{fixture, servers};

/// Parts of the list, and what it stands in, that have to be scrolled to the side.
const SIDEWAYS: &str = "const around = [];
    for (let one = document.querySelector('[data-part=list]'); one !== null; one = one.parentElement) around.push(one);
    return [...around, ...document.querySelectorAll('[data-part=list] *')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1
        && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
    .map((one) => `${one.className} ${one.scrollWidth} > ${one.clientWidth}`);";

/// The width of the type's column, as its line says it.
const WIDTH: &str =
    "return Number(document.querySelector('[role=columnheader][data-column=type] [role=separator]')
    ?.getAttribute('aria-valuenow'));";

async fn open_resources(data: &std::path::Path) -> Window {
    let window = Window::open(data).await;
    window.push(text("common.startDemoServer")).await;
    window.click("option", has("Greet")).await;
    window.go_to("Resources").await;
    window.find("option", has("Sunrise")).await;
    window
}

#[tokio::test]
async fn columns_marks_and_views_of_resources_are_used_and_remembered() {
    let fixture = fixture::new();
    let window = open_resources(fixture.data.path()).await;
    let line = text_with(
        "resources.column.width",
        &[("column", text("resources.column.type").as_str())],
    );
    let usual = window
        .script(WIDTH, vec![])
        .await
        .as_u64()
        .unwrap_or_default();
    window.tab_to("separator", &line).await;
    window.key("Left").await;
    window
        .eventually("a wider column", || async {
            (window.script(WIDTH, vec![]).await == json!(usual + 16)).then_some(())
        })
        .await;
    window.check_accessibility("a wider column").await;

    window.click("option", has("Sunrise")).await;
    window.find("img", has("Sunrise")).await;
    window.key("Space").await;
    window.key("Down").await;
    window.key("Down").await;
    window.key("Space").await;
    window
        .see(&text_with("resources.marked.count", &[("count", "2")]))
        .await;
    window.inspect("resources-marked").await;
    window.tab_back_to("button", text("content.save.all")).await;
    window.tab_back_to("button", text("common.clear")).await;
    window.key("Enter").await;
    window.gone("button", text("content.save.all")).await;

    window.choose(text("resources.views.tree")).await;
    let folder = || has("demo://pictures,");
    window.find("treeitem", has("Sunrise")).await;
    window.click("treeitem", folder()).await;
    window.gone("treeitem", has("Sunrise")).await;
    window.click("treeitem", folder()).await;
    window.find("treeitem", has("Sunrise")).await;
    window.pictures("resources-tree").await;

    window.choose(text("resources.views.gallery")).await;
    window.click("option", has("Sunrise")).await;
    window.find("img", has("Sunrise")).await;
    let drawn = "return document.querySelectorAll('[role=\"option\"] img[src^=\"blob:\"]').length";
    window
        .eventually("the thumbnails of both pictures", || async {
            (window.script(drawn, vec![]).await.as_u64()? >= 2).then_some(())
        })
        .await;
    window.pictures("resources-gallery").await;
    window.done().await;

    let window = Window::open(fixture.data.path()).await;
    window.go_to("Resources").await;
    window
        .eventually("the gallery of the last time", || async {
            (window.script(drawn, vec![]).await.as_u64()? >= 2).then_some(())
        })
        .await;
    window.choose(text("resources.views.list")).await;
    window
        .eventually("the width of the last time", || async {
            (window.script(WIDTH, vec![]).await == json!(usual + 16)).then_some(())
        })
        .await;
    window.done().await;
}

#[tokio::test]
async fn a_resource_is_sent_to_a_tool_by_keyboard() {
    let fixture = fixture::new();
    let window = open_resources(fixture.data.path()).await;
    window.click("option", has("Welcome")).await;
    let menu = text_with("content.menu", &[("name", "Welcome")]);
    window.find("button", has(&menu)).await;
    window.enter_on(has(&menu)).await;
    window
        .down_to("menuitem", text("content.send.action"))
        .await;
    window.key("Enter").await;
    window.find("searchbox", text("content.send.search")).await;
    window.find("option", has("Echo")).await;
    window.inspect("resources-send").await;
    window.type_text("echo").await;
    window.gone("option", has("Weather")).await;
    window.key("Down").await;
    window.down_to("option", has("Echo, Message")).await;
    window.key("Enter").await;
    let message = window.find("textbox", has("Message")).await;
    let filled = message.prop("value").await.ok().flatten();
    assert!(
        filled
            .as_deref()
            .is_some_and(|text| text.contains("Welcome")),
        "the text of the resource: {filled:?}"
    );
    let calls = window.rpc(
        "history.list",
        json!({ "serverId": null, "limit": 10, "before": null }),
    );
    let calls = calls.await;
    assert!(
        calls
            .as_ref()
            .is_ok_and(|rows| rows.as_array().is_some_and(Vec::is_empty)),
        "nothing was run: {calls:?}"
    );
    window.pictures("resources-sent").await;
    window.done().await;
}

#[tokio::test]
async fn every_view_of_resources_fits_its_window() {
    let fixture = fixture::new();
    let window = open_resources(fixture.data.path()).await;
    window.click("option", has("Sunrise")).await;
    let mut wide = Vec::new();
    for (width, height) in [(900, 600), (1280, 800), (3840, 2160)] {
        window.resize(width, height).await;
        for language in ["en", "de"] {
            for view in ["list", "tree", "gallery"] {
                show(&window, language, view).await;
                window.settled().await;
                let found = window.script(SIDEWAYS, vec![]).await;
                if found != json!([]) {
                    wide.push(format!("{view} {language} {width}: {found}"));
                }
                window
                    .picture(&format!("resources-{view}-{width}-{language}"))
                    .await;
            }
        }
    }
    assert_eq!(wide, Vec::<String>::new(), "scrolled to the side");
    window.done().await;
}

/// Shows resources in a language and a view, and waits until the page does.
async fn show(window: &Window, language: &str, view: &str) {
    let settings = window.rpc("setting.get", json!({})).await;
    let mut settings = settings.expect("the settings can be read");
    settings["language"] = json!(language);
    settings["resourceViews"] = json!({ "": view });
    let set = window.rpc("setting.set", settings).await;
    set.expect("the settings can be changed");
    let shown = "return [document.documentElement.lang, document.querySelector('[data-part=list] input[type=radio]:checked')?.value];";
    window
        .eventually("the language and the view", || async {
            let now: Value = window.script(shown, vec![]).await;
            (now == json!([language, view])).then_some(())
        })
        .await;
}

/// Drags something out of the window, and waits for the file that begins with one of these.
async fn is_dragged_out(
    window: &Window,
    dragged: &fantoccini::elements::Element,
    file: &str,
    beginnings: &[&[u8]],
) {
    let uri = window.drag_out(dragged).await;
    let uri = uri.unwrap_or_else(|| panic!("{file} was not dropped"));
    let url = url::Url::parse(uri.trim()).expect("a URL");
    let path = url.to_file_path().expect("the URL of a file");
    assert!(path.ends_with(file), "{uri}");
    window
        .eventually(file, || async {
            let bytes = std::fs::read(&path).ok()?;
            let begins = |beginning: &&[u8]| bytes.starts_with(beginning);
            beginnings.iter().any(begins).then_some(())
        })
        .await;
}

#[tokio::test]
async fn resources_and_texts_are_dragged_out_of_the_window_as_files() {
    let fixture = fixture::new();
    let window = open_resources(fixture.data.path()).await;
    window.resize(1280, 800).await;
    // A row whose resource was never read, and the image of the one that is open.
    window.click("option", has("Sunrise")).await;
    window.find("img", has("Sunrise")).await;
    for (role, name, file) in [
        ("img", "Sunrise", "sunrise.png"),
        ("option", "Leaflet", "leaflet.pdf"),
    ] {
        let dragged = window.find(role, has(name)).await;
        is_dragged_out(&window, &dragged, file, &[b"%PDF", b"\x89PNG"]).await;
    }

    servers::open_tool(&window, "Greet").await;
    window.write(has("Name"), "Ada").await;
    servers::run(&window).await;
    let name = text_with("content.item", &[("number", "1")]);
    let handle = window.within("group", &name, "[draggable]").await;
    is_dragged_out(&window, &handle, "content 1.txt", &[b"Hello, Ada"]).await;
    let place = window
        .script("return location.protocol + document.title", vec![])
        .await;
    assert!(
        place
            .as_str()
            .is_some_and(|place| place.starts_with("tauri:")),
        "the page is still there: {place}"
    );
    window.done().await;
}
