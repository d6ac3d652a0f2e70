//! Reads the entries of a server's four lists.

use serde_json::{Value, json};

use super::field::Fields;
use crate::model::{
    BrokenEntry, ListKind, Prompt, PromptArgument, Resource, ResourceTemplate, TaskSupport,
    ToolAnnotations,
};
use crate::readable::{FittedEntry, Readable, Unreadable};
use usher_messages::Message;
use usher_types::json_type::type_of;
use usher_types::sent_json::SentJson;
use usher_types::tool::{Tool, ToolUi, ToolVisibility};

/// A named entry, or the reason why it is unusable.
type Entry<T> = Result<T, BrokenEntry>;

fn broken(raw: &Value, key: &str, problem: Message) -> BrokenEntry {
    let name = raw
        .get("name")
        .or_else(|| raw.get(key))
        .and_then(Value::as_str)
        .map(str::to_owned);
    BrokenEntry { name, problem }
}

/// Reads an entry's object, which must have a non-empty text under `key`.
fn keyed_fields<'a>(raw: &'a Value, key: &str) -> Entry<(Fields<'a>, String)> {
    let Some(members) = raw.as_object() else {
        return Err(broken(
            raw,
            key,
            Message::new("entry.noObject").with("found", type_of(raw)),
        ));
    };
    match members.get(key) {
        Some(Value::String(text)) if !text.is_empty() => Ok((Fields::new(members), text.clone())),
        Some(Value::String(_)) => Err(broken(
            raw,
            key,
            Message::new("entry.empty").with("member", key),
        )),
        Some(Value::Null) | None => Err(broken(
            raw,
            key,
            Message::new("entry.missing").with("member", key),
        )),
        Some(other) => Err(broken(
            raw,
            key,
            Message::new("entry.noText")
                .with("member", key)
                .with("found", type_of(other)),
        )),
    }
}

/// Reads one entry of `tools/list`.
pub(crate) fn tool(raw: SentJson, for_clients: &FittedEntry) -> Entry<Tool> {
    let (mut fields, name) = keyed_fields(&raw, "name")?;
    let title = fields.text("title");
    let description = fields.text("description");
    let input_schema = match fields.members.get("inputSchema") {
        Some(schema) if schema.is_object() => schema.clone(),
        other => {
            fields.notes.push(match other {
                Some(other) => Message::new("repair.inputSchema").with("found", type_of(other)),
                None => Message::new("repair.noInputSchema"),
            });
            json!({"type": "object"})
        }
    };
    let output_schema = fields
        .object("outputSchema")
        .map(|schema| Value::Object(schema.clone()));
    let mut annotations = ToolAnnotations::default();
    let mut annotated_title = None;
    if let Some(claims) = fields.object("annotations") {
        let mut claimed = Fields::new(claims);
        annotated_title = claimed.text("title");
        annotations = ToolAnnotations {
            read_only: claimed.flag("readOnlyHint"),
            destructive: claimed.flag("destructiveHint"),
            idempotent: claimed.flag("idempotentHint"),
            open_world: claimed.flag("openWorldHint"),
        };
        fields.notes.append(&mut claimed.notes);
    }
    let task_support = task_support(&mut fields);
    let ui = ui(&mut fields);
    let icons = fields.icons();
    fields
        .notes
        .extend(note_for_clients(ListKind::Tools, &raw, for_clients));
    let repaired = fields.notes;
    let title = title.or(annotated_title);
    Ok(Tool {
        name,
        title,
        description,
        input_schema,
        output_schema,
        annotations,
        task_support,
        ui,
        icons,
        repaired,
        raw,
    })
}

/// Notes what the libraries of clients cannot read of an entry. What Usher does not read either is noted already.
fn note_for_clients(list: ListKind, raw: &Value, for_clients: &FittedEntry) -> Option<Message> {
    match for_clients {
        Ok(Readable { mended, .. }) => {
            let kept = mended.iter().filter(|place| is_read(list, place, raw));
            let places: Vec<&str> = kept.map(String::as_str).collect();
            (!places.is_empty())
                .then(|| Message::new("repair.clients").with("places", places.join(", ")))
        }
        Err(Unreadable(member)) => {
            Some(Message::new("repair.noClients").with("member", member.as_str()))
        }
    }
}

/// Whether Usher keeps the value at a place, although the libraries of clients cannot read it.
fn is_read(list: ListKind, place: &str, raw: &Value) -> bool {
    let is_at = |member: &str| {
        let rest = place.strip_prefix(member);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    match list {
        ListKind::Tools if is_at("/inputSchema") => place != "/inputSchema",
        ListKind::Tools if is_at("/outputSchema") => raw["outputSchema"].is_object(),
        ListKind::Resources | ListKind::Templates if is_at("/annotations") => true,
        _ => is_at("/_meta"),
    }
}

/// Reads `execution.taskSupport` (2025-11-25, basic/utilities/tasks, tool-level negotiation).
fn task_support(fields: &mut Fields<'_>) -> TaskSupport {
    let Some(execution) = fields.object("execution") else {
        return TaskSupport::default();
    };
    match execution.get("taskSupport") {
        Some(Value::String(support)) if support == "required" => TaskSupport::Required,
        Some(Value::String(support)) if support == "optional" => TaskSupport::Optional,
        Some(Value::String(support)) if support == "forbidden" => TaskSupport::Forbidden,
        Some(Value::Null) | None => TaskSupport::default(),
        Some(_) => {
            let note = Message::new("repair.taskSupport");
            fields.notes.push(note);
            TaskSupport::default()
        }
    }
}

/// Reads `_meta.ui`, and the older `_meta["ui/resourceUri"]` (2026-01-26, resource discovery).
fn ui(fields: &mut Fields<'_>) -> ToolUi {
    let meta = fields.members.get("_meta").and_then(Value::as_object);
    let Some(meta) = meta else {
        return ToolUi::default();
    };
    let ui = meta.get("ui");
    let uri = ui
        .and_then(|ui| ui.get("resourceUri"))
        .or_else(|| meta.get("ui/resourceUri"));
    let resource_uri = match uri {
        Some(Value::String(uri)) if uri.starts_with("ui://") => Some(uri.clone()),
        Some(Value::Null) | None => None,
        Some(_) => {
            fields.notes.push(Message::new("repair.uiResource"));
            None
        }
    };
    let visibility = match ui.and_then(|ui| ui.get("visibility")) {
        Some(Value::Array(words)) => {
            let names = |word: &str| words.iter().any(|one| one.as_str() == Some(word));
            match (names("model"), names("app")) {
                (true, true) => ToolVisibility::ModelAndApp,
                (true, false) => ToolVisibility::Model,
                (false, true) => ToolVisibility::App,
                (false, false) => ToolVisibility::Nobody,
            }
        }
        Some(Value::Null) | None => ToolVisibility::default(),
        Some(_) => {
            fields.notes.push(Message::new("repair.uiVisibility"));
            ToolVisibility::default()
        }
    };
    ToolUi {
        resource_uri,
        visibility,
    }
}

/// Reads one entry of `resources/list`.
pub(crate) fn resource(raw: SentJson, for_clients: &FittedEntry) -> Entry<Resource> {
    let (mut fields, uri) = keyed_fields(&raw, "uri")?;
    let name = name_or(&mut fields, &uri);
    let title = fields.text("title");
    let description = fields.text("description");
    let mime_type = fields.text("mimeType");
    let size_bytes = fields.size("size");
    let icons = fields.icons();
    fields
        .notes
        .extend(note_for_clients(ListKind::Resources, &raw, for_clients));
    let repaired = fields.notes;
    Ok(Resource {
        uri,
        name,
        title,
        description,
        mime_type,
        size_bytes,
        icons,
        repaired,
        raw,
    })
}

/// Reads one entry of `resources/templates/list`.
pub(crate) fn template(raw: SentJson, for_clients: &FittedEntry) -> Entry<ResourceTemplate> {
    let (mut fields, uri_template) = keyed_fields(&raw, "uriTemplate")?;
    let name = name_or(&mut fields, &uri_template);
    let title = fields.text("title");
    let description = fields.text("description");
    let mime_type = fields.text("mimeType");
    let icons = fields.icons();
    fields
        .notes
        .extend(note_for_clients(ListKind::Templates, &raw, for_clients));
    let repaired = fields.notes;
    Ok(ResourceTemplate {
        uri_template,
        name,
        title,
        description,
        mime_type,
        icons,
        repaired,
        raw,
    })
}

fn name_or(fields: &mut Fields<'_>, instead: &str) -> String {
    if let Some(name) = fields.text("name").filter(|name| !name.is_empty()) {
        return name;
    }
    fields.notes.push(Message::new("repair.noName"));
    instead.to_owned()
}

/// Reads one entry of `prompts/list`.
pub(crate) fn prompt(raw: SentJson, for_clients: &FittedEntry) -> Entry<Prompt> {
    let (mut fields, name) = keyed_fields(&raw, "name")?;
    let title = fields.text("title");
    let description = fields.text("description");
    let mut arguments = Vec::new();
    for entry in fields.list("arguments") {
        match argument(entry) {
            Ok((argument, mut notes)) => {
                arguments.push(argument);
                fields.notes.append(&mut notes);
            }
            Err(fault) => fields
                .notes
                .push(Message::new("repair.argument").with("fault", fault.problem)),
        }
    }
    let icons = fields.icons();
    fields
        .notes
        .extend(note_for_clients(ListKind::Prompts, &raw, for_clients));
    let repaired = fields.notes;
    Ok(Prompt {
        name,
        title,
        description,
        arguments,
        icons,
        repaired,
        raw,
    })
}

fn argument(raw: &Value) -> Entry<(PromptArgument, Vec<Message>)> {
    let (mut fields, name) = keyed_fields(raw, "name")?;
    let title = fields.text("title");
    let description = fields.text("description");
    let required = fields.flag("required").unwrap_or(false);
    Ok((
        PromptArgument {
            name,
            title,
            description,
            required,
        },
        fields.notes,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readable;
    use usher_types::tool::{IconSource, IconTheme};

    fn tool(raw: SentJson) -> Entry<Tool> {
        let for_clients = readable::entry(ListKind::Tools, raw.value().clone());
        super::tool(raw, &for_clients)
    }

    fn resource(raw: SentJson) -> Entry<Resource> {
        let for_clients = readable::entry(ListKind::Resources, raw.value().clone());
        super::resource(raw, &for_clients)
    }

    fn template(raw: SentJson) -> Entry<ResourceTemplate> {
        let for_clients = readable::entry(ListKind::Templates, raw.value().clone());
        super::template(raw, &for_clients)
    }

    fn prompt(raw: SentJson) -> Entry<Prompt> {
        let for_clients = readable::entry(ListKind::Prompts, raw.value().clone());
        super::prompt(raw, &for_clients)
    }

    fn plain_tool(raw: &Value) -> Tool {
        Tool {
            name: "t".into(),
            title: None,
            description: None,
            input_schema: json!({"type": "object"}),
            output_schema: None,
            annotations: ToolAnnotations::default(),
            task_support: TaskSupport::default(),
            ui: ToolUi::default(),
            icons: Vec::new(),
            repaired: Vec::new(),
            raw: raw.clone().into(),
        }
    }

    fn check_tool(raw: &Value, notes: usize, expected: impl FnOnce(Tool) -> Tool) {
        let decoded = tool(raw.clone().into()).expect("the tool is usable");
        assert_eq!(
            decoded.repaired.len(),
            notes,
            "notes about {raw}: {:?}",
            decoded.repaired
        );
        let repaired = decoded.repaired.clone();
        assert_eq!(
            decoded,
            Tool {
                repaired,
                ..expected(plain_tool(raw))
            },
            "reading {raw}"
        );
    }

    #[test]
    fn the_link_to_an_app_is_read_in_both_forms() {
        let link = |uri: Option<&str>, visibility| ToolUi {
            resource_uri: uri.map(str::to_owned),
            visibility,
        };
        let (both, app) = (ToolVisibility::ModelAndApp, ToolVisibility::App);
        let rows = [
            (json!({}), 0, link(None, both)),
            (
                json!({"ui": {"resourceUri": "ui://s/a", "visibility": ["app"]}}),
                0,
                link(Some("ui://s/a"), app),
            ),
            (
                json!({"ui/resourceUri": "ui://s/old"}),
                0,
                link(Some("ui://s/old"), both),
            ),
            (
                json!({"ui": {"resourceUri": "ui://s/a"}, "ui/resourceUri": "ui://s/old"}),
                0,
                link(Some("ui://s/a"), both),
            ),
            (
                json!({"ui": {"resourceUri": "https://evil.example/"}}),
                1,
                link(None, both),
            ),
            (
                json!({"ui": {"visibility": ["model"]}}),
                0,
                link(None, ToolVisibility::Model),
            ),
            (
                json!({"ui": {"visibility": []}}),
                0,
                link(None, ToolVisibility::Nobody),
            ),
            (json!({"ui": {"visibility": "app"}}), 1, link(None, both)),
            (json!({"ui": 5}), 0, link(None, both)),
        ];
        for (meta, notes, ui) in rows {
            let raw = json!({"name":"t","inputSchema":{"type":"object"},"_meta":meta});
            check_tool(&raw, notes, |tool| Tool { ui, ..tool });
        }
    }

    #[test]
    fn one_bad_member_never_loses_the_tool() {
        for schema in [json!(null), json!("x"), json!([]), json!(true)] {
            check_tool(&json!({"name":"t","inputSchema":schema}), 1, |tool| tool);
        }
        check_tool(&json!({"name":"t"}), 1, |tool| tool);
        let object = json!({"type":"objekt","properties":5});
        // Usher shows it; no library of a client would read it.
        check_tool(&json!({"name":"t","inputSchema":object}), 1, |tool| Tool {
            input_schema: object.clone(),
            ..tool
        });
        let ok = json!({"type":"object"});
        check_tool(&json!({"name":"t","inputSchema":ok,"title":5}), 1, |tool| {
            tool
        });
        check_tool(
            &json!({"name":"t","inputSchema":ok,"outputSchema":true}),
            1,
            |tool| tool,
        );
        let uncompiled = json!({"type":"object","properties":{"a":{"type":"str"}}});
        check_tool(
            &json!({"name":"t","inputSchema":ok,"outputSchema":uncompiled}),
            1,
            |tool| Tool {
                output_schema: Some(uncompiled.clone()),
                ..tool
            },
        );
        check_tool(
            &json!({"name":"t","inputSchema":ok,"_meta":[]}),
            1,
            |tool| tool,
        );
        check_tool(
            &json!({"name":"t","inputSchema":ok,"outputSchema":null,"annotations":null,"description":null}),
            0,
            |tool| tool,
        );
        let hints =
            json!({"readOnlyHint":"yes","destructiveHint":false,"title":"A","vendorHint":1});
        check_tool(
            &json!({"name":"t","inputSchema":ok,"annotations":hints}),
            1,
            |tool| Tool {
                title: Some("A".into()),
                annotations: ToolAnnotations {
                    destructive: Some(false),
                    ..ToolAnnotations::default()
                },
                ..tool
            },
        );
        for (support, notes, expected) in [
            (json!("required"), 0, TaskSupport::Required),
            (json!("optional"), 0, TaskSupport::Optional),
            (json!("forbidden"), 0, TaskSupport::Forbidden),
            (json!(null), 0, TaskSupport::Forbidden),
            (json!("often"), 1, TaskSupport::Forbidden),
            (json!(true), 1, TaskSupport::Forbidden),
        ] {
            let execution = json!({"taskSupport": support});
            check_tool(
                &json!({"name":"t","inputSchema":ok,"execution":execution}),
                notes,
                |tool| Tool {
                    task_support: expected,
                    ..tool
                },
            );
        }
        let icons = json!([{"src":"x","theme":"auto"},{"src":"y","sizes":"48x48 any","theme":"dark"},{"theme":"dark"}]);
        check_tool(
            &json!({"name":"t","inputSchema":ok,"icons":icons}),
            3,
            |tool| {
                let plain = IconSource {
                    src: "x".into(),
                    mime_type: None,
                    sizes: Vec::new(),
                    theme: None,
                };
                let dark = IconSource {
                    src: "y".into(),
                    sizes: vec!["48x48".into(), "any".into()],
                    theme: Some(IconTheme::Dark),
                    ..plain.clone()
                };
                Tool {
                    icons: vec![plain, dark],
                    ..tool
                }
            },
        );
    }

    #[test]
    fn an_entry_without_a_name_says_so() {
        let problem = |raw: Value| {
            tool(raw.into())
                .map_err(|broken| broken.problem)
                .unwrap_err()
        };
        assert_eq!(
            problem(json!("text")),
            Message::new("entry.noObject").with("found", Message::new("schema.typeName.string"))
        );
        assert_eq!(
            problem(json!({"title":"x"})),
            Message::new("entry.missing").with("member", "name")
        );
        assert_eq!(
            problem(json!({"name":5})),
            Message::new("entry.noText")
                .with("member", "name")
                .with("found", Message::new("schema.typeName.number"))
        );
        assert_eq!(
            problem(json!({"name":""})),
            Message::new("entry.empty").with("member", "name")
        );
        assert_eq!(
            resource(json!({"name":"notes"}).into()).unwrap_err(),
            BrokenEntry {
                name: Some("notes".into()),
                problem: Message::new("entry.missing").with("member", "uri")
            }
        );
    }

    #[test]
    fn resources_and_prompts_keep_what_is_usable() {
        let decoded = resource(json!({"uri":"a:b","size":1.5,"mimeType":"text/plain"}).into())
            .expect("usable");
        assert_eq!(
            (
                decoded.name.as_str(),
                decoded.size_bytes,
                decoded.repaired.len()
            ),
            ("a:b", None, 2)
        );
        let odd = json!({"uri":"notes.txt","name":"n","annotations":{"priority":9}});
        let notes = |entry: Vec<Message>| entry.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            notes(resource(odd.into()).expect("usable").repaired),
            ["Clients don’t get this: their libraries can’t read /uri."]
        );
        let odd = json!({"uriTemplate":"a:{b}","name":"n","annotations":{"priority":9}});
        assert_eq!(
            notes(template(odd.into()).expect("usable").repaired),
            [
                "Clients get this with /annotations/priority changed: their libraries can’t read what the server sent."
            ]
        );
        let decoded = prompt(json!({"name":"p","arguments":[{"name":"a","required":"yes"},{"description":"nameless"}]}).into()).expect("usable");
        assert_eq!(
            (
                decoded.arguments.len(),
                decoded.arguments[0].required,
                decoded.repaired.len()
            ),
            (1, false, 2)
        );
        let decoded = template(json!({"uriTemplate":"a://{x}","name":"n"}).into()).expect("usable");
        assert_eq!((decoded.name.as_str(), decoded.repaired.len()), ("n", 0));
    }
}
