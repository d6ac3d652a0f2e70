//! One request of a client, and how a failure answers it.

use serde_json::{Map, Value, json};
use tokio::time::Instant;
use usher_jsonrpc::{Fault, INVALID_PARAMS, NO_RESOURCE, REFUSED, URL_ELICITATION_REQUIRED};
use usher_messages::Message;
use usher_servers::request_error::RequestError;
use usher_types::call::ClientLeg;

use crate::eras::revision::{self, Era};
use crate::model_texts::for_model;

/// A request, read as far as every method needs it.
pub(crate) struct Request {
    pub(crate) id: Value,
    pub(crate) method: String,
    pub(crate) params: Map<String, Value>,
    /// `params._meta`.
    pub(crate) meta: Map<String, Value>,
    pub(crate) era: Era,
    /// When it came: how long its client waits counts from then.
    pub(crate) arrived: Instant,
}

impl Request {
    /// Whether its client takes a task for an answer (2026-07-28, extension tasks).
    pub(crate) fn takes_tasks(&self) -> bool {
        let capabilities = self.meta.get(revision::CLIENT_CAPABILITIES);
        self.era == Era::Modern
            && capabilities.is_some_and(|can| can["extensions"][revision::TASKS].is_object())
    }

    /// `params` as the client sent them, without its answers to what servers request: those that reach a server are on
    /// record with the question, without what was typed into secret fields.
    pub(crate) fn recorded_params(&self) -> Map<String, Value> {
        let mut params = self.params.clone();
        params.remove("inputResponses");
        if !self.meta.is_empty() {
            params.insert("_meta".to_owned(), Value::Object(self.meta.clone()));
        }
        params
    }

    /// The arguments of a tool, which may be left out.
    pub(crate) fn arguments(&self) -> Result<Map<String, Value>, Fault> {
        match self.params.get("arguments") {
            Some(Value::Object(arguments)) => Ok(arguments.clone()),
            None | Some(Value::Null) => Ok(Map::new()),
            // The empty object of a language that has one kind of both.
            Some(Value::Array(none)) if none.is_empty() => Ok(Map::new()),
            Some(_) => Err(Fault::params("arguments must be an object")),
        }
    }

    /// A parameter that has to be a text.
    pub(crate) fn text(&self, name: &str) -> Result<String, Fault> {
        match self.params.get(name) {
            Some(Value::String(text)) => Ok(text.clone()),
            _ => Err(Fault::params(format!("{name} must be a text"))),
        }
    }
}

/// The JSON-RPC error of a server, if that is what this is and a client may have it. The pages that one names are opened
/// by the person, in Usher.
pub(crate) fn as_it_came(detail: &Value) -> Option<Fault> {
    let code = detail.get("code")?.as_i64()?;
    if code == URL_ELICITATION_REQUIRED {
        return None;
    }
    Some(Fault {
        code,
        message: detail.get("message")?.as_str()?.to_owned(),
        data: detail.get("data").cloned(),
    })
}

/// What passes between Usher and the client for a request with these parameters.
pub(crate) fn client_leg(params: Map<String, Value>, answer: &Result<Value, Fault>) -> ClientLeg {
    ClientLeg {
        request: Value::Object(params),
        answer: match answer {
            Ok(result) => json!({ "result": result }),
            Err(fault) => json!({ "error": fault }),
        },
    }
}

/// The text of a message for a client: English, as clients expect, and said to a model.
pub(crate) fn text(message: &Message) -> String {
    for_model(message).to_string()
}

pub(crate) fn no_resource(uri: &str, era: Era) -> Fault {
    Fault {
        code: match era {
            Era::Legacy => NO_RESOURCE,
            Era::Modern => INVALID_PARAMS,
        },
        message: "Resource not found".to_owned(),
        data: Some(json!({ "uri": uri })),
    }
}

/// What a client is told of a request that came to nothing.
pub(crate) fn fault(error: RequestError, era: Era) -> Fault {
    match error {
        RequestError::Rejected {
            message,
            detail: Some(detail),
        } => {
            let mut fault =
                as_it_came(&detail).unwrap_or_else(|| Fault::new(REFUSED, text(&message)));
            // Each era has its own code for a resource that is not there.
            if era == Era::Modern && fault.code == NO_RESOURCE {
                fault.code = INVALID_PARAMS;
            }
            fault
        }
        RequestError::Invalid { message, .. } | RequestError::NotListed(message) => {
            Fault::params(text(&message))
        }
        other => Fault::new(REFUSED, text(&other.message())),
    }
}
