//! The app, lists, and what is read from elsewhere.

use serde_json::json;

use super::check;
use super::samples::{error, icon, keyring, server, settings};
use crate::app::{AppInfo, Done};
use crate::catalog::{BrokenEntry, ListState, Section};
use crate::icon::IconImage;
use crate::import::{ImportCandidate, ImportSource, PasteReading};
use crate::prompt::{PromptArgument, PromptHead};
use crate::resource::{ResourceAnnotations, ResourceHead, TemplateHead};
use crate::server::Origin;
use crate::tool::{TaskSupport, ToolAnnotations, ToolDetail, ToolHead, ToolVisibility};
use crate::{ApiError, Code};
use usher_messages::Message;
use usher_types::paste::{PastedServer, PastedTransport, PastedValue};
use usher_types::settings::Theme;

#[test]
fn the_app() {
    use Code::{
        Cancelled, Internal, Invalid, KeyringUnavailable, NeedsReview, NotFound, ServerRejected,
        ServerUnreachable, StoreInUse, StoreTooNew, StoreUnwritable, Timeout,
    };

    check(
        "app_info",
        &[AppInfo {
            version: "1".into(),
            data_dir: "/d".into(),
            log_dir: "/l".into(),
            platform: "linux".into(),
            demo_webtool: Some("http://127.0.0.1:48621".into()),
            blocked: Some(error()),
            notices: vec![Message::verbatim("notice")],
        }],
    );
    check("app_done", &[Done]);
    check("app_settings", &[settings()]);
    check("app_themes", &[Theme::System, Theme::Light, Theme::Dark]);
    check("app_keyring", &keyring());
    check(
        "app_error_codes",
        &[
            NotFound,
            Invalid,
            NeedsReview,
            Cancelled,
            Timeout,
            ServerUnreachable,
            ServerRejected,
            KeyringUnavailable,
            StoreTooNew,
            StoreInUse,
            StoreUnwritable,
            Internal,
        ],
    );
    check(
        "app_errors",
        &[error(), ApiError::internal(Message::verbatim("m"))],
    );
    check(
        "app_icons",
        &[
            IconImage::Png {
                base64: "AA==".into(),
            },
            IconImage::Refused {
                reason: Message::verbatim("why"),
            },
        ],
    );
}

#[test]
fn lists() {
    let states = [
        ListState::Offline,
        ListState::Loading,
        ListState::Ready {
            fetched_at: 1,
            fresh_until: Some(2),
        },
        ListState::Failed {
            message: Message::verbatim("m"),
        },
        ListState::NotOffered,
    ];
    check("list_states", &states);
    let head = ToolHead {
        server_id: server().into(),
        name: "n".into(),
        title: "t".into(),
        description: None,
        icon: Some(icon()),
        annotations: ToolAnnotations {
            read_only: Some(true),
            ..ToolAnnotations::default()
        },
        ui_resource: None,
        visibility: ToolVisibility::ModelAndApp,
        repaired: vec![Message::verbatim("r")],
    };
    check(
        "list_section",
        &[Section {
            server_id: server(),
            state: ListState::Offline,
            items: vec![head.clone()],
            broken: vec![BrokenEntry {
                name: Some("b".into()),
                problem: Message::verbatim("p"),
            }],
        }],
    );
    check(
        "list_tool",
        &[ToolDetail {
            head,
            description: Some("d".into()),
            input_schema: json!({ "type": "object" }),
            output_schema: None,
            schema_problem: Some(Message::verbatim("p")),
            task_support: TaskSupport::Optional,
            definition: "0a".into(),
            raw: json!({}),
        }],
    );
    check(
        "list_resource",
        &[ResourceHead {
            server_id: server(),
            uri: "a:b".into(),
            name: "n".into(),
            title: "t".into(),
            description: None,
            mime_type: Some("text/plain".into()),
            size_bytes: Some(1),
            icon: None,
            annotations: ResourceAnnotations {
                audience: vec!["user".into()],
                priority: Some(0.5),
                last_modified: None,
            },
            subscribed: true,
        }],
    );
    check(
        "list_template",
        &[TemplateHead {
            server_id: server(),
            uri_template: "a:{x}".into(),
            name: "n".into(),
            title: "t".into(),
            description: None,
            mime_type: None,
            icon: None,
            annotations: ResourceAnnotations {
                audience: vec!["assistant".into()],
                priority: Some(0.5),
                last_modified: None,
            },
            variables: vec!["x".into()],
        }],
    );
    check(
        "list_prompt",
        &[PromptHead {
            server_id: server(),
            name: "n".into(),
            title: "t".into(),
            description: None,
            icon: None,
            arguments: vec![PromptArgument {
                name: "a".into(),
                title: "A".into(),
                description: None,
                required: true,
            }],
        }],
    );
}

#[test]
fn pasted_and_imported() {
    let value = PastedValue {
        name: "N".into(),
        value: "v".into(),
        looks_secret: true,
    };
    let configs = [
        PastedTransport::Stdio {
            command: "c".into(),
            args: vec![],
            env: vec![value.clone()],
            cwd: None,
            inputs: Vec::new(),
        },
        PastedTransport::Http {
            url: "https://example.com".into(),
            headers: vec![value],
            inputs: Vec::new(),
        },
    ];
    let servers = configs.map(|transport| PastedServer {
        label: "L".into(),
        transport,
        notes: vec![Message::new("paste.note.split")],
    });
    check(
        "paste",
        &[
            PasteReading::Empty,
            PasteReading::Servers {
                summary: Message::new("paste.empty"),
                servers: servers.to_vec(),
            },
            PasteReading::Problem {
                message: Message::new("paste.quote"),
                line: Some(1),
                column: None,
            },
        ],
    );
    check(
        "import",
        &[ImportSource {
            app: "Cursor".into(),
            path: "/p".into(),
            servers: vec![ImportCandidate {
                key: "k".into(),
                origin: Origin::BuiltIn,
                secret_names: vec!["N".into()],
                known: false,
                problem: None,
            }],
            problem: Some(Message::new("paste.noObject")),
        }],
    );
}
