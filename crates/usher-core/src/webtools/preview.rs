//! Previews a fetched or pasted document before it is added.

use usher_messages::{Message, Param};
use usher_types::webtool::WebtoolKind;

use url::Url;
use usher_types::secret::Secret;

use usher_content::worker::Worker;
use usher_review::canonical::Digest;
use usher_review::deceptive_text::DeceptiveText;
use usher_review::deceptive_text::deceptive_text;
use usher_system::blocking::spawn_blocking;
use usher_types::field_problem::FieldProblem;

use super::previews::Preview;
use super::{WebtoolError, Webtools};
use usher_webtools::document::{Document, SchemaCheck};
use usher_webtools::fetch::{self, FetchFault, Fetched};
use usher_webtools::parse::{is_openapi_yaml, value_of};
use usher_webtools::recognise::{Recognised, recognise};

/// What is at an address.
#[derive(Debug, Clone, PartialEq)]
pub enum PreviewResult {
    /// A document that can be used.
    Webtool(Box<Preview>),
    /// Nothing that can be added as a webtool, and why.
    Nothing(FetchFault),
}

impl Webtools {
    /// Fetches what is at an address. Adds nothing.
    pub async fn preview(&self, address: &str, token: Option<&Secret>) -> PreviewResult {
        match fetch_preview(&self.preview_worker(address), address, token).await {
            Ok(preview) => {
                self.previews().keep(preview.clone());
                PreviewResult::Webtool(Box::new(preview))
            }
            Err(fault) => PreviewResult::Nothing(fault),
        }
    }

    /// Reads a pasted document.
    pub async fn preview_text(&self, text: &str) -> Result<Preview, WebtoolError> {
        let problem = |message| WebtoolError::Field(FieldProblem::new("text", message));
        if text.len() > usher_webtools::limits::DOCUMENT_BYTES {
            let limit = Param::bytes(usher_webtools::limits::DOCUMENT_BYTES);
            return Err(problem(
                Message::new("webtools.text.tooLong").with("size", limit),
            ));
        }
        let media_type = if is_openapi_yaml(text) {
            "application/yaml"
        } else {
            "application/json"
        };
        let fetched = Fetched {
            bytes: text.as_bytes().to_vec(),
            media_type: media_type.to_owned(),
            final_url: None,
        };
        let bytes = fetched.bytes.clone();
        let worker = self.preview_worker("pasted");
        let recognised = spawn_blocking(move || recognise(&bytes, SchemaCheck::By(&worker)));
        let document = match recognised.await {
            Some(Recognised::Usable(document)) if document.kind == WebtoolKind::OpenApi => {
                *document
            }
            Some(Recognised::Usable(_)) => {
                return Err(problem(Message::new("webtools.text.needsUrl")));
            }
            Some(Recognised::Broken(_, faults)) => {
                return Err(problem(
                    Message::new("webtools.text.unusable").with("faults", fetch::listed(&faults)),
                ));
            }
            Some(Recognised::Other(reason)) => {
                return Err(problem(
                    Message::new("webtools.text.notOpenApi").with("reason", reason),
                ));
            }
            None => return Err(problem(Message::new("webtools.text.unread"))),
        };
        let preview = Preview {
            sha256: Digest::of_bytes(&fetched.bytes),
            url: None,
            bases: bases(&document, None),
            deceptive_text: deceptive_text_of(&fetched.bytes).await,
            fetched,
            document,
        };
        self.previews().keep(preview.clone());
        Ok(preview)
    }
}

/// What a reader of a document is deceived about.
pub(super) async fn deceptive_text_of(bytes: &[u8]) -> DeceptiveText {
    let bytes = bytes.to_vec();
    let found = spawn_blocking(move || deceptive_text_in(&bytes)).await;
    found.unwrap_or_default()
}

/// The same; what cannot be read is looked at as text.
fn deceptive_text_in(document: &[u8]) -> DeceptiveText {
    let value = value_of(document);
    deceptive_text(&value.unwrap_or_else(|_| String::from_utf8_lossy(document).into()))
}

/// Fetches an address somebody gave.
async fn fetch_preview(
    worker: &Worker,
    address: &str,
    token: Option<&Secret>,
) -> Result<Preview, FetchFault> {
    let given = fetch::read_address(address)?;
    let (place, fetched, document) = find_document(worker, &given, token).await?;
    // A webtool's own address is kept without the slash that only asking needs.
    let url = match document.kind {
        WebtoolKind::Webtool => given,
        WebtoolKind::OpenApi => place,
    };
    Ok(Preview {
        sha256: Digest::of_bytes(&fetched.bytes),
        bases: bases(&document, Some((&url, &fetched))),
        deceptive_text: deceptive_text_of(&fetched.bytes).await,
        url: Some(url),
        fetched,
        document,
    })
}

/// Asks an address for a document: as `{url}/`, and as it stands if it names a file or nothing usable is found there.
/// Gives where the document is, too.
pub(super) async fn find_document(
    worker: &Worker,
    given: &Url,
    token: Option<&Secret>,
) -> Result<(Url, Fetched, Document), FetchFault> {
    let with_slash = fetch::latest(given);
    let places = if fetch::names_a_file(given) {
        vec![given.clone()]
    } else if &with_slash == given {
        vec![with_slash]
    } else {
        vec![with_slash, given.clone()]
    };
    let mut first_fault = None;
    for place in places {
        match fetch_document(worker, &place, token).await {
            Ok((fetched, document)) => return Ok((place, fetched, document)),
            // What wants to be a document but cannot be used is the one that was meant.
            Err(fault @ FetchFault::Unusable { .. }) => return Err(fault),
            // Who does not answer at all is not asked twice.
            Err(fault @ FetchFault::Unreachable { .. }) => return Err(first_fault.unwrap_or(fault)),
            Err(fault) => {
                first_fault.get_or_insert(fault);
            }
        }
    }
    Err(first_fault.unwrap_or_else(|| FetchFault::Address(Message::new("field.url.empty"))))
}

/// Fetches and reads one document.
pub(super) async fn fetch_document(
    worker: &Worker,
    place: &Url,
    token: Option<&Secret>,
) -> Result<(Fetched, Document), FetchFault> {
    let fetched = fetch::get(place, token).await?;
    let (bytes, worker) = (fetched.bytes.clone(), worker.clone());
    match spawn_blocking(move || recognise(&bytes, SchemaCheck::By(&worker))).await {
        Some(Recognised::Usable(document)) => {
            // Only the documents of APIs may be YAML.
            fetch::check_media_type(place, &fetched.media_type, document.kind)?;
            Ok((fetched, *document))
        }
        Some(Recognised::Broken(kind, faults)) => Err(FetchFault::Unusable {
            url: place.clone(),
            kind,
            faults,
        }),
        Some(Recognised::Other(reason)) => Err(FetchFault::NoDocument {
            url: place.clone(),
            reason: Box::new(reason),
        }),
        None => Err(FetchFault::NoDocument {
            url: place.clone(),
            reason: Box::new(Message::new("webtools.fetch.unread")),
        }),
    }
}

/// Where calls may go. Addresses that no call may go to are left out.
fn bases(document: &Document, from: Option<(&Url, &Fetched)>) -> Vec<Url> {
    if let (WebtoolKind::Webtool, Some((url, _))) = (document.kind, from) {
        return vec![url.clone()];
    }
    let home = from.and_then(|(_, fetched)| fetched.final_url.as_ref());
    let read = |server: &String| match home {
        Some(home) => home.join(server).ok(),
        None => Url::parse(server).ok(),
    };
    let found = document.servers.iter().filter_map(read);
    found
        .filter(|url| fetch::check_address(url).is_ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn documents_are_looked_at_as_they_came() {
        let value = json!({ "n\u{430}me": [{ "x": "a\u{200b} p\u{430}y p\u{430}y" }, 5, null] });
        assert_eq!(
            deceptive_text_in(value.to_string().as_bytes()),
            deceptive_text(&value),
            "as it came"
        );
        let escaped = deceptive_text_in(br#"{ "x": "a\u200b" }"#);
        assert_eq!(escaped.hidden.len(), 1, "written as an escape: {escaped:?}");
        let yaml = deceptive_text_in(b"openapi: 3.1.0\nx: \"a\\u200b\"\n");
        assert_eq!(yaml.hidden.len(), 1, "an escape in YAML: {yaml:?}");
        let no_json = deceptive_text_in("a\u{200b}".as_bytes());
        assert_eq!(no_json.hidden.len(), 1, "no JSON: {no_json:?}");
    }
}
