//! One of everything, to be written as JSON.

use serde_json::json;
use usher_messages::Message;

use crate::approval::{Approval, ApprovalCause, ApprovalRequest};
use crate::call::{CallEnding, CallOutcome};
use crate::history::{CallStatus, HistoryRow, RequestKind};
use crate::icon::ThemedIcon;
use crate::pin::ReviewCounts;
use crate::server::{
    Counts, Era, Failure, FailureKind, Found, Need, Negotiated, Origin, ProgramChange,
    ServerSnapshot, ServerState,
};
use crate::wire::{Direction, FrameKind, WireExtent, WireFrame};
use crate::{ApiError, Code};
use usher_types::content::{Media, PixelSize, ResourceBody, ResourceContents};
use usher_types::id::{HistoryId, ServerId};
use usher_types::keyring::{KeyringState, KeyringStatus};
use usher_types::log_level::LogLevel;
use usher_types::settings::{Language, Settings, Theme};

pub(super) fn server() -> ServerId {
    "s".into()
}

pub(super) fn error() -> ApiError {
    ApiError {
        code: Code::Invalid,
        message: Message::verbatim("What is wrong."),
        detail: Some(Box::new(
            json!({ "fields": [{ "field": "f", "message": Message::verbatim("m") }] }),
        )),
    }
}

pub(super) fn media() -> Media {
    Media {
        claimed_type: "image/svg+xml".into(),
        mime_type: "image/png".into(),
        base64: "AA==".into(),
        size_bytes: 1,
        own_size: Some(PixelSize {
            width: 2,
            height: 3,
        }),
        problem: None,
        content_id: Some("c".into()),
    }
}

pub(super) fn text() -> ResourceContents {
    ResourceContents {
        uri: "a:b".into(),
        mime_type: None,
        detected_type: None,
        content_id: Some("c".into()),
        body: ResourceBody::Text {
            text: "t".into(),
            size_bytes: 1,
            picture: Some(media()),
        },
    }
}

pub(super) fn settings() -> Settings {
    Settings {
        theme: Theme::System,
        language: Language::System,
        zoom: 110,
        single_key_shortcuts: true,
        request_timeout_ms: 60_000,
        wire_frames: 20_000,
        wire_mebibytes: 32,
        history_rows: 2_000,
        list_width_px: 304,
        wire_height_px: 240,
        resource_views: [(String::new(), usher_types::settings::ResourceView::Tree)].into(),
        resource_sorts: [(
            "s".to_owned(),
            usher_types::settings::ResourceSort {
                column: usher_types::settings::ResourceColumn::Modified,
                descending: true,
            },
        )]
        .into(),
        resource_columns: [(
            "s".to_owned(),
            [(usher_types::settings::ResourceColumn::Type, 120)].into(),
        )]
        .into(),
        prompt_view: usher_types::settings::PromptView::Gallery,
        notify_waiting: true,
        stay_in_tray: false,
    }
}

pub(super) fn outcome(ending: CallEnding<ApiError>) -> CallOutcome {
    CallOutcome {
        call_id: "c".into(),
        history_id: Some(HistoryId(7)),
        started_at: 1,
        duration: std::time::Duration::from_millis(2),
        ending,
    }
}

pub(super) fn row(kind: RequestKind, status: CallStatus) -> HistoryRow {
    HistoryRow {
        id: HistoryId(7),
        server_id: server().into(),
        server_label: "Mine".into(),
        client: None,
        kind,
        name: "t".into(),
        started_at: 1,
        duration_ms: 2,
        status,
        arguments: json!({ "a": 1 }),
    }
}

pub(super) fn keyring() -> [KeyringStatus; 3] {
    let message = || Message::verbatim("What to do.");
    [
        KeyringState::Available,
        KeyringState::Locked { message: message() },
        KeyringState::Absent { message: message() },
    ]
    .map(|state| KeyringStatus {
        state,
        keeping_for_this_run: false,
        waiting_servers: 1,
    })
}

pub(super) fn approval() -> Approval {
    Approval {
        id: "a".into(),
        number: 17,
        server_id: server().into(),
        server_label: "Mine".into(),
        origin: Origin::BuiltIn,
        calls_itself: Some("x".into()),
        cause: Some(ApprovalCause {
            call_id: "c".into(),
            tool: "t".into(),
            arguments: json!({}),
        }),
        possible_causes: Vec::new(),
        opened_at: 1,
        request: ApprovalRequest::ElicitForm {
            message: "m".into(),
            schema: json!({ "type": "object" }),
            looks_secret: vec!["password".into()],
        },
    }
}

pub(super) fn frame(direction: Direction, kind: FrameKind) -> WireFrame {
    WireFrame {
        seq: 1,
        at: 2,
        direction,
        kind,
        method: Some("tools/call".into()),
        rpc_id: Some("3".into()),
        size_bytes: 4,
        elapsed_ms: Some(0.5),
        call_id: Some("c".into()),
        summary: "t {}".into(),
        is_fault: false,
    }
}

pub(super) fn extent() -> WireExtent {
    WireExtent {
        first_seq: 1,
        next_seq: 4,
        dropped: 2,
        methods: vec!["tools/call".into()],
    }
}

pub(super) fn failure() -> Failure {
    Failure {
        kind: FailureKind::ProgramNotFound,
        summary: Message::new("failure.exited")
            .with("server", "s")
            .with("exit", "ended"),
        next_step: Message::new("failure.next.restart"),
        detail: Some(Message::verbatim("raw")),
        stderr: vec!["line".into()],
        withheld: vec!["HTTPS_PROXY".into()],
    }
}

pub(super) fn icon() -> ThemedIcon {
    ThemedIcon {
        light: "light".into(),
        dark: "dark".into(),
    }
}

pub(super) fn snapshot() -> ServerSnapshot {
    ServerSnapshot {
        id: "s".into(),
        label: "Mine".into(),
        origin: Origin::Command {
            text: "npx -y x".into(),
        },
        state: ServerState::Running {
            since_at: 1,
            pid: Some(7),
        },
        icon: Some(icon()),
        negotiated: Some(Negotiated {
            protocol_version: "2025-11-25".into(),
            era: Era::Legacy,
            found: Found::Probed,
            endpoint: None,
            server_name: "x".into(),
            server_title: None,
            server_version: "1".into(),
            can_subscribe: true,
        }),
        group: Some(String::from("Work").try_into().unwrap()),
        counts: Counts {
            tools: Some(3),
            resources: None,
            templates: None,
            prompts: Some(0),
        },
        log_level: LogLevel::Info,
        review: ReviewCounts {
            new: 1,
            changed: 2,
            gone: 3,
            kept_old: 4,
        },
        need: Some(Need::Changed),
        needs_since: Some(5),
        program_changed: Some(ProgramChange {
            at: 6,
            path: "/usr/bin/npx".into(),
            before: Some("/usr/local/bin/npx".into()),
        }),
        created_at: 5,
    }
}
