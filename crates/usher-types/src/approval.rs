//! Defines kinds, answers and endings of approvals.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_messages::Message;

use crate::id::{ApprovalId, RuleId, SourceId};
use crate::word::words;

/// What an approval was about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ApprovalKind {
    /// Fill in a form.
    Form,
    /// Go to an address.
    Url,
    Sample,
    Roots,
    /// Let a tool run.
    ToolCall,
    /// Open an address in a server's content.
    Link,
    /// Use a server's definitions or a webtool's document as they are now.
    Definition,
    /// Start or reach a server as it is now.
    Launch,
    /// Sign in to a server.
    SignIn,
    /// Let a client reach servers through Usher.
    Client,
    /// Something a server may not ask.
    Other,
}

words!(ApprovalKind {
    Form => "form",
    Url => "url",
    Sample => "sample",
    Roots => "roots",
    ToolCall => "tool_call",
    Link => "link",
    Definition => "definition",
    Launch => "launch",
    SignIn => "sign_in",
    Client => "client",
    Other => "other",
});

/// How an approval ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ApprovalEnding {
    Accepted,
    Declined,
    /// Dismissed without an answer.
    Cancelled,
    /// No answer was needed any more: the server withdrew it or stopped, or the call ended.
    Moot,
    /// Never shown to the person: too many, a muted server, or what a server may not ask.
    Refused,
    /// The person said yes, and it came to nothing.
    Failed,
    /// Answered without asking, because there was nothing to decide: no folder is set up.
    Automatic,
}

// No word is a part of another: the store looks for several at once in one text.
words!(ApprovalEnding {
    Accepted => "accepted",
    Declined => "declined",
    Cancelled => "cancelled",
    Moot => "moot",
    Refused => "refused",
    Failed => "failed",
    Automatic => "automatic",
});

/// An approval that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalClosed {
    #[serde(rename = "approvalId")]
    pub id: ApprovalId,
    #[serde(rename = "serverId")]
    pub source: SourceId,
    pub ending: ApprovalEnding,
    /// Why: answered, the call was cancelled, the server stopped.
    pub reason: Message,
}

/// What limits the approvals of one server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalLimits {
    #[serde(rename = "serverId")]
    pub source: SourceId,
    /// Whether all of them are declined.
    pub muted: bool,
    /// How many were refused since Usher was opened.
    pub refused: u64,
    /// The last of them, newest first.
    pub last: Vec<RefusedApproval>,
}

/// An approval that was declined without asking the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RefusedApproval {
    /// When, Unix ms.
    pub at: i64,
    /// Why.
    pub reason: Message,
}

/// Where an address was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum LinkPlace {
    /// The server names it as its website (2025-11-25, basic/lifecycle, `websiteUrl`).
    Website,
    /// A program that starts asks to sign in there.
    SignIn,
    /// It is the address of a resource.
    Resource {
        /// The resource's display name. Server text.
        title: String,
    },
    /// An app wants it opened (`ui/open-link`, 2026-01-26).
    App {
        /// URI of the app's page. Server text.
        uri: String,
    },
}

/// Why a call waits for the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum CallReason {
    /// The person wants to be asked.
    Rule { rule_id: RuleId },
    /// The server says that the tool may destroy something.
    Destructive,
    /// The tool is not the one they last ran, or allowed.
    Changed,
    /// An app calls it, and the server does not say that it only reads.
    App,
    /// A client calls it, and no trusted server says that it only reads.
    Client,
}

/// For how long a yes to a call holds, and for which later calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Grant {
    Once,
    /// Until Usher ends.
    Session {
        calls: GrantedCalls,
    },
    /// Until a time.
    Until {
        /// Unix ms.
        at: i64,
        calls: GrantedCalls,
    },
    /// As long as the definition of the tool stays the same.
    Always {
        calls: GrantedCalls,
    },
}

/// Which later calls of the same caller a yes to a call holds for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum GrantedCalls {
    /// Those of the tool with exactly the arguments that this one runs with.
    SameArguments,
    /// All of the tool.
    AllOfTool,
    /// All of the server's tools that only read, by what the server claims. Only a client's call of such a tool.
    ReadOnlyOfServer,
}

/// For how long an answer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Remember {
    Once,
    /// Whenever this server asks.
    Always,
}
