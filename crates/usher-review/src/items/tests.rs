//! Tests the comparison of declared items with pins, case by case.

use serde_json::json;

use super::*;

fn tool(name: &str, text: &str) -> Declared {
    Declared {
        item: ItemName {
            kind: ItemKind::Tool,
            name: name.into(),
        },
        value: json!({ "name": name, "description": text, "inputSchema": { "type": "object" } })
            .into(),
    }
}

fn with_maximum(tool: Declared, maximum: u64) -> Declared {
    let limit = |mut value: Value| {
        value["inputSchema"]["maximum"] = maximum.into();
        value
    };
    Declared {
        item: tool.item,
        value: tool.value.map(limit),
    }
}

fn check(pin: Option<&Pin>, declared: Option<&Declared>, expected: &[(&str, ItemState)]) {
    let kept = StoredItems {
        pins: pin.into_iter().cloned().collect(),
        ..StoredItems::default()
    };
    let declared: Vec<_> = declared.into_iter().cloned().collect();
    let found: Vec<_> = items(&kept, &declared, |_| true)
        .into_iter()
        .map(|item| (item.item.name, item.state))
        .collect();
    let expected: Vec<_> = expected
        .iter()
        .map(|(name, state)| ((*name).to_owned(), state.clone()))
        .collect();
    assert_eq!(found, expected, "{kept:?} and {declared:?}");
}

#[test]
fn an_item_stands_to_its_pin() {
    use ItemState::{Changed, Gone, New, Renamed, Tampered, Unchanged};
    let read = tool("read", "Reads a file of the notebook.");
    let pinned = read.pin(1);
    let other = tool("read", "Reads every file of the notebook.");
    let tampered = Pin {
        definition: other.pin(1).definition,
        ..pinned.clone()
    };
    let renamed = tool("look", "Reads a file of the notebook.");
    check(None, Some(&read), &[("read", New)]);
    check(Some(&pinned), Some(&read), &[("read", Unchanged)]);
    check(Some(&pinned), Some(&other), &[("read", Changed)]);
    check(Some(&pinned), None, &[("read", Gone)]);
    check(Some(&tampered), Some(&other), &[("read", Tampered)]);
    check(
        Some(&pinned),
        Some(&renamed),
        &[(
            "look",
            Renamed {
                from: "read".into(),
            },
        )],
    );
    let reordered: Value = serde_json::from_str(
        r#"{"inputSchema":{"type":"object"},  "description":"Reads a file of the notebook.","name":"read"}"#,
    )
    .unwrap();
    let reordered = Declared {
        value: reordered.into(),
        ..read
    };
    check(Some(&pinned), Some(&reordered), &[("read", Unchanged)]);
    let kept = StoredItems {
        pins: vec![pinned],
        ..StoredItems::default()
    };
    let unread = items(&kept, &[], |_| false);
    assert_eq!(
        unread[0].state, Unchanged,
        "a list nobody has read says nothing"
    );
}

#[test]
fn a_pin_keeps_the_text_that_was_sent() {
    let text =
        r#"{"name":"\u0072ead","inputSchema":{"type":"object","maximum":1.0e3},"description":"a"}"#;
    let mut read = tool("read", "");
    read.value = SentJson::new(serde_json::from_str(text).unwrap(), text);
    let pin = read.pin(1);
    assert_eq!(pin.definition, text);
    assert_eq!(
        pin.digest,
        Digest::of_value(&read.value),
        "its order and spelling do not count"
    );
    assert!(pin.is_intact(), "{pin:?}");
    check(Some(&pin), Some(&read), &[("read", ItemState::Unchanged)]);
}

#[test]
fn what_was_brought_is_compared_with_and_allows_nothing() {
    use ItemState::{AsBrought, Changed, New, Unchanged, UnlikeBrought};
    let read = tool("read", "Reads a file of the notebook.");
    let other = tool("read", "Reads every file of the notebook.");
    let tampered = Pin {
        definition: other.pin(1).definition,
        ..read.pin(1)
    };
    let cases = [
        (None, read.pin(1), AsBrought, Some(1)),
        (None, other.pin(1), UnlikeBrought, Some(1)),
        (None, tampered, New, None),
        (Some(read.pin(2)), other.pin(1), Unchanged, Some(2)),
        (Some(other.pin(2)), read.pin(1), Changed, Some(2)),
    ];
    for (pin, imported, state, reviewed_at) in cases {
        let kept = StoredItems {
            pins: pin.into_iter().collect(),
            declined: HashMap::new(),
            imported: vec![imported],
        };
        let found = items(&kept, std::slice::from_ref(&read), |_| true);
        let found: Vec<_> = found
            .into_iter()
            .map(|item| (item.state, item.reviewed_at))
            .collect();
        assert_eq!(found, [(state, reviewed_at)], "{kept:?}");
    }
}

#[test]
fn every_string_of_a_definition_is_pinned() {
    let whole = json!({ "name": "t", "title": "canary", "description": "canary",
        "inputSchema": { "title": "canary", "$defs": { "d": { "pattern": "canary" } }, "properties": { "p": {
            "description": "canary", "enum": ["canary"], "default": "canary" } } },
        "outputSchema": { "description": "canary" }, "annotations": { "title": "canary" },
        "_meta": { "ui": "canary" }, "icons": [{ "src": "canary" }] });
    let text = whole.to_string();
    let places: Vec<_> = text.match_indices("canary").map(|(at, _)| at).collect();
    assert_eq!(places.len(), 11, "every place is tried");
    let item = ItemName {
        kind: ItemKind::Tool,
        name: "t".into(),
    };
    let pinned = Declared {
        item: item.clone(),
        value: whole.into(),
    }
    .pin(1);
    let kept = StoredItems {
        pins: vec![pinned],
        ..StoredItems::default()
    };
    for at in places {
        let mut other = text.clone();
        other.replace_range(at..at + 6, "poison");
        let declared = Declared {
            item: item.clone(),
            value: serde_json::from_str::<Value>(&other).unwrap().into(),
        };
        let found = items(&kept, &[declared], |_| true);
        assert_eq!(found[0].state, ItemState::Changed, "{other}");
    }
}

#[test]
fn an_integer_beyond_2_53_does_not_change_unseen() {
    let limited = |maximum: u64| with_maximum(tool("read", "Reads."), maximum);
    let pin = limited(9_007_199_254_740_993).pin(1);
    let state = |pin: &Pin, maximum: u64| {
        let kept = StoredItems {
            pins: vec![pin.clone()],
            ..StoredItems::default()
        };
        items(&kept, &[limited(maximum)], |_| true)[0].state.clone()
    };
    assert_eq!(state(&pin, 9_007_199_254_740_993), ItemState::Unchanged);
    assert_eq!(
        state(&pin, 9_007_199_254_740_992),
        ItemState::Changed,
        "as doubles the two are the same number"
    );

    let definition = canonical(&limited(9_007_199_254_740_993).value).replace("740993", "740992");
    let old = Pin {
        digest: Digest::of_bytes(definition.as_bytes()),
        definition,
        ..pin.clone()
    };
    assert_eq!(
        state(&old, 9_007_199_254_740_993),
        ItemState::Unchanged,
        "a pin of Usher 0.1.0 asks nothing anew"
    );
    assert_eq!(state(&old, 9_007_199_254_740_999), ItemState::Changed);
    let altered = Pin {
        definition: old.definition.clone(),
        ..pin
    };
    assert_eq!(
        state(&altered, 9_007_199_254_740_992),
        ItemState::Tampered,
        "an exact digest does not stand beside a rounded text"
    );
}

#[test]
fn a_variant_is_what_was_pinned() {
    use ItemState::{Changed, Tampered, Unchanged};
    let at = |time: &str, kind: &str| tool("read", &format!("Reads since {time}, {kind}."));
    let first = at("09:15", "all");
    let mut accepted = first.pin(1);
    accepted.varying = accepted.varies(&at("09:16", "all").value).unwrap();
    let altered = Pin {
        definition: at("09:16", "all").pin(1).definition,
        ..accepted.clone()
    };
    for (pin, now, state) in [
        (&first.pin(1), at("09:16", "all"), Changed),
        (&accepted, first.clone(), Unchanged),
        (&accepted, at("09:16", "all"), Unchanged),
        (&accepted, at("23:59:59", "all"), Unchanged),
        (&accepted, at("09:16", "nothing"), Changed),
        (&accepted, at("now", "all"), Changed),
        (&altered, at("09:16", "all"), Tampered),
        (&altered, at("09:15", "all"), Tampered),
    ] {
        check(Some(pin), Some(&now), &[("read", state)]);
    }
    let later = at("23:59:59", "all").value;
    assert_eq!(
        accepted.variant(&later),
        Some(first.value.clone().into_value())
    );
    assert_eq!(accepted.variant(&first.value), None, "it is the pin itself");
    assert_eq!(
        altered.variant(&later),
        None,
        "of what was altered nothing is a variant"
    );
    assert_eq!(accepted.varies(&at("09:16", "nothing").value), None);
}

#[test]
fn a_variant_of_a_pin_of_rounded_numbers_is_one() {
    let limited = |time: &str| {
        let tool = tool("read", &format!("Reads since {time}."));
        with_maximum(tool, 9_007_199_254_740_993)
    };
    let exact = limited("09:15").pin(1);
    let definition = canonical(&limited("09:15").value).replace("740993", "740992");
    let mut rounded = Pin {
        digest: Digest::of_bytes(definition.as_bytes()),
        definition,
        ..exact
    };
    assert_eq!(
        rounded.varies(&limited("09:16").value),
        None,
        "its number differs"
    );
    rounded.varying = Varying::between(&limited("09:15").value, &limited("09:16").value).unwrap();
    check(
        Some(&rounded),
        Some(&limited("09:16")),
        &[("read", ItemState::Unchanged)],
    );
}
