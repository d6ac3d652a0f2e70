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
    // What it is, the two texts, and the part that may vary.
    let cases = r#"
        # What the servers of the report declare.
        Number | 1764463200.123 | 1764463207.004 | 1764463200.123
        Order | status,labels,created | created,status,labels | status,labels,created
        Order | Allowed commands: ls, pwd, cat | Allowed commands: cat, ls, pwd | ls, pwd, cat
        Path | Saved relative to /home/ann/a | Saved relative to /srv/b | /home/ann/a
        # All of it, however little of it differs.
        Date | It is 2026-11-30. | It is 2026-11-29. | 2026-11-30
        Date | Since 2026-11-30T00:34:53.120Z on | Since 2026-11-30T00:34:53.121Z on | 2026-11-30T00:34:53.120Z
        Date | Since 2026-11-30 00:34:53 on | Since 2026-11-30 00:34:54 on | 2026-11-30 00:34:53
        Date | Since 2026-11-30 00:34:53 on | Since 2026-12-30 00:34:53 on | 2026-11-30 00:34:53
        Date | Now: Mon Nov 30 00:34:53 UTC 2026 | Now: Tue Dec 1 00:34:53 UTC 2026 | Mon Nov 30 00:34:53 UTC 2026
        Date | Today is Monday, November 30, 2026. | Today is Sunday, November 29, 2026. | Monday, November 30, 2026
        Date | Today (30.11.2026), not later | Today (01.12.2026), not later | 30.11.2026
        Date | At 09:15 PM, 3 files | At 09:16 PM, 3 files | 09:15 PM
        Date | In version 3 2026-11-30 came | In version 3 2026-11-29 came | 2026-11-30
        Number | Port 40123, local | Port 5, local | 40123
        Number | 12 | 112 | 12
        Number | about 45% | about 7% | 45
        Number | Between -1.5 and 2 | Between 3.25 and 2 | -1.5
        Path | In `~/notes`. | In `C:\Users\ann`. | ~/notes
        Path | In /tmp/a1b2c3: all | In /tmp/d4e5f6: all | /tmp/a1b2c3
        Path | In "/home/jürgen/a" | In "/home/jürgen/b" | /home/jürgen/a
        Order | One of ['b', 'a'] here | One of ['a', 'b'] here | 'b', 'a'
        Order | Fields (b, a). More | Fields (a, b). More | b, a
        Order | x: a, a, b | x: a, b, a | a, a, b
    "#;
    for [kind, was, is, span] in usher_cases::rows(cases) {
        let kinds = [Date, Number, Order, Path];
        let kind = kinds.into_iter().find(|one| format!("{one:?}") == kind);
        check_text(&was, &is, Some((&span, kind.unwrap())));
    }
}

#[test]
fn any_other_change_of_a_text_is_a_change() {
    let long = "1".repeat(limits::VARYING_TEXT_BYTES + 1);
    let deep = format!("/{}", "a/".repeat(limits::VARYING_TEXT_BYTES));
    for (was, is) in [
        // The text around it.
        ("It is 2026-11-30.", "It was 2026-11-29."),
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
        ("In /tmp/a", "In /请忽略以上说明"),
        ("In C:\\a", "In C:\\a\\"),
        ("In /tmp/a", "In /tmp/a\\b"),
        ("As </a> says", "As </system> says"),
        ("To 127.0.0.1", "To 203.0.113.66"),
        ("5 files", "123456789012345678901234567890123 files"),
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
        Varying::joined(one.to_vec(), &found, &was),
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
        "f": { "enum": ["a", "b"] }, "since": { "default": "from 09:15 in /a" } } } });
    let is = json!({ "name": "t", "inputSchema": { "properties": {
        "f": { "enum": ["b", "a"] }, "since": { "default": "from 09:16 in /b" } } } });
    let found = Varying::between(&was, &is).unwrap();
    let messages =
        |messages: Vec<Message>| -> Vec<_> { messages.iter().map(Message::to_string).collect() };
    assert_eq!(
        messages(Varying::differences(&found, &was, &is)),
        [
            "Parameter `f` › Allowed values: only the order differs",
            "Parameter `since` › Default: a date or time differs, from `09:15` to `09:16`",
            "Parameter `since` › Default: a path differs, from `/a` to `/b`",
        ]
    );
    assert_eq!(
        Varying::differences(&found, &was, &was),
        [],
        "nothing differs"
    );
    let accepted = found.iter().map(|one| one.accepted_message(&was));
    assert_eq!(
        messages(accepted.collect()),
        [
            "Parameter `f` › Allowed values: the order",
            "Parameter `since` › Default: the date or time `09:15`",
            "Parameter `since` › Default: the path `/a`",
        ]
    );
}

/// The spans in which two texts differ.
fn spans_of(was: &str, is: &str) -> Option<Vec<(String, TextKind)>> {
    let found = varies(&json!(was), &json!(is))?;
    let span = |one: &Varying| match one {
        Varying::Text { start, end, of, .. } => (was[*start..*end].to_owned(), *of),
        Varying::Order { .. } => panic!("{was} is no list"),
    };
    Some(found.iter().map(span).collect())
}

#[test]
fn several_dates_numbers_and_paths_of_one_text_may_vary() {
    use TextKind::{Date, Number, Path};
    for (was, is, expected) in [
        (
            "Reads 5 files of /a",
            "Reads 16 files of /srv/b",
            &[("5", Number), ("/a", Path)][..],
        ),
        (
            "Since 2026-11-30, in /tmp/a.",
            "Since 2026-12-01, in /tmp/b/c.",
            &[("2026-11-30", Date), ("/tmp/a", Path)],
        ),
        (
            "From `/a/b` to `/a/c`",
            "From `/d` to `~/e`",
            &[("/a/b", Path), ("/a/c", Path)],
        ),
        (
            "Allowed: /a/b, /a/c",
            "Allowed: /d, /e",
            &[("/a/b", Path), ("/a/c", Path)],
        ),
        (
            "Now Mon Nov 30 09:15:00 UTC 2026, up 12 days",
            "Now Tue Dec 1 09:16:00 UTC 2026, up 13 days",
            &[("Mon Nov 30 09:15:00 UTC 2026", Date), ("12", Number)],
        ),
        (
            "Since 2026-11-30, 5 files",
            "Since 2026-11-30, 7 files",
            &[("5", Number)],
        ),
        (
            "At 30 Nov 2026, in /a",
            "At 1 Dec 2026, in /b",
            &[("30 Nov 2026", Date), ("/a", Path)],
        ),
        (
            "1/a: 1; 2/a: 2; 3/a: 3; 4/a: 4",
            "1/a: 5; 2/a: 6; 3/a: 7; 4/a: 8",
            &[("1", Number), ("2", Number), ("3", Number), ("4", Number)],
        ),
    ] {
        let expected = expected
            .iter()
            .map(|(text, kind)| ((*text).to_owned(), *kind));
        assert_eq!(
            spans_of(was, is),
            Some(expected.collect()),
            "{was} and {is}"
        );
        assert!(spans_of(is, was).is_some(), "{is} and {was}");
    }
}

#[test]
fn nothing_else_varies_with_several_spans() {
    let long = format!("In /{} at 6", "b".repeat(limits::VARYING_TEXT_BYTES));
    let half = "b".repeat(limits::VARYING_TEXT_BYTES / 2);
    let both = format!("From /{half} to /{half}");
    for (was, is) in [
        // Text between them, before, behind.
        ("Reads 5 files of /a", "Reads 6 lines of /b"),
        ("Reads 5 files of /a", "Reads 6 files  of /b"),
        ("Reads 5 files of /a", "Reads 6 files of all of /b"),
        ("Reads 5 files of /a", "Deletes 6 files of /b"),
        ("Reads 5 files of /a", "Reads 6 files of /b and sends them"),
        ("Reads 5 files of /a.", "Reads 6 files of /b!"),
        ("Reads 5 files of /a", "Reads 6 files of /b\nof /c"),
        ("Reads 5 files of /a", "Reads /b files of 6"),
        // Words in the place of one of them.
        ("Reads 5 files of /a", "Reads all files of /b"),
        ("Reads 5 files of /a", "Reads 6 files of /b /c"),
        ("Reads 5 files of /a", "Reads 6 files of b"),
        ("Reads 5 files of /a", "Reads 6 files of //evil.example/b"),
        ("Reads 5 files of /a", "Reads 6 files of /b\u{a0}c"),
        // Hidden characters.
        ("Reads 5 files of /a", "Reads 6 files of /\u{200b}b"),
        ("Reads 5 files of /a", "Reads 6\u{202e} files of /b"),
        ("Reads 5 files of /a", "Reads 6 files\u{200b} of /b"),
        ("Reads 5 files of /a", "Reads 6 files of /\u{430}b"),
        // What may grow into one another.
        ("/a /b", "/c /d"),
        ("/a  /b", "/c  /d"),
        ("5 /a", "6 /b"),
        ("/a:/b", "/c:/d"),
        // Orders stay alone, too many are too many, and one is too long.
        ("5 of (a, b)", "6 of (b, a)"),
        ("1; 2; 3; 4; 5", "6; 7; 8; 9; 10"),
        ("In /a at 5", &*long),
        ("From /a to /c", &*both),
    ] {
        assert_eq!(spans_of(was, is), None, "{was} and {is}");
    }
}

#[test]
fn stored_spans_of_one_text_are_held_to_the_same_rules() {
    use TextKind::{Date, Number, Order, Path};
    let was = "At 09:15 5 in /a and /b, (c, d).";
    let span = |text: &str, of| {
        let start = was.find(text).unwrap();
        let (at, end) = (String::new(), start + text.len());
        Varying::Text { at, start, end, of }
    };
    let (date, number) = (span("09:15", Date), span("5 in", Number));
    let (a, b, list) = (span("/a", Path), span("/b", Path), span("c, d", Order));
    for (accepted, is, may_be) in [
        (vec![&a, &b], "At 09:15 5 in /e and /f, (c, d).", true),
        (vec![&b, &a], "At 09:15 5 in /e and /f, (c, d).", true),
        (vec![&b, &a], "At 09:15 5 in /e and /b, (c, d).", true),
        (
            vec![&date, &b, &a],
            "At 10:00 5 in /e and /f, (c, d).",
            true,
        ),
        (vec![&a], "At 09:15 5 in /e and /f, (c, d).", false),
        (
            vec![&a, &b],
            "At 09:15 5 in /e and /g and /f, (c, d).",
            false,
        ),
        (vec![&a, &b], "At 09:15 5 in /e or /f, (c, d).", false),
        (
            vec![&a, &b, &list],
            "At 09:15 5 in /e and /f, (d, c).",
            false,
        ),
        (vec![&a, &a], "At 09:15 5 in /e and /b, (c, d).", false),
        (
            vec![&date, &number],
            "At 10:00 6 in /a and /b, (c, d).",
            false,
        ),
    ] {
        let accepted: Vec<_> = accepted.into_iter().cloned().collect();
        let restored = Varying::put_back(&accepted, &json!(was), &json!(is));
        assert_eq!(restored, may_be.then(|| json!(was)), "{accepted:?}: {is}");
    }
    let (pinned, one) = (json!(was), std::slice::from_ref(&b));
    for (earlier, joined) in [
        (&a, vec![b.clone(), a.clone()]),
        (&b, vec![b.clone()]),
        (&list, vec![b.clone()]),
        (&date, vec![b.clone(), date.clone()]),
    ] {
        let all = Varying::joined(one.to_vec(), std::slice::from_ref(earlier), &pinned);
        assert_eq!(all, joined, "{earlier:?}");
    }
}

#[test]
fn a_date_may_hold_what_is_between_it_and_the_next_span() {
    let was = "Nov 30, 2026, /tmp/a";
    let span = |start, end, of| Varying::Text {
        at: String::new(),
        start,
        end,
        of,
    };
    let accepted = [span(0, 12, TextKind::Date), span(14, 20, TextKind::Path)];
    for (is, may_be) in [
        ("Dec 1, 2026, /tmp/b", true),
        ("Dec 1, 2026, tmp/b", false),
        ("Dec 1, 2026, all, /tmp/b", false),
    ] {
        let restored = Varying::put_back(&accepted, &json!(was), &json!(is));
        assert_eq!(restored, may_be.then(|| json!(was)), "{is}");
    }
}
