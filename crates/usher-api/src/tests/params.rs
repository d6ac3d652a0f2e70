//! Parameters: what the page sends is read, and nothing of it is lost.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::app::Nothing;
use crate::approval::AnswerParams;
use crate::bookmark::{EntryKey, KeepEntryParams, KeepValuesParams};
use crate::call::{CallParams, CancelParams};
use crate::catalog::{EntryParams, ListParams, MarkViewedParams};
use crate::history::{ClearHistoryParams, HistoryParams, HistoryRowParams};
use crate::icon::IconParams;
use crate::import::{ImportParams, PasteParams};
use crate::policy::{RuleParams, ServerRuleParams, ToolRuleParams, TrustParams};
use crate::prompt::GetPromptParams;
use crate::resource::{
    CompleteParams, DragParams, ReadParams, ReadTemplateParams, ReserveDragParams,
    SaveResourcesParams, SubscribeParams,
};
use crate::server::{
    AddServerParams, LogLevelParams, ResolveCommandParams, ServerParams, SetEnabledParams,
    TestServerParams, UpdateServerParams,
};
use crate::tool::ToolParams;
use crate::wire::{
    WireCopyParams, WireFrameParams, WireGetManyParams, WireListParams, WireParams,
    WireSearchParams,
};
use usher_config::definition::{DraftTransport, DraftValue};
use usher_types::settings::Settings;

fn check<P: Serialize + DeserializeOwned>(sent: &Value) {
    let read: P = serde_json::from_value(sent.clone())
        .unwrap_or_else(|error| panic!("{sent} is not read: {error}"));
    let written = serde_json::to_value(&read).unwrap_or_default();
    assert_eq!(&written, sent, "what was sent is what was read");
}

#[test]
fn parameters_are_read_as_the_page_sends_them() {
    check::<Nothing>(&json!({}));
    check::<ServerParams>(&json!({ "serverId": "s" }));
    check::<SetEnabledParams>(&json!({ "serverId": "s", "enabled": true }));
    check::<ResolveCommandParams>(&json!({ "command": "npx" }));
    check::<PasteParams>(&json!({ "text": "npx x" }));
    check::<ImportParams>(&json!({ "choices": [{ "path": "/a", "key": "k" }] }));
    check::<ListParams>(&json!({ "serverId": null }));
    check::<MarkViewedParams>(&json!({ "serverId": null, "list": "tools" }));
    check::<EntryParams>(&json!({ "serverId": "s", "list": "prompts", "key": "k" }));
    for level in [
        "debug",
        "info",
        "notice",
        "warning",
        "error",
        "critical",
        "alert",
        "emergency",
    ] {
        check::<LogLevelParams>(&json!({ "serverId": "s", "level": level }));
    }
    check::<EntryKey>(&json!({ "serverId": "s", "list": "resources", "key": "a:b" }));
    check::<KeepEntryParams>(
        &json!({ "serverId": "s", "list": "templates", "key": "a:{x}", "title": "t" }),
    );
    check::<KeepValuesParams>(
        &json!({ "serverId": "s", "list": "prompts", "key": "p", "values": { "a": "1" } }),
    );
    check::<ToolParams>(&json!({ "serverId": "s", "name": "n" }));
    for check_arguments in ["refuse", "sendAnyway"] {
        check::<CallParams>(&json!({
            "callId": "c", "serverId": "s", "name": "n", "arguments": { "a": 1 }, "check": check_arguments, "runAs": "task",
        }));
    }
    check::<CancelParams>(&json!({ "callId": "c" }));
    check::<ReadParams>(&json!({ "serverId": "s", "uri": "a:b" }));
    check::<SaveResourcesParams>(&json!({ "resources": [{ "serverId": "s", "uri": "a:b" }] }));
    check::<ReserveDragParams>(&json!({ "serverId": "s", "uri": "a:b", "mimeType": null }));
    check::<DragParams>(&json!({ "dragId": 7 }));
    check::<SubscribeParams>(&json!({ "serverId": "s", "uri": "a:b", "subscribed": false }));
    check::<ReadTemplateParams>(
        &json!({ "serverId": "s", "uriTemplate": "a:{x}", "variables": { "x": "1" } }),
    );
    for reference in [
        json!({ "kind": "prompt", "name": "n" }),
        json!({ "kind": "template", "uriTemplate": "a:{x}" }),
    ] {
        check::<CompleteParams>(&json!({
            "serverId": "s", "reference": reference, "argument": "x", "value": "", "context": {},
        }));
    }
    check::<GetPromptParams>(&json!({ "serverId": "s", "name": "n", "arguments": { "a": "1" } }));
    check::<HistoryParams>(&json!({ "serverId": null, "before": "7", "limit": 50 }));
    for kind in ["tool", "prompt", "resource"] {
        check::<HistoryParams>(&json!({
            "serverId": null, "kind": kind, "name": "t", "before": null, "limit": 50,
        }));
    }
    for caller in [
        json!({ "kind": "person" }),
        json!({ "kind": "client", "name": "n" }),
    ] {
        check::<HistoryParams>(&json!({
            "serverId": null, "caller": caller, "before": null, "limit": 50,
        }));
    }
    check::<HistoryRowParams>(&json!({ "id": "7" }));
    check::<ClearHistoryParams>(&json!({ "serverId": null }));
    for answer in [
        json!({ "kind": "accept", "content": { "a": 1 } }),
        json!({ "kind": "run", "arguments": { "a": 1 }, "grant": { "kind": "once" } }),
        json!({ "kind": "run", "arguments": {}, "grant": { "kind": "until", "at": 7, "calls": "sameArguments" } }),
        json!({ "kind": "never" }),
        json!({ "kind": "decline" }),
        json!({ "kind": "cancel" }),
    ] {
        check::<AnswerParams>(&json!({ "approvalId": "a", "answer": answer }));
    }
    for decision in [
        json!({ "kind": "ask" }),
        json!({ "kind": "allowSession" }),
        json!({ "kind": "allowUntil", "at": 7 }),
        json!({ "kind": "never" }),
    ] {
        check::<ToolRuleParams>(
            &json!({ "serverId": "s", "tool": "t", "definition": "0a", "decision": decision }),
        );
        check::<ServerRuleParams>(
            &json!({ "serverId": "s", "clientId": "c", "effect": "reads", "decision": decision }),
        );
    }
    check::<RuleParams>(&json!({ "ruleId": "r" }));
    check::<TrustParams>(&json!({ "serverId": "s", "trust": "yes" }));
    check::<WireParams>(&json!({ "serverId": "s" }));
    check::<WireListParams>(&json!({ "serverId": "s", "from": 7, "limit": 100 }));
    check::<WireGetManyParams>(&json!({ "serverId": "s", "seqs": [7, 9] }));
    check::<WireSearchParams>(&json!({ "serverId": "s", "from": 7, "filter": {
        "text": "t", "direction": "in", "kind": "noise", "method": null, "callId": "c", "faultsOnly": true,
    } }));
    for form in ["json", "command"] {
        check::<WireCopyParams>(&json!({ "serverId": "s", "seq": 7, "form": form }));
    }
    check::<WireFrameParams>(&json!({ "serverId": "s", "seq": 7 }));
    check::<IconParams>(&json!({ "key": "k" }));
    check::<Settings>(&json!({
        "theme": "dark", "language": "de", "zoom": 150, "singleKeyShortcuts": false, "requestTimeoutMs": 1000, "wireFrames": 100, "wireMebibytes": 8, "historyRows": 0,
        "listWidthPx": 300, "wireHeightPx": 200, "resourceViews": { "": "gallery" },
        "resourceSorts": { "": { "column": "priority", "descending": false } }, "resourceColumns": { "": { "size": 90 } }, "promptView": "list", "notifyWaiting": true, "stayInTray": false,
    }));
}

#[test]
fn drafts_are_read_but_can_never_be_written() {
    let values = json!([
        { "name": "A", "secret": true, "value": "s" },
        { "name": "B", "secret": true, "value": null },
    ]);
    let configs = [
        json!({ "kind": "stdio", "command": "npx", "args": ["-y"], "env": values, "cwd": null }),
        json!({ "kind": "http", "url": "https://example.com/mcp", "headers": values }),
        json!({ "kind": "demo" }),
    ];
    for config in configs {
        let draft = json!({ "label": "L", "config": config });
        let added: AddServerParams = read(&json!({ "draft": draft }));
        let _: UpdateServerParams = read(&json!({ "serverId": "s", "draft": draft }));
        let _: TestServerParams = read(&json!({ "draft": draft, "serverId": null }));
        let kept = match added.draft.transport {
            DraftTransport::Stdio { env: values, .. }
            | DraftTransport::Http {
                headers: values, ..
            } => values
                .iter()
                .map(|value| match &value.value {
                    DraftValue::Secret(text) => Some(text.expose().to_owned()),
                    DraftValue::KeepStored => None,
                    DraftValue::Plain(text) => panic!("{text} is secret"),
                })
                .collect(),
            DraftTransport::Demo => vec![Some("s".to_owned()), None],
        };
        assert_eq!(
            kept,
            [Some("s".to_owned()), None],
            "a value or the stored one"
        );
    }
}

fn read<P: DeserializeOwned>(sent: &Value) -> P {
    serde_json::from_value(sent.clone())
        .unwrap_or_else(|error| panic!("{sent} is not read: {error}"))
}
