//! A request of a server or webtool, as its caller wants it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};
use usher_mcp::{CompletionReference, RunAs};
use usher_types::call::{ArgumentCheck, RequestKind};
use usher_types::caller::Caller;
use usher_types::id::{CallId, SourceId};
use usher_types::review::ItemKind;

/// What is to be requested.
#[derive(Debug, Clone, PartialEq)]
pub struct NewCall {
    /// Made by the caller, which cancels and follows the call by it.
    pub id: CallId,
    pub source: SourceId,
    pub caller: Caller,
    pub subject: Subject,
    /// The name of the tool or prompt, or the URI of the resource or template.
    pub name: String,
    /// Its arguments, shared by all that look at them.
    pub arguments: Arc<Map<String, Value>>,
    /// Members of the request's `_meta` that the caller passes on to the server.
    pub meta: Map<String, Value>,
}

impl NewCall {
    /// Makes a request, which has an identity of its own.
    pub fn new(
        caller: Caller,
        source: SourceId,
        subject: Subject,
        name: &str,
        arguments: Map<String, Value>,
    ) -> Self {
        Self {
            id: CallId::generate(),
            source,
            caller,
            subject,
            name: name.to_owned(),
            arguments: Arc::new(arguments),
            meta: Map::new(),
        }
    }
}

/// What is requested.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// `tools/call`
    Tool {
        /// What to do with arguments that break the schema.
        check: ArgumentCheck,
        /// How a tool is run that leaves that to the person.
        run_as: RunAs,
    },
    /// `prompts/get`
    Prompt,
    /// `resources/read`
    Resource,
    /// `completion/complete`
    Completion {
        reference: CompletionReference,
        argument: String,
        value: String,
        context: BTreeMap<String, String>,
    },
}

impl Subject {
    /// Of a tool that is run as its caller wants it, whatever its schema says.
    pub(crate) const UNCHECKED_TOOL: Self = Self::Tool {
        check: ArgumentCheck::SendAnyway,
        run_as: RunAs::Call,
    };

    /// As what it is recorded; `None` = it is not.
    pub(super) fn kind(&self) -> Option<RequestKind> {
        match self {
            Self::Tool { .. } => Some(RequestKind::Tool),
            Self::Prompt => Some(RequestKind::Prompt),
            Self::Resource => Some(RequestKind::Resource),
            Self::Completion { .. } => None,
        }
    }

    /// The kind of the definition that is used, of which the person has reviewed one; `None` = of a resource that is read
    /// by its URI nothing is declared.
    pub(super) fn reviewed(&self) -> Option<ItemKind> {
        match self {
            Self::Tool { .. } => Some(ItemKind::Tool),
            Self::Prompt => Some(ItemKind::Prompt),
            Self::Resource => None,
            // What was typed goes along, so this is a use like any other.
            Self::Completion { reference, .. } => Some(match reference {
                CompletionReference::Prompt { .. } => ItemKind::Prompt,
                CompletionReference::Template { .. } => ItemKind::Template,
            }),
        }
    }
}

/// Returns texts as arguments.
pub fn texts(texts: &BTreeMap<String, String>) -> Map<String, Value> {
    let texts = texts.iter();
    texts
        .map(|(name, value)| (name.clone(), Value::from(value.as_str())))
        .collect()
}
