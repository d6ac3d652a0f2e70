//! Hostile pictures and schemas in real worker processes: each ends, and holds nobody else up.

use std::path::PathBuf;
use std::thread;

use serde_json::{Value, json};
use usher_content::media;
use usher_content::schema::{Verdict, verdict};
use usher_content::worker::{Queue, Workers};
use usher_messages::Message;
use usher_process::OwnProgram;

fn workers() -> Workers {
    Workers::new(OwnProgram {
        program: PathBuf::from(env!("CARGO_BIN_EXE_content_worker_alone")),
        args: Vec::new(),
    })
}

fn svg(inner: &str) -> String {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{inner}</svg>"#)
}

/// A picture of few bytes and ordinary numbers that takes minutes.
fn slow_picture() -> String {
    let steps = "<feGaussianBlur stdDeviation=\"40\"/>".repeat(1_900);
    svg(&format!(
        r#"<filter id="f">{steps}</filter><rect width="10" height="10" filter="url(#f)"/>"#
    ))
    .replace("viewBox", r#"width="2000" height="2000" viewBox"#)
}

const PLAIN: &str = r#"<rect width="10" height="10"/>"#;

/// A short schema that stands for `width` to the power of `depth` forms.
fn doubling(width: usize, depth: usize) -> Value {
    let mut defs = serde_json::Map::new();
    for level in 0..depth {
        let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
        defs.insert(format!("d{level}"), json!({"anyOf": vec![next; width]}));
    }
    defs.insert(format!("d{depth}"), json!({"type": "null"}));
    json!({"$ref": "#/$defs/d0", "$defs": defs})
}

#[test]
fn hostile_drawings_end() {
    let workers = workers();
    let worker = workers.of(Queue::Pictures, "hostile");
    let copies = (1..9).fold("<g id=\"u0\"><rect/></g>".to_owned(), |text, level| {
        let before = level - 1;
        text + &format!(
            "<g id=\"u{level}\">{}</g>",
            format!("<use href=\"#u{before}\"/>").repeat(10)
        )
    });
    for (what, inner) in [
        ("noise without end", r#"<filter id="f"><feTurbulence numOctaves="4000000000"/></filter><rect width="10" height="10" filter="url(#f)"/>"#.to_owned()),
        ("a billion copies", copies),
        ("itself", r##"<g id="a"><use href="#a"/></g>"##.to_owned()),
        ("a huge blur", r#"<filter id="f"><feGaussianBlur stdDeviation="1000000"/></filter><rect width="10" height="10" filter="url(#f)"/>"#.to_owned()),
        ("huge numbers", r#"<rect width="1e38" height="1e38" stroke-width="1e38" stroke-dasharray="1e-30 1e-30"/>"#.to_owned()),
        ("a pattern of dust", r#"<pattern id="p" width="0.00001" height="0.00001" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern><rect width="10" height="10" fill="url(#p)"/>"#.to_owned()),
        ("a mask of itself", r#"<mask id="m" mask="url(#m)"><rect width="10" height="10" mask="url(#m)"/></mask><rect width="10" height="10" mask="url(#m)"/>"#.to_owned()),
        ("a long path", format!("<path d=\"M0 0{}\"/>", " L10 10 L0 0".repeat(20_000))),
    ] {
        // Drawn or refused is both fine; it must only end.
        let _ = media::svg(&worker, &svg(&inner));
        assert_eq!(
            media::svg(&worker, &svg(PLAIN)).problem,
            None,
            "after {what} the next picture is drawn"
        );
    }
}

#[test]
fn work_that_takes_too_long_ends_with_its_process_and_holds_nobody_up() {
    let workers = workers();
    thread::scope(|scope| {
        // More of them than there are workers.
        let slow: Vec<_> = (0..3)
            .map(|number| {
                let worker = workers.of(Queue::Pictures, format!("slow {number}"));
                scope.spawn(move || media::svg(&worker, &slow_picture()).problem)
            })
            .collect();
        let worker = workers.of(Queue::Schemas, "another");
        let schema = json!({"type": "object"});
        assert_eq!(
            verdict(&worker, Some(&schema), Some(json!({"a": 1}))),
            Verdict::Matches { values_checked: 1 },
            "schemas do not wait for pictures"
        );
        for picture in slow {
            let problem = picture.join().unwrap();
            assert_eq!(
                problem,
                Some(Message::new("media.notShown").with(
                    "reason",
                    Message::new("media.notDrawn").with("reason", Message::new("worker.tooLong")),
                )),
            );
        }
        let worker = workers.of(Queue::Pictures, "another");
        assert_eq!(
            media::svg(&worker, &svg(PLAIN)).problem,
            None,
            "workers are free again"
        );
    });
}

#[test]
fn one_owner_never_takes_all_workers() {
    let workers = workers();
    thread::scope(|scope| {
        for _ in 0..2 {
            let worker = workers.of(Queue::Pictures, "slow");
            scope.spawn(move || media::svg(&worker, &slow_picture()));
        }
        let worker = workers.of(Queue::Pictures, "another");
        for _ in 0..3 {
            let problem = media::svg(&worker, &svg(PLAIN)).problem;
            assert_eq!(problem, None, "there is a worker for another owner");
        }
    });
}

#[test]
fn a_program_that_is_no_worker_is_no_check() {
    let worker = Workers::new(OwnProgram {
        program: PathBuf::from("/nonexistent/usher"),
        args: Vec::new(),
    })
    .of(Queue::Schemas, "test");
    let verdict = verdict(&worker, Some(&json!({})), Some(json!({})));
    assert!(
        matches!(verdict, Verdict::NotChecked { .. }),
        "what was not checked is not fine: {verdict:?}"
    );
}

/// Could keep a naive validator busy for ever, or overflow its stack.
#[test]
fn hostile_schemas_end() {
    let workers = workers();
    let worker = workers.of(Queue::Schemas, "hostile");
    let nested = (0..100).fold(json!("leaf"), |inner, _| json!({"a": inner}));
    let table = [
        ("itself", json!({"$ref": "#"}), json!({"a": 1})),
        (
            "itself through allOf",
            json!({"allOf": [{"$ref": "#"}]}),
            json!(1),
        ),
        (
            "itself through not",
            json!({"not": {"$ref": "#"}}),
            json!(1),
        ),
        (
            "itself dynamically",
            json!({"$dynamicAnchor": "x", "$dynamicRef": "#x"}),
            json!({"a": 1}),
        ),
        ("doubling over an object", doubling(2, 14), json!({"a": 1})),
        ("doubling over text", doubling(2, 14), json!("x")),
        (
            "recursive data",
            json!({"anyOf": [
                {"properties": {"a": {"$ref": "#"}}, "type": "object"},
                {"properties": {"a": {"$ref": "#"}}, "required": ["a", "b"]}
            ]}),
            nested,
        ),
        (
            "slow pattern",
            json!({"pattern": "^(a+)+$"}),
            json!(format!("{}!", "a".repeat(5000))),
        ),
        (
            "slow pattern with a look-ahead",
            json!({"pattern": "^(?=(a+)+$)x"}),
            json!("a".repeat(200)),
        ),
        (
            "a long chain",
            {
                let defs: serde_json::Map<String, Value> = (0..7000)
                    .map(|n| {
                        (
                            format!("d{n}"),
                            json!({"$ref": format!("#/$defs/d{}", n + 1)}),
                        )
                    })
                    .chain([("d7000".to_owned(), json!({"type": "null"}))])
                    .collect();
                json!({"$ref": "#/$defs/d0", "$defs": defs})
            },
            json!(1),
        ),
    ];
    for (what, schema, value) in table {
        let held = verdict(&worker, Some(&schema), Some(value));
        assert!(
            !matches!(held, Verdict::NotDeclared | Verdict::Missing),
            "{what}: {held:?}"
        );
        let next = verdict(&worker, Some(&json!({})), Some(json!(1)));
        assert_eq!(next, Verdict::Matches { values_checked: 1 }, "after {what}");
    }
}
