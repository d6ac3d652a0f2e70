//! The first exchange on a connection to the owner of a data folder: each end proves that it can read a key that only the
//! person's own programs can, before anything else is sent. An impostor that takes the address over learns nothing.
//!
//! 1. `usher connect` → owner: `{"usher":1,"challenge":C}`
//! 2. owner → `usher connect`: `{"proof":HMAC(key, "owner" C S),"challenge":S}`
//! 3. `usher connect` → owner: `{"proof":HMAC(key, "client" S C),"wants":"connect","connectsAs":…,"key":…}`
//!
//! Then messages of MCP follow, one per line, in both directions; or the owner answers `{"usherRefuses":REASON}` and ends
//! the connection.

use std::io;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;
use serde::{Deserialize, Serialize};
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt as _, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _,
};
use usher_system::paths::replace_private_file;
use usher_types::client::ClientKey;

use crate::limits;
use crate::token::random;

/// The version of the exchange.
const VERSION: u32 = 1;
const KEY_BYTES: usize = 32;
const CHALLENGE_BYTES: usize = 32;
const LONGEST_NAME_CHARS: usize = 64;
const LONGEST_KEY_BYTES: usize = 256;

/// Why a connection was not opened.
#[derive(Debug, thiserror::Error)]
pub enum HandshakeError {
    /// The other end did not prove that it may be there.
    #[error("the other end is not Usher, or of another person")]
    Proof,
    /// It is of another version of Usher.
    #[error("the other end speaks version {0} of the connection, not {VERSION}")]
    Version(u32),
    #[error("the other end sent something else: {0}")]
    Malformed(String),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What both ends have to know. It is made anew at each start of the owner.
#[derive(Clone)]
pub struct AccessKey(hmac::Key);

impl AccessKey {
    /// Makes a key and writes it where only the person's own programs can read it.
    pub fn create(path: &Path) -> io::Result<Self> {
        let bytes = random::<KEY_BYTES>()?;
        replace_private_file(path, &bytes, None)?;
        Ok(Self::new(&bytes))
    }

    /// Reads the key of the owner that runs now.
    pub fn read(path: &Path) -> io::Result<Self> {
        let bytes = std::fs::read(path)?;
        if bytes.len() != KEY_BYTES {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the key has another length",
            ));
        }
        Ok(Self::new(&bytes))
    }

    fn new(bytes: &[u8]) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, bytes))
    }

    fn proof(&self, role: &str, first: &str, second: &str) -> String {
        STANDARD.encode(hmac::sign(&self.0, message(role, first, second).as_bytes()))
    }

    fn verifies(&self, role: &str, first: &str, second: &str, proof: &str) -> bool {
        STANDARD.decode(proof).is_ok_and(|tag| {
            hmac::verify(&self.0, message(role, first, second).as_bytes(), &tag).is_ok()
        })
    }
}

impl std::fmt::Debug for AccessKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AccessKey")
    }
}

/// What a program of Usher wants of the owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "wants",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Hello {
    /// `usher connect`: to pass messages of a client on.
    Connect {
        /// The name it was given by `--as`; `None` = none, so its program names it.
        connects_as: Option<String>,
        /// The key that its agent's entry names; `None` = the entry has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<ClientKey>,
    },
    /// The window: to own the data folder.
    TakeOver,
    /// `usher clients`, `usher approvals`, `usher approve`: to speak for the person.
    Person,
}

/// Why the owner serves no client over a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Refusal {
    /// A server of Usher cannot be its client.
    OfServer,
    /// It was another program after the exchange than before.
    Changed,
    /// A client of Usher, and what it starts, cannot speak for the person.
    OfClient,
    /// The program that started it has ended, so that nobody is the client.
    Orphan,
}

/// What the owner says last on a connection that it refuses.
#[derive(Serialize, Deserialize)]
struct Refused {
    #[serde(rename = "usherRefuses")]
    reason: Refusal,
}

impl Refusal {
    /// Reads a line of an owner; `None` = it is a message for the client. No server can write such a line: what servers send
    /// is within a message.
    pub fn read(line: &[u8]) -> Option<Self> {
        // Most lines are long messages, which need not be read for this.
        if !line.starts_with(br#"{"usherRefuses""#) {
            return None;
        }
        let refused: Refused = serde_json::from_slice(line).ok()?;
        Some(refused.reason)
    }

    /// Tells the other end.
    pub(crate) async fn send(self, output: &mut (impl AsyncWrite + Unpin)) {
        // One that has gone needs no reason.
        let _ = write(output, &Refused { reason: self }).await;
    }
}

#[derive(Serialize, Deserialize)]
struct Opening {
    usher: u32,
    challenge: String,
}

#[derive(Serialize, Deserialize)]
struct Answer {
    proof: String,
    challenge: String,
}

#[derive(Serialize, Deserialize)]
struct Proven {
    proof: String,
    #[serde(flatten)]
    hello: Hello,
}

/// The part of `usher connect`: returns once the owner has proven itself.
pub async fn open_channel(
    key: &AccessKey,
    hello: &Hello,
    input: &mut (impl AsyncBufRead + Unpin),
    output: &mut (impl AsyncWrite + Unpin),
) -> Result<(), HandshakeError> {
    let challenge = STANDARD.encode(random::<CHALLENGE_BYTES>()?);
    let opening = Opening {
        usher: VERSION,
        challenge: challenge.clone(),
    };
    write(output, &opening).await?;
    let answer: Answer = read(input).await?;
    if !key.verifies("owner", &challenge, &answer.challenge, &answer.proof) {
        return Err(HandshakeError::Proof);
    }
    let proven = Proven {
        proof: key.proof("client", &answer.challenge, &challenge),
        hello: hello.clone(),
    };
    write(output, &proven).await
}

/// The part of the owner: returns what a program says of itself once it has proven that it is the person's own.
pub async fn answer_challenge(
    key: &AccessKey,
    input: &mut (impl AsyncBufRead + Unpin),
    output: &mut (impl AsyncWrite + Unpin),
) -> Result<Hello, HandshakeError> {
    let opening: Opening = read(input).await?;
    if opening.usher != VERSION {
        return Err(HandshakeError::Version(opening.usher));
    }
    let challenge = STANDARD.encode(random::<CHALLENGE_BYTES>()?);
    let answer = Answer {
        proof: key.proof("owner", &opening.challenge, &challenge),
        challenge: challenge.clone(),
    };
    write(output, &answer).await?;
    let Proven { proof, hello } = read(input).await?;
    if !key.verifies("client", &challenge, &opening.challenge, &proof) {
        return Err(HandshakeError::Proof);
    }
    match hello {
        Hello::TakeOver | Hello::Person => Ok(hello),
        Hello::Connect { connects_as, key } => Ok(Hello::Connect {
            connects_as: connects_as
                .map(|name| name_of(&name))
                .filter(|name| !name.is_empty()),
            key: key.filter(|key| (1..=LONGEST_KEY_BYTES).contains(&key.0.len())),
        }),
    }
}

fn name_of(text: &str) -> String {
    let shown = text.chars().filter(|character| !character.is_control());
    let name: String = shown.take(LONGEST_NAME_CHARS).collect();
    name.trim().to_owned()
}

async fn write(
    output: &mut (impl AsyncWrite + Unpin),
    part: &impl Serialize,
) -> Result<(), HandshakeError> {
    let mut line = serde_json::to_vec(part).map_err(io::Error::other)?;
    line.push(b'\n');
    let written = async {
        output.write_all(&line).await?;
        output.flush().await
    };
    Ok(in_time(written).await?)
}

async fn read<T: for<'de> Deserialize<'de>>(
    input: &mut (impl AsyncBufRead + Unpin),
) -> Result<T, HandshakeError> {
    let mut line = Vec::new();
    let mut limited = input.take(limits::HANDSHAKE_BYTES);
    in_time(limited.read_until(b'\n', &mut line)).await?;
    if line.last() != Some(&b'\n') {
        return Err(HandshakeError::Io(io::ErrorKind::UnexpectedEof.into()));
    }
    serde_json::from_slice(&line).map_err(|error| HandshakeError::Malformed(error.to_string()))
}

async fn in_time<T>(doing: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    let done = tokio::time::timeout(limits::HANDSHAKE_WITHIN, doing).await;
    done.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

fn message(role: &str, first: &str, second: &str) -> String {
    format!("usher {VERSION} {role} {first} {second}")
}

#[cfg(test)]
mod tests {
    use tokio::io::{BufReader, duplex, split};

    use super::*;

    fn key(byte: u8) -> AccessKey {
        AccessKey::new(&[byte; KEY_BYTES])
    }

    /// Runs both parts on one connection, each with its key.
    async fn met(client: AccessKey, owner: AccessKey, name: &str) -> (bool, Result<Hello, String>) {
        let (one, other) = duplex(4096);
        let hello = Hello::Connect {
            connects_as: Some(name.to_owned()),
            key: Some(ClientKey("usher_k".to_owned())),
        };
        let connecting = tokio::spawn(async move {
            let (input, mut output) = split(one);
            let mut input = BufReader::new(input);
            open_channel(&client, &hello, &mut input, &mut output)
                .await
                .is_ok()
        });
        let (input, mut output) = split(other);
        let mut input = BufReader::new(input);
        let answered = answer_challenge(&owner, &mut input, &mut output).await;
        drop((input, output));
        (
            connecting.await.unwrap(),
            answered.map_err(|error| error.to_string()),
        )
    }

    #[tokio::test]
    async fn only_those_who_know_the_key_meet() {
        for (name, expected) in [(" Editor\u{7} ", Some("Editor")), ("\n", None)] {
            let hello = Hello::Connect {
                connects_as: expected.map(str::to_owned),
                key: Some(ClientKey("usher_k".to_owned())),
            };
            let both = met(key(1), key(1), name).await;
            assert_eq!(both, (true, Ok(hello)), "both know it: {name:?}");
        }
        let (opened, answered) = met(key(1), key(2), "Editor").await;
        assert!(!opened, "an owner with another key is none");
        assert!(answered.is_err(), "nothing is sent to it: {answered:?}");
    }

    #[test]
    fn an_adapter_of_an_older_version_names_no_key() {
        let said =
            |more: &str| format!(r#"{{"proof":"p","wants":"connect","connectsAs":null{more}}}"#);
        let cases = [("", None), (r#","key":"k""#, Some("k"))];
        for (more, expected) in cases {
            let proven: Proven = serde_json::from_str(&said(more)).unwrap();
            let key = expected.map(|key| ClientKey(key.to_owned()));
            let connects_as = None;
            assert_eq!(proven.hello, Hello::Connect { connects_as, key }, "{more}");
        }
    }

    #[test]
    fn a_refusal_is_no_message_and_no_message_a_refusal() {
        let line = serde_json::to_vec(&Refused {
            reason: Refusal::OfServer,
        });
        assert_eq!(Refusal::read(&line.unwrap()), Some(Refusal::OfServer));
        for line in [
            r#"{"jsonrpc":"2.0","id":1,"result":{"usherRefuses":"ofServer"}}"#,
            r#"{"usherRefuses":"perhaps"}"#,
            "",
        ] {
            assert_eq!(Refusal::read(line.as_bytes()), None, "{line}");
        }
    }

    #[tokio::test]
    async fn nothing_but_the_exchange_is_read() {
        let cases = [
            "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}\n",
            "{\"usher\":2,\"challenge\":\"00\"}\n",
            "{\"usher\":1",
            "",
        ];
        for sent in cases {
            let (one, other) = duplex(4096);
            let (_, mut output) = split(one);
            output.write_all(sent.as_bytes()).await.unwrap();
            output.shutdown().await.unwrap();
            let (input, mut output) = split(other);
            let mut input = BufReader::new(input);
            let answered = answer_challenge(&key(1), &mut input, &mut output).await;
            assert!(answered.is_err(), "{sent:?} opens no connection");
        }
    }

    #[test]
    fn a_key_is_kept_private_and_new_at_each_start() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("key");
        let first = AccessKey::create(&path).unwrap();
        let read = AccessKey::read(&path).unwrap();
        assert_eq!(read.proof("a", "b", "c"), first.proof("a", "b", "c"));
        let second = AccessKey::create(&path).unwrap();
        assert_ne!(second.proof("a", "b", "c"), first.proof("a", "b", "c"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "only its owner reads it");
        }
    }
}
