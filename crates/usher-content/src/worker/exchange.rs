//! Defines the requests to a worker process and its answers.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use usher_messages::Message;
use usher_types::call::Verdict;
use usher_types::content::PixelSize;

use crate::picture::{Format, Frame};
use crate::validation::Formats;

/// What a worker is asked to do. A picture's bytes follow it in the message.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Work<'a> {
    Check {
        schema: Cow<'a, Value>,
        value: Cow<'a, Subject>,
        formats: Formats,
    },
    Draw {
        format: Format,
        frame: Frame,
    },
}

/// A value to check, wherever it is kept: arguments are shared, never copied.
#[derive(Debug, Clone)]
pub enum Subject {
    Value(Value),
    Arguments(Arc<Map<String, Value>>),
}

impl Subject {
    pub(super) fn into_value(self) -> Value {
        match self {
            Self::Value(value) => value,
            Self::Arguments(arguments) => Value::Object(Arc::unwrap_or_clone(arguments)),
        }
    }
}

impl From<Value> for Subject {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

impl From<Arc<Map<String, Value>>> for Subject {
    fn from(arguments: Arc<Map<String, Value>>) -> Self {
        Self::Arguments(arguments)
    }
}

impl Serialize for Subject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(value) => value.serialize(serializer),
            Self::Arguments(arguments) => arguments.as_ref().serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Subject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(Self::Value)
    }
}

/// What it answers. A drawn picture's bytes follow it in the message.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Done {
    Checked(Verdict),
    /// With the size of the picture itself.
    Drawn(Result<PixelSize, Message>),
}
