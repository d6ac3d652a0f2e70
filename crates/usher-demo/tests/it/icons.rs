//! Checks that icons are small SVGs that fetch and run nothing.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::lists::all;
use crate::peer::{Peer, capable};

fn drawing(icon: &Value) -> String {
    let address = icon["src"].as_str().expect("an address");
    let data = address
        .strip_prefix("data:image/svg+xml;base64,")
        .expect("an SVG in the address itself");
    String::from_utf8(STANDARD.decode(data).expect("base64")).expect("text")
}

fn check_drawing(owner: &Value, svg: &str) {
    let elements = svg.matches('<').count();
    let ends = svg.matches("/>").count() + svg.matches("</").count();
    let openings = elements - svg.matches("</").count();
    assert_eq!(openings, ends, "every element of {owner} is closed: {svg}");
    assert!(
        !svg.contains('{'),
        "a colour of {owner} was left out: {svg}"
    );
    let fetches = svg.replace("http://www.w3.org/2000/svg", "");
    for word in ["http", "href", "script", "on="] {
        assert!(!fetches.contains(word), "{owner} has {word:?}: {svg}");
    }
    assert!(svg.len() < 2048, "{owner} is {} bytes", svg.len());
}

#[tokio::test]
async fn icons_are_small_and_safe() {
    let mut peer = Peer::generate();
    let hello = peer.initialize("2025-11-25", capable()).await;
    for icon in hello["serverInfo"]["icons"].as_array().expect("icons") {
        check_drawing(&json!("server"), &drawing(icon));
    }
    for (method, key) in [
        ("tools/list", "tools"),
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
        ("prompts/list", "prompts"),
    ] {
        let (items, _) = all(&mut peer, method, key).await;
        for item in &items {
            let icons = item["icons"].as_array().expect("icons");
            let themes: Vec<_> = icons.iter().map(|icon| icon["theme"].as_str()).collect();
            assert_eq!(themes, [Some("light"), Some("dark")], "{}", item["name"]);
            for icon in icons {
                check_drawing(&item["name"], &drawing(icon));
            }
        }
    }
}
