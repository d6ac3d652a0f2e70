//! Tests that broken entries hide no others, and endless lists end.

use std::time::Instant;

use serde_json::json;
use usher_cases::rows;
use usher_mcp::{CallError, CompletionReference, ConnectionEvent, ListKind, Listing, Tool};
use usher_messages::Message;

use crate::kit::{coded, open, open_with, stdio};

/// Describes a list: names with repairs, broken entries, whether it was cut.
fn describe_list(result: &Result<Listing<Tool>, CallError>) -> String {
    let listing = match result {
        Ok(listing) => listing,
        Err(error) => return coded(&error.message()),
    };
    let names: Vec<String> = listing
        .items
        .iter()
        .take(3)
        .map(|tool| {
            let repairs: Vec<_> = tool.repaired.iter().map(ToString::to_string).collect();
            match repairs.join("; ").as_str() {
                "" => tool.name.clone(),
                repairs => format!("{} ({repairs})", tool.name),
            }
        })
        .collect();
    let broken: Vec<_> = listing
        .broken
        .iter()
        .map(|entry| entry.problem.to_string())
        .collect();
    format!(
        "{} of {} | {} | {}",
        names.join(" "),
        listing.items.len(),
        broken.join(", "),
        listing.cut_short.as_ref().map_or("whole".to_owned(), coded)
    )
}

#[tokio::test]
async fn one_bad_entry_never_hides_the_others() {
    let lists = r#"
        plain | echo of 1 |  | whole
        schema_null | echo bad (“inputSchema” was null, not an object; any arguments are allowed.) of 2 |  | whole
        schema_missing | echo bad (“inputSchema” was missing; any arguments are allowed.) of 2 |  | whole
        schema_text | echo bad (“inputSchema” was a string, not an object; any arguments are allowed.) of 2 |  | whole
        schema_list | echo bad (“inputSchema” was an array, not an object; any arguments are allowed.) of 2 |  | whole
        schema_true | echo bad (“inputSchema” was true or false, not an object; any arguments are allowed.) of 2 |  | whole
        schema_empty | echo bad (Clients get this with /inputSchema/type changed: their libraries can’t read what the server sent.) of 2 |  | whole
        schema_strange | echo bad (Clients don’t get this: their libraries can’t read /inputSchema/type.) of 2 |  | whole
        output_schema_true | echo bad (“outputSchema” was ignored: it is not an object.) of 2 |  | whole
        optional_nulls | echo bad of 2 |  | whole
        annotation_text | echo bad (“readOnlyHint” was ignored: it is not true or false.) of 2 |  | whole
        # Audience and priority of an entry are not read.
        annotation_audience | echo bad of 2 |  | whole
        icon_theme | echo bad (The “theme” of an icon was ignored: it is not “light” or “dark”.) of 2 |  | whole
        icon_sizes_text | echo bad (The “sizes” of an icon were a string, not an array.) of 2 |  | whole
        title_number | echo bad (“title” was ignored: it is not a string.) of 2 |  | whole
        nameless | echo of 1 | “name” is missing., Must be an object, but is a number., “name” must be a string, but is a number. | whole
        duplicate | echo of 1 | The name is used twice; the first entry is used. | whole
        no_list | echo of 1 |  | whole
        one_tool | echo of 1 |  | whole
        null_list | ␠of 0 |  | whole
        text_list | exchange.undecodable {fault: response.noList {member: "tools", method: "tools/list"}}
        list_refused | exchange.rejected {code: "-32603", message: "no list today"}
        cursor_null | echo of 1 |  | whole
        cursor_empty | echo of 1 |  | list.emptyCursor
        cursor_same | echo of 1 | The name is used twice; the first entry is used. | list.repeatedCursor
        cursor_number | echo of 1 |  | list.noCursor {value: "7"}
        cursor_endless | echo-0 echo-1 echo-2 of 100 |  | list.tooManyPages {count: 100}
        two_pages | echo more of 2 |  | whole
        second_page_refused | echo of 1 |  | list.pageFailed {page: 2, reason: exchange.rejected {code: "-32602", message: "bad cursor"}}
        many_tools | echo-0 echo-1 echo-2 of 1000 |  | list.tooManyItems {count: 1000}
    "#;
    for [mode, expected] in rows(lists) {
        let probe = open(stdio(&mode))
            .await
            .unwrap_or_else(|error| panic!("mode {mode}: {error}"));
        let listed = probe.connection.list_tools().await;
        assert_eq!(describe_list(&listed), expected, "tools of mode {mode}");
        probe.connection.close().await;
    }
}

#[tokio::test]
async fn what_clients_do_not_get_as_it_came_is_told_of_the_list() {
    for (mode, expected) in [
        (
            "schema_empty",
            "1 definition of tools/list was changed for clients: bad (/inputSchema/type).",
        ),
        (
            "schema_strange",
            "1 definition of tools/list is withheld from clients, whose libraries can’t read: bad (/inputSchema/type).",
        ),
        (
            "null_list",
            "“tools” of tools/list was null; it counts as an empty array.",
        ),
        (
            "one_tool",
            "“tools” of tools/list was a single object; it counts as an array of one.",
        ),
        (
            "no_list",
            "“tools” of tools/list was an object; its values count as the array.",
        ),
    ] {
        let probe = open(stdio(mode)).await.unwrap();
        probe.connection.list_tools().await.unwrap();
        let told = probe.log.wait(|event| match event {
            ConnectionEvent::Repaired(note) => Some(note.to_string()),
            _ => None,
        });
        assert_eq!(told.await, expected, "mode {mode}");
        probe.connection.close().await;
    }
}

#[tokio::test]
async fn resources_are_listed_by_the_hundred_thousand_and_no_more() {
    let probe = open(stdio("many_resources")).await.unwrap();
    let listed = probe.connection.list_resources().await.unwrap();
    let last = listed.items.last().map(|resource| resource.uri.as_str());
    assert_eq!(
        (
            listed.items.len(),
            last,
            listed.cut_short.as_ref().map(coded)
        ),
        (
            100_000,
            Some("file:///folder-999/entry-99999"),
            Some("list.tooManyItems {count: 100000}".to_owned())
        ),
        "the rest is left out, and said to be"
    );
    probe.connection.close().await;
}

#[tokio::test]
async fn a_list_whose_method_the_server_does_not_know_is_empty() {
    let probe = open(stdio("lists_unknown")).await.unwrap();
    let connection = &probe.connection;
    let templates = connection.list_templates().await.unwrap();
    assert_eq!(
        (templates.items.len(), templates.broken, templates.cut_short),
        (0, Vec::new(), None),
        "the capability does not say that there are templates"
    );
    let resources = connection.list_resources().await.unwrap();
    let prompts = connection.list_prompts().await.unwrap();
    assert_eq!((resources.items.len(), prompts.items.len()), (0, 0));
    let noted = probe.finish().await.pick(|event| match event {
        ConnectionEvent::Repaired(note) => Some(coded(note)),
        _ => None,
    });
    assert_eq!(
        noted,
        [
            r#"repair.unknownList {method: "resources/list"}"#,
            r#"repair.unknownList {method: "prompts/list"}"#,
        ],
        "what is declared and not known is said"
    );
}

#[tokio::test]
async fn what_is_named_twice_is_listed_once_and_said() {
    fn listed<T>(list: &Listing<T>, name: fn(&T) -> (&str, Option<&str>)) -> Vec<String> {
        let kept = list.items.iter().map(|item| format!("{:?}", name(item)));
        let broken = list.broken.iter();
        kept.chain(broken.map(|entry| format!("{entry:?}")))
            .collect()
    }
    let probe = open(stdio("duplicate")).await.unwrap();
    let connection = &probe.connection;
    let tools = connection.list_tools().await.unwrap();
    let prompts = connection.list_prompts().await.unwrap();
    let resources = connection.list_resources().await.unwrap();
    let templates = connection.list_templates().await.unwrap();
    let rows = [
        (
            "echo",
            listed(&tools, |it| (it.name.as_str(), it.title.as_deref())),
        ),
        (
            "greet",
            listed(&prompts, |it| (it.name.as_str(), it.title.as_deref())),
        ),
        (
            "a:1",
            listed(&resources, |it| (it.uri.as_str(), it.title.as_deref())),
        ),
        (
            "a:{x}",
            listed(&templates, |it| {
                (it.uri_template.as_str(), it.title.as_deref())
            }),
        ),
    ];
    for (key, listed) in rows {
        let again = usher_mcp::BrokenEntry {
            name: Some(key.to_owned()),
            problem: Message::new("entry.duplicate"),
        };
        let expected = [format!("({key:?}, None)"), format!("{again:?}")];
        assert_eq!(listed, expected, "the first {key} counts");
    }
}

#[tokio::test]
async fn an_empty_cursor_is_one_like_any_other_in_the_modern_era() {
    let modern = |options: &mut usher_mcp::ConnectOptions| {
        options.era = usher_mcp::EraChoice::Modern;
    };
    let (opened, _) = open_with(stdio("modern_cursor_empty"), modern).await;
    let probe = opened.unwrap();
    assert_eq!(
        describe_list(&probe.connection.list_tools().await),
        "echo more of 2 |  | whole"
    );
}

#[tokio::test]
async fn a_schema_keeps_the_order_of_its_members() {
    let probe = open(stdio("plain")).await.unwrap();
    let tools = probe.connection.list_tools().await.unwrap();
    let expected =
        r#"{"type":"object","properties":{"zeta":{"type":"string"},"alpha":{"type":"string"}}}"#;
    assert_eq!(
        tools.items[0].input_schema.to_string(),
        expected,
        "forms show fields in the server's order"
    );
}

#[tokio::test]
async fn everything_else_a_server_offers_is_read() {
    let probe = open(stdio("plain")).await.unwrap();
    let connection = &probe.connection;
    let resources = connection.list_resources().await.unwrap();
    assert_eq!(
        (resources.items[0].uri.as_str(), resources.broken.len()),
        ("a:1", 1)
    );
    assert_eq!(
        connection.list_templates().await.unwrap().items[0].uri_template,
        "a:{x}"
    );
    let prompts = connection.list_prompts().await.unwrap();
    assert_eq!(
        (
            prompts.items[0].name.as_str(),
            prompts.items[0].arguments[0].required
        ),
        ("greet", true)
    );
    let read = connection.read_resource("a:1").await.unwrap();
    assert_eq!(
        (read.contents.len(), read.broken.len()),
        (1, 1),
        "a broken part does not hide the good one"
    );
    let arguments = json!({"who": "Ada"}).as_object().unwrap().clone();
    let prompt = connection.get_prompt("greet", arguments).await.unwrap();
    assert_eq!(prompt.raw["messages"][0]["content"]["text"], "Hello Ada");
    let reference = CompletionReference::Prompt {
        name: "greet".into(),
    };
    let (completion, _) = connection
        .complete(&reference, "who", "a", serde_json::Map::new(), None)
        .await
        .unwrap();
    assert_eq!(
        (completion.values, completion.total, completion.has_more),
        (
            ["alpha", "5", "beta"].map(str::to_owned).to_vec(),
            Some(9),
            true
        )
    );
    let asked = Instant::now();
    connection.set_log_level("debug").await.unwrap();
    let log = probe.log.wait(|event| match event {
        ConnectionEvent::Log {
            level,
            logger,
            data,
            at,
        } => Some((level.clone(), logger.clone(), data.clone(), *at)),
        _ => None,
    });
    let (level, logger, data, at) = log.await;
    assert_eq!(
        (level, logger, data),
        ("debug".to_owned(), Some("root".to_owned()), json!({"n": 1}))
    );
    assert!(asked < at && at < Instant::now(), "when it was read");
    connection.subscribe("a:1").await.unwrap();
    let updated = probe.log.wait(|event| match event {
        ConnectionEvent::ResourceUpdated { uri } => Some(uri.clone()),
        _ => None,
    });
    assert_eq!(updated.await, "a:1");
    connection.unsubscribe("a:1").await.unwrap();
}

#[tokio::test]
async fn a_read_that_makes_no_sense_says_so() {
    let probe = open(stdio("read_undecodable")).await.unwrap();
    let error = probe.connection.read_resource("a:1").await.unwrap_err();
    assert!(
        matches!(&error, CallError::Undecodable { raw, .. } if *raw == json!({"contents": "none"})),
        "{error:?}"
    );
}

#[tokio::test]
async fn changed_lists_are_told() {
    let probe = open(stdio("list_changed")).await.unwrap();
    probe
        .log
        .wait(|event| {
            matches!(event, ConnectionEvent::ListChanged(ListKind::Prompts)).then_some(())
        })
        .await;
    let changed = probe.log.pick(|event| match event {
        ConnectionEvent::ListChanged(kind) => Some(*kind),
        _ => None,
    });
    assert_eq!(
        changed,
        [
            ListKind::Tools,
            ListKind::Resources,
            ListKind::Templates,
            ListKind::Prompts
        ]
    );
}
