//! Collects what a model writes: text and tool uses, in order, within limits.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use ts_rs::TS;
use usher_messages::Message;

use crate::limits;

/// Why a model stopped (2025-11-25, client/sampling).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum StopReason {
    EndTurn,
    /// It came to one of the stop sequences.
    StopSequence,
    /// It was not allowed more tokens.
    MaxTokens,
    /// It wants tools to be used.
    ToolUse,
    /// What the provider calls it.
    Other(String),
}

impl StopReason {
    /// What the protocol calls so.
    pub fn from_name(name: &str) -> Self {
        match name {
            "endTurn" => Self::EndTurn,
            "stopSequence" => Self::StopSequence,
            "maxTokens" => Self::MaxTokens,
            "toolUse" => Self::ToolUse,
            other => Self::Other(other.to_owned()),
        }
    }

    /// As the protocol has it.
    pub fn name(&self) -> &str {
        match self {
            Self::EndTurn => "endTurn",
            Self::StopSequence => "stopSequence",
            Self::MaxTokens => "maxTokens",
            Self::ToolUse => "toolUse",
            Self::Other(name) => name,
        }
    }
}

impl From<String> for StopReason {
    fn from(name: String) -> Self {
        Self::from_name(&name)
    }
}

impl From<StopReason> for String {
    fn from(reason: StopReason) -> Self {
        reason.name().to_owned()
    }
}

/// What an answer took, as far as the provider says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Usage {
    /// Tokens of the request, if the provider says.
    #[serde(rename = "tokensIn")]
    pub input: Option<u64>,
    /// Tokens of the answer, if the provider says.
    #[serde(rename = "tokensOut")]
    pub output: Option<u64>,
}

/// Member of a tool use that holds the provider's note: servers hand uses back as they came, `_meta` and all
/// (2025-11-25, client/sampling), and Gemini wants its note again.
pub(super) const NOTE: &str = "usher/provider-note";

/// One piece of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    /// A tool to be used; the arguments are JSON when they are whole.
    Tool {
        id: String,
        name: String,
        arguments: String,
        note: Option<String>,
    },
}

impl Piece {
    /// The arguments for a tool, which have to be an object; text has none.
    fn input(&self) -> Result<Map<String, Value>, Message> {
        match self {
            Self::Tool {
                name, arguments, ..
            } if !arguments.trim().is_empty() => serde_json::from_str(arguments)
                .map_err(|_| Message::new("models.reason.arguments").with("tool", name.as_str())),
            Self::Text(_) | Self::Tool { .. } => Ok(Map::new()),
        }
    }

    /// The block of the protocol.
    fn block(&self, input: &Map<String, Value>) -> Value {
        match self {
            Self::Text(text) => json!({ "type": "text", "text": text }),
            Self::Tool { id, name, note, .. } => {
                let mut block =
                    json!({ "type": "tool_use", "id": id, "name": name, "input": input });
                if let Some(note) = note {
                    block["_meta"] = json!({ NOTE: note });
                }
                block
            }
        }
    }
}

/// An answer that is being written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PartialResponse {
    pub(crate) pieces: Vec<Piece>,
    pub stop: Option<StopReason>,
    pub usage: Usage,
    /// Which piece a provider's own number means.
    numbers: Vec<(u64, usize)>,
    bytes: usize,
}

impl PartialResponse {
    /// Goes on with the text.
    pub(super) fn write(&mut self, text: &str) -> Result<(), Message> {
        if text.is_empty() {
            return Ok(());
        }
        self.count(text)?;
        if let Some(Piece::Text(last)) = self.pieces.last_mut() {
            last.push_str(text);
            return Ok(());
        }
        self.push(Piece::Text(text.to_owned()))
    }

    /// A tool to be used, whole.
    pub(super) fn tool(
        &mut self,
        id: Option<&str>,
        name: &str,
        arguments: &Value,
        note: Option<&str>,
    ) -> Result<(), Message> {
        let id = id
            .filter(|id| !id.is_empty())
            .map_or_else(|| self.generated_id(), str::to_owned);
        let arguments = match arguments {
            Value::Null => "{}".to_owned(),
            arguments => arguments.to_string(),
        };
        self.count(&arguments)?;
        self.push(Piece::Tool {
            id,
            name: name.to_owned(),
            arguments,
            note: note.map(str::to_owned),
        })
    }

    /// A part of a tool use, by the provider's number for it.
    pub(super) fn tool_part(
        &mut self,
        number: u64,
        id: Option<&str>,
        name: Option<&str>,
        arguments: &str,
    ) -> Result<(), Message> {
        self.count(arguments)?;
        let known = self.numbers.iter().find(|(other, _)| *other == number);
        let place = if let Some((_, place)) = known {
            *place
        } else {
            let id = self.generated_id();
            self.push(Piece::Tool {
                id,
                name: String::new(),
                arguments: String::new(),
                note: None,
            })?;
            self.numbers.push((number, self.pieces.len() - 1));
            self.pieces.len() - 1
        };
        if let Piece::Tool {
            id: known_id,
            name: known_name,
            arguments: so_far,
            ..
        } = &mut self.pieces[place]
        {
            if let Some(id) = id.filter(|id| !id.is_empty()) {
                id.clone_into(known_id);
            }
            if let Some(name) = name.filter(|name| !name.is_empty()) {
                name.clone_into(known_name);
            }
            so_far.push_str(arguments);
        }
        Ok(())
    }

    /// Whether a tool is to be used.
    pub(super) fn uses_tools(&self) -> bool {
        self.pieces
            .iter()
            .any(|piece| matches!(piece, Piece::Tool { .. }))
    }

    /// The blocks of the protocol; fails if the arguments of a tool are no object.
    pub(crate) fn blocks(&self) -> Result<Vec<Value>, Message> {
        let pieces = self.pieces.iter();
        pieces
            .map(|piece| Ok(piece.block(&piece.input()?)))
            .collect()
    }

    /// The blocks as far as they are; arguments that are not whole yet are left out.
    pub fn partial_blocks(&self) -> Vec<Value> {
        let pieces = self.pieces.iter();
        pieces
            .map(|piece| piece.block(&piece.input().unwrap_or_default()))
            .collect()
    }

    /// All its text, without the uses of tools.
    pub fn text(&self) -> String {
        let texts = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(text) => Some(text.as_str()),
            Piece::Tool { .. } => None,
        });
        texts.collect()
    }

    fn generated_id(&self) -> String {
        format!("call_{}", self.pieces.len() + 1)
    }

    fn count(&mut self, text: &str) -> Result<(), Message> {
        self.bytes += text.len();
        if self.bytes > limits::MODEL_TEXT_BYTES {
            return Err(Message::new("models.reason.endless"));
        }
        Ok(())
    }

    fn push(&mut self, piece: Piece) -> Result<(), Message> {
        if self.pieces.len() >= limits::MODEL_PIECES {
            return Err(Message::new("models.reason.tooManyParts"));
        }
        self.pieces.push(piece);
        Ok(())
    }
}
