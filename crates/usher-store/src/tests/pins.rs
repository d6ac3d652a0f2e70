//! Pins on a real disk.

use serde_json::json;

use super::{NOON, fresh, server};
use usher_review::canonical::Digest;
use usher_review::items::{ItemName, Pin};
use usher_review::varying::{TextKind, Varying};
use usher_types::review::ItemKind;

fn pin(name: &str) -> Pin {
    let definition = json!({ "name": name }).to_string();
    Pin {
        item: ItemName {
            kind: ItemKind::Tool,
            name: name.to_owned(),
        },
        digest: Digest::of_bytes(definition.as_bytes()),
        definition,
        reviewed_at: NOON,
        varying: Vec::new(),
    }
}

#[tokio::test]
async fn a_pin_that_cannot_be_read_takes_no_other_with_it() {
    let (_dir, store) = fresh().await;
    let of = server("Of");
    store.add_servers(std::slice::from_ref(&of)).await.unwrap();
    let pins = [pin("bad"), pin("good")];
    store.change_pins(&of.id, &pins, &[]).await.unwrap();
    sqlx::query("UPDATE pins SET definition = CAST(x'ff' AS TEXT) WHERE name = 'bad'")
        .execute(&store.pool)
        .await
        .unwrap();
    assert_eq!(
        store.pins(&of.id).await.unwrap(),
        [pin("good")],
        "what was reviewed stays so"
    );
    assert!(
        store.pin(&of.id, &pin("bad").item).await.is_err(),
        "and nothing is used by what cannot be read"
    );
}

#[tokio::test]
async fn what_may_vary_is_kept_with_its_pin() {
    let (_dir, store) = fresh().await;
    let of = server("Of");
    store.add_servers(std::slice::from_ref(&of)).await.unwrap();
    let varying = vec![
        Varying::Order {
            at: "/inputSchema/required".to_owned(),
        },
        Varying::Text {
            at: "/description".to_owned(),
            start: 3,
            end: 8,
            of: TextKind::Date,
        },
    ];
    let accepted = Pin {
        varying,
        reviewed_at: NOON + 1,
        ..pin("read")
    };
    for (kept, why) in [
        (pin("read"), "none at first"),
        (accepted.clone(), "of the same pin"),
        (pin("read"), "and none again"),
    ] {
        let pins = std::slice::from_ref(&kept);
        store.change_pins(&of.id, pins, &[]).await.unwrap();
        assert_eq!(store.pins(&of.id).await.unwrap(), pins, "{why}");
        let one = store.pin(&of.id, &kept.item).await.unwrap();
        assert_eq!(one.as_deref(), Some(&kept), "{why}");
    }
    store.change_pins(&of.id, &[accepted], &[]).await.unwrap();
    sqlx::query("UPDATE pins SET varying = '[{\"kind\":\"anything\"}]'")
        .execute(&store.pool)
        .await
        .unwrap();
    let read = store.pins(&of.id).await.unwrap();
    assert_eq!(read, [], "what another program wrote permits nothing");
}

#[tokio::test]
async fn a_pin_that_was_altered_has_a_copy() {
    let (_dir, store) = fresh().await;
    let of = server("Of");
    store.add_servers(std::slice::from_ref(&of)).await.unwrap();
    let pins = ["kept", "over"].map(pin);
    store.change_pins(&of.id, &pins, &[]).await.unwrap();
    sqlx::query("UPDATE pins SET definition = '{}'")
        .execute(&store.pool)
        .await
        .unwrap();
    let altered = store.pin(&of.id, &pins[0].item).await.unwrap();
    assert!(!altered.unwrap().is_intact(), "its digest is another");
    store
        .change_pins(&of.id, &[], std::slice::from_ref(&pins[1].item))
        .await
        .unwrap();
    for (pin, expected) in [(&pins[0], Some(&pins[0])), (&pins[1], None)] {
        let copy = store.pin_copy(&of.id, &pin.item).await.unwrap();
        assert_eq!(copy.as_ref(), expected, "{:?}", pin.item);
    }
}

#[tokio::test]
async fn what_was_brought_goes_when_it_is_reviewed_here() {
    let (_dir, store) = fresh().await;
    let of = server("Of");
    store.add_servers(std::slice::from_ref(&of)).await.unwrap();
    let pins = ["kept", "left", "over"].map(pin);
    store.import_pins(&of.id, &pins).await.unwrap();
    assert_eq!(
        store.pins(&of.id).await.unwrap(),
        [],
        "none was reviewed here"
    );
    store
        .change_pins(&of.id, &pins[..1], std::slice::from_ref(&pins[2].item))
        .await
        .unwrap();
    assert_eq!(store.pins(&of.id).await.unwrap(), [pin("kept")]);
    let kept = store.stored_items(&of.id).await.unwrap();
    assert_eq!(kept.imported, [pin("left")]);
}
