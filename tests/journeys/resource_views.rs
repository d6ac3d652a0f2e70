//! Resources of the demo server as a list, as a tree and as a gallery, and what is remembered of it.

use usher_tests::text::text;
use usher_tests::window::{Name, Window};

use crate::fixture;

#[tokio::test]
async fn resources_stand_in_a_tree_and_in_a_gallery() {
    let fixture = fixture::new();
    let window = Window::open(fixture.data.path()).await;
    window
        .click("button", text("firstRun.demo.start").as_str())
        .await;
    window.click("option", Name::has("Greet")).await;
    window.go_to("Resources").await;
    window.find("option", Name::has("Sunrise")).await;

    window
        .choose("radio", text("resources.views.tree").as_str())
        .await;
    let folder = || Name::has("demo://pictures,");
    window.find("treeitem", Name::has("Sunrise")).await;
    window.click("treeitem", folder()).await;
    window.gone("treeitem", Name::has("Sunrise")).await;
    window.click("treeitem", folder()).await;
    window.find("treeitem", Name::has("Sunrise")).await;
    window.pictures("resources-tree").await;

    window
        .choose("radio", text("resources.views.gallery").as_str())
        .await;
    window.click("option", Name::has("Sunrise")).await;
    window.find("img", Name::has("Sunrise")).await;
    let drawn = "return document.querySelectorAll('[role=\"option\"] img[src^=\"blob:\"]').length";
    window
        .eventually("the thumbnails of both pictures", || async {
            (window.script(drawn, vec![]).await.as_u64()? >= 2).then_some(())
        })
        .await;
    window.pictures("resources-gallery").await;
    window.quit().await;

    let window = Window::open(fixture.data.path()).await;
    window.go_to("Resources").await;
    window
        .eventually("the gallery of the last time", || async {
            (window.script(drawn, vec![]).await.as_u64()? >= 2).then_some(())
        })
        .await;
    window.quit().await;
}
