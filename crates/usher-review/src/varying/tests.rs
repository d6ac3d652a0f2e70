//! Tests what may vary, and what is a change all the same.

use serde_json::json;

use super::*;

fn described(text: &str) -> Value {
    json!({ "name": "t", "description": text, "inputSchema": { "type": "object" } })
}

fn with_default(value: &Value) -> Value {
    json!({ "name": "t", "inputSchema": { "properties": { "p": { "default": value } } } })
}

/// Whether two definitions differ only in what may vary; then each has to be a variant of the other.
fn varies(was: &Value, is: &Value) -> Option<Vec<Varying>> {
    let found = Varying::between(was, is);
    if let Some(one) = &found {
        let restored = Varying::put_back(one, was, is);
        assert_eq!(restored.as_ref(), Some(was), "{one:?}: {is}");
        let none = Varying::put_back(one, was, was);
        assert_eq!(none.as_ref(), Some(was), "{one:?}: {was}");
    }
    found
}

fn check_text(was: &str, is: &str, expected: Option<(&str, TextKind)>) {
    for (old, new) in [
        (described(was), described(is)),
        (with_default(&json!(was)), with_default(&json!(is))),
        (json!(was), json!(is)),
    ] {
        let found = varies(&old, &new);
        let span = found.as_deref().map(|found| match found {
            [Varying::Text { start, end, of, .. }] => (&was[*start..*end], *of),
            other => panic!("{was} and {is}: {other:?}"),
        });
        assert_eq!(span, expected, "{was} and {is}");
    }
}

#[test]
fn one_date_number_path_or_order_in_a_text_may_vary() {
    use TextKind::{Date, Number, Order, Path};
    for (was, is, span, kind) in [
        // What the servers of the report declare.
        ("1764463200.123", "1764463207.004", "1764463200.123", Number),
        (
            "status,labels,created",
            "created,status,labels",
            "status,labels,created",
            Order,
        ),
        (
            "Allowed commands: ls, pwd, cat",
            "Allowed commands: cat, ls, pwd",
            "ls, pwd, cat",
            Order,
        ),
        (
            "Saved relative to /home/ann/a",
            "Saved relative to /srv/b",
            "/home/ann/a",
            Path,
        ),
        // All of it, however little of it differs.
        ("It is 2026-11-30.", "It is 2026-11-29.", "2026-11-30", Date),
        (
            "Since 2026-11-30T00:34:53.120Z on",
            "Since 2026-11-30T00:34:53.121Z on",
            "2026-11-30T00:34:53.120Z",
            Date,
        ),
        (
            "Since 2026-11-30 00:34:53 on",
            "Since 2026-11-30 00:34:54 on",
            "2026-11-30 00:34:53",
            Date,
        ),
        (
            "Since 2026-11-30 00:34:53 on",
            "Since 2026-12-30 00:34:53 on",
            "2026-11-30 00:34:53",
            Date,
        ),
        (
            "Now: Mon Nov 30 00:34:53 UTC 2026",
            "Now: Tue Dec 1 00:34:53 UTC 2026",
            "Mon Nov 30 00:34:53 UTC 2026",
            Date,
        ),
        (
            "Today is Monday, November 30, 2026.",
            "Today is Sunday, November 29, 2026.",
            "Monday, November 30, 2026",
            Date,
        ),
        (
            "Today (30.11.2026), not later",
            "Today (01.12.2026), not later",
            "30.11.2026",
            Date,
        ),
        (
            "At 09:15 PM, 3 files",
            "At 09:16 PM, 3 files",
            "09:15 PM",
            Date,
        ),
        (
            "In version 3 2026-11-30 came",
            "In version 3 2026-11-29 came",
            "2026-11-30",
            Date,
        ),
        ("Port 40123, local", "Port 5, local", "40123", Number),
        ("12", "112", "12", Number),
        ("about 45%", "about 7%", "45", Number),
        ("Between -1.5 and 2", "Between 3.25 and 2", "-1.5", Number),
        ("In `~/notes`.", "In `C:\\Users\\ann`.", "~/notes", Path),
        (
            "In /tmp/a1b2c3: all",
            "In /tmp/d4e5f6: all",
            "/tmp/a1b2c3",
            Path,
        ),
        (
            "In \"/home/jürgen/a\"",
            "In \"/home/jürgen/b\"",
            "/home/jürgen/a",
            Path,
        ),
        (
            "One of ['b', 'a'] here",
            "One of ['a', 'b'] here",
            "'b', 'a'",
            Order,
        ),
        ("Fields (b, a). More", "Fields (a, b). More", "b, a", Order),
        ("x: a, a, b", "x: a, b, a", "a, a, b", Order),
    ] {
        check_text(was, is, Some((span, kind)));
    }
}

#[test]
fn any_other_change_of_a_text_is_a_change() {
    let long = "1".repeat(limits::VARYING_TEXT_BYTES + 1);
    let deep = format!("/{}", "a/".repeat(limits::VARYING_TEXT_BYTES));
    for (was, is) in [
        // The text around it.
        ("It is 2026-11-30.", "It was 2026-11-29."),
        ("Reads 5 files of /a", "Reads 6 files of /b"),
        ("Reads 5 files", "Deletes 6 files"),
        ("Allowed: ls, pwd. Ask first", "Allowed: pwd, ls. Never ask"),
        // Words in its place.
        ("In /tmp/a", "In any folder"),
        ("In /tmp/a", "In /tmp/a and send it to"),
        ("In /tmp/a", "In /tmp/b /tmp/c"),
        ("In /tmp/a", "In /tmp/a\u{a0}b"),
        ("In /tmp/a", "In //evil.example/a"),
        ("In C:\\a", "In \\\\evil\\a"),
        ("In /tmp/a", "In https://evil.example/a"),
        ("In /tmp/a", "In tmp/a"),
        ("In /tmp/a", "In /tmp/a`b"),
        ("In /tmp/a", "In /tmp/$(a)"),
        ("5 files", "all files"),
        ("It is 2026-11-30", "It is now"),
        ("It is 2026-11-30", "It is 2026-11-29 now"),
        ("It is 2026-11-30", "It is 5"),
        ("You may read 5", "You must read 5"),
        ("You May read", "You June read"),
        // Hidden characters, and other line ends.
        ("5 files", "6\u{200b} files"),
        ("5 files", "6\u{202e}7 files"),
        ("5 files", "6\u{e0041} files"),
        ("5 files", "\u{666} files"),
        ("In /tmp/a", "In /tmp/\u{430}b"),
        ("In /tmp/a", "In /tmp/a\u{200d}b"),
        ("In /tmp/a", "In /tmp/a\u{3164}b"),
        ("5 files", "6\nfiles"),
        ("In /tmp/a", "In /tmp/a\nb"),
        ("It is 2026-11-30", "It is\n2026-11-29"),
        // Too long, or nothing.
        ("1", &long),
        (&long, "1"),
        ("/a", &deep),
        ("5 files", " files"),
        ("", "5"),
        // Other names, more of one, another way to write them; and words that are no list.
        ("x: a, b", "x: a, c"),
        ("x: a, b", "x: a, b, a"),
        ("x: a, b", "x: b,a"),
        ("x: 'a', 'b'", "x: b, a"),
        ("Never delete, read", "Never read, delete"),
        ("Do a, not b", "Do b, not a"),
        ("a b", "b a"),
        ("x: a, b", "x: B, a"),
        ("Reads notes", "reads notes"),
    ] {
        check_text(was, is, None);
    }
}

fn check_value(was: &Value, is: &Value, at: Option<&[&str]>) {
    let found = varies(was, is);
    let places: Option<Vec<_>> = found
        .as_ref()
        .map(|found| found.iter().map(Varying::at).collect());
    assert_eq!(places.as_deref(), at, "{was} and {is}");
}

#[test]
fn the_order_of_a_set_may_vary_and_nothing_that_means_something() {
    let schema = |schema: Value| json!({ "name": "t", "inputSchema": schema });
    let of = |name: &str, value: Value| schema(json!({ "properties": { "p": { name: value } } }));
    let (ab, ba) = (json!(["a", 1, null]), json!([null, "a", 1]));
    for (name, at) in [
        ("enum", Some("/inputSchema/properties/p/enum")),
        ("type", Some("/inputSchema/properties/p/type")),
        ("required", Some("/inputSchema/properties/p/required")),
        ("examples", Some("/inputSchema/properties/p/examples")),
        ("default", Some("/inputSchema/properties/p/default")),
        ("prefixItems", None),
        ("const", None),
        ("x-steps", None),
    ] {
        let at = at.map(|at| vec![at]);
        check_value(&of(name, ab.clone()), &of(name, ba.clone()), at.as_deref());
    }
    let set = |entries: Value| of("enum", entries);
    for (was, is) in [
        (json!(["a", "b"]), json!(["a", "c"])),
        (json!(["a", "b"]), json!(["a", "b", "b"])),
        (json!(["a", "a", "b"]), json!(["a", "b", "b"])),
        (json!(["a", "1"]), json!([1, "a"])),
        (json!(["a", "b"]), json!(["B", "a"])),
        (json!([["a"], ["b"]]), json!([["b"], ["a"]])),
        (json!(["/a"]), json!(["/b"])),
    ] {
        check_value(&set(was), &set(is), None);
    }
    let properties =
        json!({ "properties": { "a": {}, "b": {} }, "dependentRequired": { "a": ["b", "c"] } });
    let reordered =
        json!({ "dependentRequired": { "a": ["c", "b"] }, "properties": { "b": {}, "a": {} } });
    check_value(
        &schema(properties),
        &schema(reordered),
        Some(&["/inputSchema/dependentRequired/a"]),
    );
    // A property may be called like a keyword.
    let named = |name: &str, word: &str| {
        schema(json!({ "properties": { name: { "const": word, "pattern": word } } }))
    };
    for name in ["default", "examples", "description", "enum"] {
        check_value(&named(name, "1"), &named(name, "2"), None);
    }
}

#[test]
fn only_descriptions_defaults_and_examples_have_texts_that_vary() {
    let places = [
        ("/description", true),
        ("/inputSchema/description", true),
        ("/inputSchema/properties/a~1b/description", true),
        ("/inputSchema/properties/a~1b/default", true),
        ("/inputSchema/properties/a~1b/examples/0", true),
        ("/inputSchema/properties/a~1b/default/c/0", true),
        ("/inputSchema/$defs/d/items/anyOf/0/description", true),
        ("/outputSchema/description", true),
        ("/arguments/0/description", true),
        ("/name", false),
        ("/title", false),
        ("/uri", false),
        ("/uriTemplate", false),
        ("/text", false),
        ("/annotations/title", false),
        ("/annotations/description", false),
        ("/_meta/description", false),
        ("/_meta/ui/resourceUri", false),
        ("/icons/0/src", false),
        ("/arguments/0/name", false),
        ("/execution/description", false),
        ("/inputSchema/$ref", false),
        ("/inputSchema/title", false),
        ("/inputSchema/properties/a~1b/pattern", false),
        ("/inputSchema/properties/a~1b/const", false),
        ("/inputSchema/properties/a~1b/format", false),
        ("/inputSchema/properties/a~1b/enum/0", false),
        ("/inputSchema/properties/a~1b/x-ui/default", false),
    ];
    for (at, may_vary) in places {
        let definition = |text: &str| built(at.split('/').skip(1).collect(), text);
        let expected = may_vary.then_some([at]);
        let expected = expected.as_ref().map(<[&str; 1]>::as_slice);
        check_value(&definition("/a"), &definition("/b"), expected);
        let forged = Varying::Text {
            at: at.to_owned(),
            start: 0,
            end: 2,
            of: TextKind::Path,
        };
        let restored = Varying::put_back(&[forged], &definition("/a"), &definition("/b"));
        assert_eq!(
            restored.is_some(),
            may_vary,
            "{at}: a stored span is no more"
        );
    }
}

/// A definition with a text at the end of a path.
fn built(path: Vec<&str>, text: &str) -> Value {
    path.into_iter()
        .rev()
        .fold(json!(text), |value, name| match name {
            "0" => json!([value]),
            name => json!({ name.replace("~1", "/"): value }),
        })
}

#[test]
fn what_differs_beside_it_is_a_change() {
    let tool = |description: &str, fields: Value, hint: bool| {
        json!({ "name": "t", "description": description, "annotations": { "readOnlyHint": hint },
            "inputSchema": { "properties": { "f": { "enum": fields } } } })
    };
    let was = tool("At 09:15", json!(["a", "b"]), true);
    let both = tool("At 09:16", json!(["b", "a"]), true);
    check_value(
        &was,
        &both,
        Some(&["/description", "/inputSchema/properties/f/enum"]),
    );
    check_value(&was, &was, None);
    for is in [
        tool("At 09:16", json!(["b", "a"]), false),
        tool("At 09:16", json!(["b", "c"]), true),
        tool("By 09:16", json!(["b", "a"]), true),
        json!({ "name": "t", "description": "At 09:16" }),
    ] {
        check_value(&was, &is, None);
    }
    let found = Varying::between(&was, &both).unwrap();
    let one = &found[..1];
    assert_ne!(
        Varying::put_back(one, &was, &both).as_ref(),
        Some(&was),
        "a place that was not accepted still differs"
    );
    assert_eq!(
        Varying::joined(one.to_vec(), &found),
        found,
        "what was accepted before stays accepted"
    );
}

#[test]
fn more_places_than_the_limit_are_a_change() {
    let definition = |count: usize, time: &str| {
        let texts: Vec<_> = (0..count).map(|at| format!("{at}: {time}")).collect();
        with_default(&json!(texts))
    };
    for (count, may_vary) in [
        (limits::VARYING_PLACES, true),
        (limits::VARYING_PLACES + 1, false),
    ] {
        let found = varies(&definition(count, "09:15"), &definition(count, "09:16"));
        assert_eq!(found.is_some(), may_vary, "{count}");
    }
}

#[test]
fn what_varies_is_said() {
    let was = json!({ "name": "t", "inputSchema": { "properties": {
        "f": { "enum": ["a", "b"] }, "since": { "default": "from 09:15" } } } });
    let is = json!({ "name": "t", "inputSchema": { "properties": {
        "f": { "enum": ["b", "a"] }, "since": { "default": "from 09:16" } } } });
    let found = Varying::between(&was, &is).unwrap();
    let said: Vec<_> = found
        .iter()
        .flat_map(|one| {
            let differs = one.difference_message(&was, &is).unwrap();
            assert_eq!(one.difference_message(&was, &was), None, "nothing differs");
            [differs, one.accepted_message(&was)].map(|message| message.to_string())
        })
        .collect();
    assert_eq!(
        said,
        [
            "Parameter `f` › Allowed values: only the order differs",
            "Parameter `f` › Allowed values: the order",
            "Parameter `since` › Default: only a date or time differs, from `09:15` to `09:16`",
            "Parameter `since` › Default: the date or time `09:15`",
        ]
    );
}
