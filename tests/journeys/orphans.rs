//! Nobody outlives Usher, however it ends: fifty servers, each a whole family that does not heed TERM and partly left
//! its process group.

use serde_json::{Value, json};
use usher_tests::window::{PATIENCE, Start, Window};

use crate::fixture;

const FAMILIES: usize = 50;

/// A shell with descendants, one of which left group and session. Only the server reads its input, and it stays when
/// that ends.
const FAMILY: &str = concat!(
    "trap '' TERM; ",
    r#"(setsid sh -c "trap '' TERM; sleep 707 & sleep 708; true" &); "#,
    r#"sh -c "trap '' TERM; sh -c \"trap '' TERM; sleep 709; true\" & sleep 710; true" & "#,
    r#"exec "$0" outlives_stdin"#,
);

/// Processes of one family: the server, its four sleepers and their three shells.
const FAMILY_SIZE: usize = 8;

/// The variable by which the members of this test's families are known.
const TAG: &str = "ORPHANS_OF";

/// How Usher comes to its end.
#[derive(Debug, Clone, Copy)]
enum End {
    Quit,
    Closed,
    Killed,
}

#[tokio::test]
async fn fifty_families_go_with_usher_whatever_ends_it() {
    let fixture = fixture::new();
    let tag = format!("journey-{}", std::process::id());
    let window = Start::default().open(fixture.data.path()).await;
    add_families(&window, &tag).await;
    let mut window = Some(window);
    for end in [End::Quit, End::Closed, End::Killed] {
        let window = match window.take() {
            Some(first) => first,
            // They were on, so they start with Usher.
            None => Start::default().open(fixture.data.path()).await,
        };
        until(
            &tag,
            |count| count >= FAMILIES * FAMILY_SIZE,
            "all are there",
        )
        .await;
        window
            .eventually("every server runs", || async {
                let servers = window.rpc("server.list", json!({})).await.ok()?;
                let running = |server: &Value| server["state"]["kind"] == "running";
                let running = servers.as_array()?.iter().filter(|server| running(server));
                (running.count() == FAMILIES).then_some(())
            })
            .await;
        match end {
            End::Quit => window.quit().await,
            End::Closed => window.close().await,
            End::Killed => {
                window.picture("53-fifty-servers").await;
                window.crash().await;
            }
        }
        until(
            &tag,
            |count| count == 0,
            &format!("nobody outlives {end:?}"),
        )
        .await;
    }
}

async fn add_families(window: &Window, tag: &str) {
    let server = env!("CARGO_BIN_EXE_scripted_server");
    for number in 1..=FAMILIES {
        let config = json!({
            "kind": "stdio",
            "command": "env",
            "args": [format!("{TAG}={tag}"), "sh", "-c", FAMILY, server],
            "env": [],
            "cwd": null,
        });
        let draft = json!({ "draft": { "label": format!("Family {number}"), "config": config } });
        let added = window.rpc("server.add", draft).await;
        added.unwrap_or_else(|error| panic!("family {number} is added: {error}"));
    }
}

/// Waits until so many of them are alive.
async fn until(tag: &str, fits: impl Fn(usize) -> bool, what: &str) {
    let there = async {
        while !fits(tagged(tag)) {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    let in_time = tokio::time::timeout(PATIENCE, there).await.is_ok();
    assert!(in_time, "{what}: there are {} processes", tagged(tag));
}

/// How many living processes were started with this tag.
fn tagged(tag: &str) -> usize {
    let wanted = format!("{TAG}={tag}");
    let processes = std::fs::read_dir("/proc").expect("/proc can be listed");
    processes
        .flatten()
        .filter_map(|process| std::fs::read(process.path().join("environ")).ok())
        .filter(|environment| {
            let mut pairs = environment.split(|byte| *byte == 0);
            pairs.any(|pair| pair == wanted.as_bytes())
        })
        .count()
}
