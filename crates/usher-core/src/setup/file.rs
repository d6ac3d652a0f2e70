//! What a setup file looks like: one JSON object. Entries are read one by one, so that one that cannot be used does
//! not hide the others.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::permissions::PermissionsEntry;
use usher_config::definition::ServerDefinition;
use usher_types::setup::SetupLeftOut;
use usher_webtools::pin::WebtoolDefinition;

/// What a setup file calls itself.
pub(super) const FORMAT: &str = "usher-setup";
/// The version of the format that is written, and the newest read. Version 1 had neither fingerprints, nor what was
/// reviewed, nor what was decided.
pub(super) const VERSION: u32 = 2;

/// A file's text, and what is missing in it.
pub(super) type SetupText = (Vec<u8>, Option<SetupLeftOut>);

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct File {
    pub(super) format: String,
    pub(super) version: u32,
    /// Unix ms.
    pub(super) exported_at: i64,
    /// Each a [`ServerEntry`].
    #[serde(default)]
    pub(super) servers: Vec<Value>,
    /// Each a [`WebtoolEntry`].
    #[serde(default)]
    pub(super) webtools: Vec<Value>,
}

impl File {
    /// Writes the file as text, and lists what was omitted. What would be longer than what is read leaves out the
    /// versions of webtools that are not used; if that is not enough, what was reviewed of servers: it is only there to
    /// be compared with. `None` if even that is too long.
    pub(super) fn text(&mut self, max_bytes: usize) -> serde_json::Result<Option<SetupText>> {
        let text = serde_json::to_vec_pretty(self)?;
        if text.len() <= max_bytes {
            return Ok(Some((text, None)));
        }
        for webtool in &mut self.webtools {
            let current = webtool["current"].clone();
            if let Some(documents) = webtool["documents"].as_array_mut() {
                documents.retain(|document| document["sha256"] == current);
            }
        }
        let text = serde_json::to_vec_pretty(self)?;
        if text.len() <= max_bytes {
            return Ok(Some((text, Some(SetupLeftOut::OldVersions))));
        }
        for server in &mut self.servers {
            server["reviewed"] = Value::Array(Vec::new());
        }
        let text = serde_json::to_vec_pretty(self)?;
        Ok((text.len() <= max_bytes).then_some((text, Some(SetupLeftOut::Reviews))))
    }
}

/// One server. Where a secret stood there is an empty reference.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ServerEntry {
    pub(super) definition: ServerDefinition,
    /// [`ServerDefinition::fingerprint`] of it as it stands here.
    #[serde(default)]
    pub(super) fingerprint: Option<String>,
    /// What was reviewed of it, each a [`super::reviewed::ReviewedEntry`].
    #[serde(default)]
    pub(super) reviewed: Vec<Value>,
    #[serde(default)]
    pub(super) decided: PermissionsEntry,
    /// The name of its group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) group: Option<String>,
}

/// One webtool, with every version that is kept of it.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebtoolEntry {
    pub(super) definition: WebtoolDefinition,
    /// Digest of the document that is used.
    pub(super) current: String,
    pub(super) documents: Vec<DocumentEntry>,
    #[serde(default)]
    pub(super) decided: PermissionsEntry,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DocumentEntry {
    /// Exactly as it came: it is JSON, so its bytes are text.
    pub(super) text: String,
    pub(super) sha256: String,
    pub(super) canonical_sha256: String,
    pub(super) version: String,
    pub(super) url: Option<String>,
    pub(super) final_url: Option<String>,
    pub(super) media_type: String,
    /// Unix ms.
    pub(super) fetched_at: i64,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_written_can_be_read_again() {
        let document = |sha256: &str| json!({ "sha256": sha256, "text": "x".repeat(500) });
        let versions = |texts: &[&str]| {
            let documents: Vec<_> = texts.iter().map(|sha256| document(sha256)).collect();
            json!({ "current": "b", "documents": documents })
        };
        let server = |reviewed: &[&str]| json!({ "reviewed": reviewed });
        let long = "y".repeat(500);
        let file = || File {
            format: FORMAT.to_owned(),
            version: VERSION,
            exported_at: 0,
            servers: vec![server(&[&long])],
            webtools: vec![versions(&["a", "b"])],
        };
        let cases = [
            (10_000, vec!["a", "b"], vec![long.as_str()], None),
            (
                1_500,
                vec!["b"],
                vec![long.as_str()],
                Some(SetupLeftOut::OldVersions),
            ),
            (1_000, vec!["b"], vec![], Some(SetupLeftOut::Reviews)),
        ];
        for (max_bytes, kept, reviewed, left_out) in cases {
            let (text, missing) = file().text(max_bytes).unwrap().unwrap();
            assert_eq!(missing, left_out, "{max_bytes}: it says what is missing");
            assert!(text.len() <= max_bytes, "{max_bytes}: {}", text.len());
            let read: File = serde_json::from_slice(&text).unwrap();
            assert_eq!(read.webtools, [versions(&kept)], "{max_bytes}");
            assert_eq!(read.servers, [server(&reviewed)], "{max_bytes}");
        }
        let too_long = file().text(500).unwrap();
        assert_eq!(too_long, None, "a file nobody can import is none");
    }
}
