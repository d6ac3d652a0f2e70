//! Answers of servers, questions, the wire log and events.

use serde_json::{Value, json};

use super::check;
use super::samples::{
    approval, error, extent, frame, keyring, media, outcome, row, server, settings, snapshot, text,
};
use crate::approval::ApprovalClosed;
use crate::call::{CallEnding, CallProgress, Fault, Verdict};
use crate::event::AppEvent;
use crate::history::{CallStatus, CallTimes, ClientLeg, HistoryEntry, RequestKind};
use crate::prompt::{PromptMessage, PromptOutcome};
use crate::resource::{Completion, ReadOutcome};
use crate::wire::{Direction, FrameKind, SavedFile, WireHits, WireLog, WireText};
use usher_messages::Message;
use usher_types::approval::ApprovalEnding;
use usher_types::content::{Content, Media, ResourceBody, ResourceContents};
use usher_types::id::HistoryId;
use usher_types::protocol::ListKind;

#[test]
fn answers_of_servers() {
    let verdicts = [
        Verdict::NotDeclared,
        Verdict::Matches { values_checked: 2 },
        Verdict::Mismatch {
            faults: vec![Fault {
                path: "a[0]".into(),
                message: Message::verbatim("m"),
            }],
        },
        Verdict::Missing,
        Verdict::BrokenSchema {
            message: Message::verbatim("m"),
        },
    ];
    check("answer_verdicts", &verdicts);
    let content = vec![
        Content::Text { text: "t".into() },
        Content::Image(media()),
        Content::Audio(Media {
            problem: Some(Message::verbatim("p")),
            ..media()
        }),
        Content::ResourceLink {
            uri: "a:b".into(),
            title: "t".into(),
            description: None,
            mime_type: None,
            size_bytes: Some(1),
            icon: None,
        },
        Content::Resource(text()),
        Content::Unknown {
            raw: json!({ "type": "new" }),
        },
    ];
    let ended = CallEnding::Result {
        is_error: false,
        notes: vec![Message::verbatim("note")],
        content,
        structured: Some(json!({ "a": 1 })),
        verdict: Verdict::NotDeclared,
        raw: json!({}),
        size_bytes: 9,
    };
    let prompt = CallEnding::Prompt {
        description: Some("d".into()),
        messages: vec![PromptMessage {
            role: "user".into(),
            content: Content::Text { text: "x".into() },
        }],
        raw: json!({}),
        size_bytes: 9,
    };
    let read = CallEnding::Read {
        contents: vec![text()],
        raw: json!({}),
        shortened: 1,
        size_bytes: 9,
    };
    let outcomes = [
        ended,
        prompt,
        read,
        CallEnding::Failed { error: error() },
        CallEnding::Cancelled,
    ]
    .map(outcome);
    check("answer_outcomes", &outcomes);
    let statuses = [
        (RequestKind::Tool, CallStatus::Completed),
        (RequestKind::Tool, CallStatus::ToolError),
        (RequestKind::Prompt, CallStatus::Failed),
        (RequestKind::Resource, CallStatus::Cancelled),
    ];
    check(
        "answer_history",
        &statuses.map(|(kind, status)| HistoryEntry {
            row: row(kind, status),
            outcome: outcome(CallEnding::Cancelled),
            times: Some(CallTimes {
                queue_ms: 1,
                person_ms: 2,
                server_ms: 3,
                wire_ms: 4,
            }),
            client_leg: Some(ClientLeg {
                request: json!({ "name": "mine__t" }),
                answer: json!({ "result": {} }),
            }),
        }),
    );
    let bodies = [
        text().body,
        ResourceBody::Image(media()),
        ResourceBody::Audio(media()),
        ResourceBody::Binary {
            size_bytes: 3,
            head_base64: "AAAA".into(),
        },
    ];
    check(
        "answer_read",
        &[ReadOutcome {
            uri: "a:b".into(),
            contents: bodies
                .map(|body| ResourceContents { body, ..text() })
                .to_vec(),
            fresh_until: None,
            read_at: 1,
            duration: std::time::Duration::from_millis(2),
            raw: Value::Null,
            shortened: 1,
        }],
    );
    check(
        "answer_prompt",
        &[PromptOutcome {
            history_id: Some(HistoryId(7)),
            description: None,
            messages: vec![PromptMessage {
                role: "user".into(),
                content: Content::Text { text: "t".into() },
            }],
            duration: std::time::Duration::from_millis(1),
            raw: json!({}),
        }],
    );
    check(
        "answer_completion",
        &[Completion {
            values: vec!["v".into()],
            total: None,
            has_more: true,
        }],
    );
}

#[test]
fn questions_and_the_wire_log() {
    check("approval", &[approval()]);
    let kinds = [
        (Direction::Out, FrameKind::Request),
        (Direction::In, FrameKind::Result),
        (Direction::In, FrameKind::Error),
        (Direction::In, FrameKind::Notification),
        (Direction::In, FrameKind::Noise),
    ];
    let frames = kinds.map(|(direction, kind)| frame(direction, kind));
    check(
        "wire_log",
        &[WireLog {
            extent: extent(),
            frames: frames.to_vec(),
        }],
    );
    check(
        "wire_hits",
        &[WireHits {
            seqs: vec![1, 3],
            next: 4,
            is_whole: true,
        }],
    );
    check(
        "wire_text",
        &[WireText {
            frame: frame(Direction::Out, FrameKind::Request),
            text: "{}".into(),
            truncated: false,
        }],
    );
    check(
        "wire_saved",
        &[SavedFile {
            path: "/f".into(),
            size_bytes: 2,
        }],
    );
}

#[test]
fn the_event_of_a_test() {
    check(
        "event_of_a_test",
        &[AppEvent::TestAwaitsSignIn {
            test_id: "t".into(),
            url: "https://a/device".into(),
        }],
    );
}

#[test]
fn events() {
    let [keyring, ..] = keyring();
    check(
        "events",
        &[
            AppEvent::ServerChanged { server: snapshot() },
            AppEvent::ServerRemoved {
                server_id: server(),
            },
            AppEvent::CatalogChanged {
                server_id: server(),
                list: ListKind::Tools,
            },
            AppEvent::CatalogChanged {
                server_id: server(),
                list: ListKind::Resources,
            },
            AppEvent::CatalogChanged {
                server_id: server(),
                list: ListKind::Templates,
            },
            AppEvent::CatalogChanged {
                server_id: server(),
                list: ListKind::Prompts,
            },
            AppEvent::ResourceUpdated {
                server_id: server(),
                uri: "a:b".into(),
            },
            AppEvent::CallProgress {
                progress: CallProgress {
                    call_id: "c".into(),
                    progress: 1.5,
                    total: None,
                    message: Some("m".into()),
                },
            },
            AppEvent::HistoryChanged,
            AppEvent::BookmarksChanged,
            AppEvent::RecentChanged,
            AppEvent::TasksChanged,
            AppEvent::ApprovalOpened {
                approval: approval(),
            },
            AppEvent::ApprovalClosed {
                closed: ApprovalClosed {
                    id: "a".into(),
                    source: server().into(),
                    ending: ApprovalEnding::Moot,
                    reason: usher_messages::Message::new("ended.declined"),
                },
            },
            AppEvent::ApprovalRecordsChanged,
            AppEvent::WireAppended {
                server_id: server(),
                extent: extent(),
            },
            AppEvent::StderrAppended {
                server_id: server(),
                first_seq: 0,
                lines: vec!["l".into()],
            },
            AppEvent::ServerRepaired {
                server_id: server(),
            },
            AppEvent::ServerLogged {
                server_id: server(),
                level: "info".into(),
                logger: None,
                text: "t".into(),
            },
            AppEvent::KeyringChanged { status: keyring },
            AppEvent::SettingsChanged {
                settings: settings(),
            },
            AppEvent::Resync,
        ],
    );
}
