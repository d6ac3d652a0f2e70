//! Defines clients: programs that reach the servers through Usher.

mod narrowed;

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::id::{ClientId, SourceId};
use crate::word::words;

/// What a client may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ClientStatus {
    /// It is known, and the person has not decided about it yet. It is offered nothing.
    Waiting,
    /// It is offered what its profile names.
    Allowed,
    /// Its calls are refused until the person resumes it.
    Paused,
    /// The person said no.
    Refused,
}

words!(ClientStatus {
    Waiting => "waiting",
    Allowed => "allowed",
    Paused => "paused",
    Refused => "refused",
});

/// What a client may see. The database holds its serialised form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct ClientProfile {
    pub sources: SourceChoice,
    /// Tools that are not offered, whatever else is.
    pub hidden_tools: BTreeSet<SourceTool>,
    pub prompts: Offering,
    pub resources: Offering,
    pub names: NameStyle,
    pub listing: ToolListing,
    /// Tools that are listed also where the client has to search for the others.
    pub favorite_tools: BTreeSet<SourceTool>,
    pub answers: ClientAnswers,
}

/// Whether a client is listed the tools it may use, or searches for them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ToolListing {
    /// All, if they are few or the client is known to search by itself; else it searches.
    #[default]
    Automatic,
    All,
    /// It is listed three tools of Usher (search, describe, call) and its favorites.
    Search,
}

/// How tools and prompts are named for a client.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum NameStyle {
    /// `SERVER__TOOL`: names of several servers never collide.
    #[default]
    WithServer,
    /// As the server gives them. Holds for a client that may see exactly one server; any other gets the names above.
    Plain,
}

/// Who answers what servers request during calls of a client, and whether its calls may run. A client that cannot answer
/// leaves it to the person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct ClientAnswers {
    /// Forms and web pages (client/elicitation).
    pub elicitation: AnsweredBy,
    /// Requests to models (client/sampling).
    pub sampling: AnsweredBy,
    /// The folders a server may work in (client/roots).
    pub roots: AnsweredBy,
    /// Whether a call of the client may run. What the client answers, the person may answer in Usher meanwhile.
    pub approvals: AnsweredBy,
}

impl ClientAnswers {
    /// Whether nothing that servers request is left to the person.
    pub fn are_all_by_client(self) -> bool {
        [self.elicitation, self.sampling, self.roots]
            .into_iter()
            .all(|answered_by| answered_by == AnsweredBy::Client)
    }
}

/// Who answers a request of a server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AnsweredBy {
    /// The person, in Usher, with the models and folders of Usher.
    #[default]
    Person,
    /// The client whose call runs.
    Client,
}

/// Which servers and webtools a client may see.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum SourceChoice {
    /// All that are on, also those added later.
    #[default]
    All,
    Only {
        server_ids: BTreeSet<SourceId>,
    },
}

/// Whether a kind of items is offered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Offering {
    #[default]
    Offered,
    Hidden,
}

/// A tool of a server or webtool.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SourceTool {
    #[serde(rename = "serverId")]
    pub source: SourceId,
    /// Its name in the protocol.
    pub tool: String,
}

impl ClientProfile {
    /// The server whose own names the client gets; `None` = names begin with that of their server.
    pub fn plain_names_of(&self) -> Option<&SourceId> {
        match (&self.names, &self.sources) {
            (NameStyle::Plain, SourceChoice::Only { server_ids }) if server_ids.len() == 1 => {
                server_ids.first()
            }
            _ => None,
        }
    }

    /// Whether a server or webtool may be seen.
    pub fn shows(&self, source: &SourceId) -> bool {
        match &self.sources {
            SourceChoice::All => true,
            SourceChoice::Only { server_ids } => server_ids.contains(source),
        }
    }

    /// Whether a tool may be seen.
    pub fn shows_tool(&self, source: &SourceId, tool: &str) -> bool {
        self.shows(source) && !names(&self.hidden_tools, source, tool)
    }

    /// Whether a tool is listed although the client has to search for the others.
    pub fn is_favorite(&self, source: &SourceId, tool: &str) -> bool {
        names(&self.favorite_tools, source, tool)
    }
}

fn names(tools: &BTreeSet<SourceTool>, source: &SourceId, tool: &str) -> bool {
    let named = || SourceTool {
        source: source.clone(),
        tool: tool.to_owned(),
    };
    !tools.is_empty() && tools.contains(&named())
}

/// What is known of a client without asking it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClientProgram {
    /// The program that connects, as the system names it.
    #[ts(type = "string | null")]
    pub path: Option<PathBuf>,
    /// What it runs, if it is an interpreter.
    pub script: Option<ClientScript>,
    /// The program that started it, when it connected last. Shown, and never compared.
    #[ts(type = "string | null")]
    pub parent: Option<PathBuf>,
}

/// What an interpreter runs as a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClientScript {
    /// The arguments of the interpreter up to the script, whose path is absolute. Long ones are cut.
    pub text: String,
    /// The SHA-256 digest of the arguments and of the script's content, in lower-case hexadecimal digits.
    pub digest: String,
}

/// The environment variable of `usher connect` that holds the key of its client.
pub const CLIENT_KEY_VARIABLE: &str = "USHER_CLIENT_KEY";

/// What a client that Usher has connected shows itself by. It stands in the agent's file; Usher keeps its digest.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientKey(pub String);

impl std::fmt::Debug for ClientKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ClientKey")
    }
}

/// What a client is told apart by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ClientIdentity {
    /// Its name and the path of its program: it was decided about by a version that looked at nothing else. It is asked
    /// about once more.
    PathOnly,
    /// Also what its program runs, and its key.
    #[default]
    Whole,
}

/// The SHA-256 digest of a client's token or key, which Usher itself keeps nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenDigest(pub [u8; 32]);

impl TokenDigest {
    /// As the database holds it: lower-case hexadecimal digits.
    pub fn to_hex(self) -> String {
        use std::fmt::Write as _;
        self.0.iter().fold(String::new(), |mut hex, byte| {
            // Writing into a text does not fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }

    /// Reads [`Self::to_hex`]; `None` = it is no digest.
    pub fn from_hex(hex: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        if hex.len() != 2 * bytes.len() {
            return None;
        }
        for (at, byte) in bytes.iter_mut().enumerate() {
            let digits = hex.get(2 * at..2 * at + 2)?;
            *byte = u8::from_str_radix(digits, 16).ok()?;
        }
        Some(Self(bytes))
    }
}

/// A client, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownClient {
    pub id: ClientId,
    /// Unique. Rules and records name the client by it.
    pub name: String,
    /// The name it connects with: `--as`, or that of its program.
    pub connects_as: String,
    pub program: ClientProgram,
    pub status: ClientStatus,
    pub profile: ClientProfile,
    /// What its token is checked against, for a client that connects over HTTP; `None` = it connects by `usher connect`.
    pub token: Option<TokenDigest>,
    /// What its key is checked against; `None` = it has shown none.
    pub key: Option<TokenDigest>,
    pub identity: ClientIdentity,
    /// When it connected first, or was added, Unix ms.
    pub created_at: i64,
    /// When the person decided about it, Unix ms.
    pub decided_at: Option<i64>,
    /// When it connected last, Unix ms.
    pub seen_at: i64,
}

impl KnownClient {
    /// Whether this is the client that connects with this name and key, from this program, by `usher connect`. One that has
    /// shown no key before may show one from now on.
    pub fn connects_by_program(
        &self,
        connects_as: &str,
        program: &ClientProgram,
        key: Option<TokenDigest>,
    ) -> bool {
        self.token.is_none()
            && self.identity == ClientIdentity::Whole
            && self.connects_as == connects_as
            && self.program.path == program.path
            && self.program.script == program.script
            && self.key.is_none_or(|own| key == Some(own))
    }

    /// Whether the client has this name, or connects with it.
    pub fn goes_by(&self, name: &str) -> bool {
        self.name == name || self.connects_as == name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_are_for_a_client_with_one_server() {
        let only = |ids: &[&str]| SourceChoice::Only {
            server_ids: ids.iter().map(|id| SourceId::from(*id)).collect(),
        };
        let cases = [
            (NameStyle::Plain, only(&["notes"]), Some("notes")),
            (NameStyle::Plain, only(&["notes", "mail"]), None),
            (NameStyle::Plain, only(&[]), None),
            (NameStyle::Plain, SourceChoice::All, None),
            (NameStyle::WithServer, only(&["notes"]), None),
        ];
        for (names, sources, expected) in cases {
            let profile = ClientProfile {
                sources,
                names,
                ..ClientProfile::default()
            };
            let found = profile.plain_names_of().map(SourceId::as_str);
            assert_eq!(found, expected, "{profile:?}");
        }
    }

    #[test]
    fn a_profile_that_was_kept_before_means_the_same() {
        let kept = r#"{"sources":{"kind":"all"},"hiddenTools":[{"serverId":"notes","tool":"delete"}],
            "prompts":"offered","resources":"offered","names":"withServer",
            "answers":{"elicitation":"person","sampling":"person","roots":"person"}}"#;
        let read: ClientProfile = serde_json::from_str(kept).unwrap();
        let expected = ClientProfile {
            hidden_tools: BTreeSet::from([SourceTool {
                source: SourceId::from("notes"),
                tool: "delete".into(),
            }]),
            ..ClientProfile::default()
        };
        assert_eq!(read, expected);
        assert!(read.favorite_tools.is_empty() && read.listing == ToolListing::Automatic);
    }

    #[test]
    fn a_digest_is_read_as_it_was_written() {
        let digest = TokenDigest(std::array::from_fn(|at| {
            u8::try_from(at * 8).unwrap_or(255)
        }));
        assert_eq!(TokenDigest::from_hex(&digest.to_hex()), Some(digest));
        for wrong in ["", "00", &"0".repeat(63), &"g".repeat(64), &"ä".repeat(32)] {
            assert_eq!(TokenDigest::from_hex(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_client_is_one_name_program_script_and_key() {
        let script = |digest: &str| {
            Some(ClientScript {
                text: "/opt/agent.js".into(),
                digest: digest.into(),
            })
        };
        let program = |path: &str, script: Option<ClientScript>| ClientProgram {
            path: Some(path.into()),
            script,
            parent: None,
        };
        let key = |byte: u8| Some(TokenDigest([byte; 32]));
        let known = |key, identity| KnownClient {
            id: "c".into(),
            name: "Editor".into(),
            connects_as: "Editor".into(),
            program: program("/usr/bin/node", script("a")),
            status: ClientStatus::Allowed,
            profile: ClientProfile::default(),
            token: None,
            key,
            identity,
            created_at: 0,
            decided_at: None,
            seen_at: 0,
        };
        let whole = ClientIdentity::Whole;
        let own = || program("/usr/bin/node", script("a"));
        let cases = [
            (known(key(1), whole), "Editor", own(), key(1), true),
            (known(key(1), whole), "Editor", own(), key(2), false),
            (known(key(1), whole), "Editor", own(), None, false),
            (known(None, whole), "Editor", own(), None, true),
            (known(None, whole), "Editor", own(), key(1), true),
            (known(None, whole), "Other", own(), None, false),
            (
                known(key(1), whole),
                "Editor",
                program("/usr/bin/node", script("b")),
                key(1),
                false,
            ),
            (
                known(key(1), whole),
                "Editor",
                program("/opt/node", script("a")),
                key(1),
                false,
            ),
            (
                known(None, ClientIdentity::PathOnly),
                "Editor",
                own(),
                None,
                false,
            ),
        ];
        for (known, connects_as, program, key, expected) in cases {
            let found = known.connects_by_program(connects_as, &program, key);
            assert_eq!(
                found, expected,
                "{connects_as} {program:?} {key:?} is {known:?}"
            );
        }
    }

    #[test]
    fn a_profile_shows_what_it_names() {
        let (notes, mail) = (SourceId::from("notes"), SourceId::from("mail"));
        let only_notes = ClientProfile {
            sources: SourceChoice::Only {
                server_ids: BTreeSet::from([notes.clone()]),
            },
            hidden_tools: BTreeSet::from([SourceTool {
                source: notes.clone(),
                tool: "delete".into(),
            }]),
            ..ClientProfile::default()
        };
        let cases = [
            (ClientProfile::default(), &mail, "delete", true),
            (only_notes.clone(), &notes, "read", true),
            (only_notes.clone(), &notes, "delete", false),
            (only_notes, &mail, "read", false),
        ];
        for (profile, source, tool, expected) in cases {
            let shown = profile.shows_tool(source, tool);
            assert_eq!(shown, expected, "{tool} of {source} in {profile:?}");
        }
    }
}
