//! Fetches documents: which addresses are allowed, and which responses count.
//!
//! Everything goes through `usher_net`. What a document means is read in `document`.

use http::{HeaderMap, HeaderValue, Method, header};
use url::{Host, Url};
use usher_messages::Message;
use usher_net::{BodyKind, FetchRules, Reach, Reply, Request};
use usher_types::media_type::is_json;
use usher_types::secret::Secret;
use usher_types::webtool::WebtoolKind;

use crate::limits;
use usher_types::text::visible;

use super::document::DocumentFault;
use crate::parse::is_yaml;

/// A document as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// `Content-Type` as it came.
    pub media_type: String,
    /// Where it came from in the end; `None` = it was pasted.
    pub final_url: Option<Url>,
}

/// Why there is no document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum FetchFault {
    /// The address may not be asked.
    Address(Message),
    /// It did not answer, or not within the limits.
    Unreachable {
        url: Url,
        /// Why, as a part of a sentence.
        reason: Box<Message>,
    },
    /// It redirects to another place.
    Elsewhere { url: Url, to: String },
    /// It does not have the document (any more).
    Gone {
        url: Url,
        /// 404 or 410.
        status: u16,
        /// What the server says. Server text.
        said: Option<String>,
    },
    /// It answered with another status.
    Status {
        url: Url,
        status: u16,
        /// What the server says. Server text.
        said: Option<String>,
    },
    /// It answered with something else than JSON.
    NotJson { url: Url, media_type: String },
    /// It answered with JSON that is no document; what it is, as a part of a sentence.
    NoDocument { url: Url, reason: Box<Message> },
    /// It answered with a document that cannot be used.
    Unusable {
        url: Url,
        /// What it wants to be.
        kind: WebtoolKind,
        faults: Vec<DocumentFault>,
    },
}

impl FetchFault {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        match self {
            Self::Address(message) => message.clone(),
            Self::Unreachable { url, reason } => {
                of_url("webtools.fetch.unreachable", url).with("reason", Message::clone(reason))
            }
            Self::Elsewhere { url, to } => {
                of_url("webtools.fetch.elsewhere", url).with("target", to.as_str())
            }
            Self::Gone { url, status, said } => {
                let codes = ("webtools.fetch.gone", "webtools.fetch.goneWith");
                with_status(codes, url, *status, said.as_deref())
            }
            Self::Status { url, status, said } => {
                let codes = ("webtools.fetch.status", "webtools.fetch.statusWith");
                with_status(codes, url, *status, said.as_deref())
            }
            Self::NotJson { url, media_type } => {
                of_url("webtools.fetch.notJson", url).with("type", content_type(media_type))
            }
            Self::NoDocument { url, reason } => {
                of_url("webtools.fetch.noDocument", url).with("reason", Message::clone(reason))
            }
            Self::Unusable { url, kind, faults } => {
                let code = match kind {
                    WebtoolKind::Webtool => "webtools.fetch.unusable",
                    WebtoolKind::OpenApi => "webtools.fetch.unusableOpenApi",
                };
                of_url(code, url).with("faults", listed(faults))
            }
        }
    }
}

fn of_url(code: &'static str, url: &Url) -> Message {
    Message::new(code).with("url", url.as_str())
}

fn with_status(
    (plain, with_text): (&'static str, &'static str),
    url: &Url,
    status: u16,
    said: Option<&str>,
) -> Message {
    let message = match said {
        Some(said) => of_url(with_text, url).with("text", said),
        None => of_url(plain, url),
    };
    message.with("status", status.to_string())
}

/// The first faults of a document, and how many more there are, as a part of a sentence.
pub fn listed(faults: &[DocumentFault]) -> Message {
    const SHOWN: usize = 4;
    let shown: Vec<Message> = faults
        .iter()
        .take(SHOWN)
        .map(DocumentFault::message)
        .collect();
    match faults.len().saturating_sub(SHOWN) {
        0 => Message::new("document.faults").with("faults", shown),
        more => Message::new("document.moreFaults")
            .with("faults", shown)
            .with("more", more),
    }
}

/// Reads the address of a webtool as the person gives it.
pub fn read_address(text: &str) -> Result<Url, FetchFault> {
    let text = text.trim();
    let url = Url::parse(text).map_err(|_| {
        FetchFault::Address(Message::new("field.url.relative").with("url", &*visible(text)))
    })?;
    check_address(&url)?;
    Ok(url)
}

/// What no address of a webtool may be: unencrypted, except on this machine; at a private address; with a password in it.
pub fn check_address(url: &Url) -> Result<(), FetchFault> {
    let problem = |message| Err(FetchFault::Address(message));
    match url.scheme() {
        "https" => {}
        "http" if is_loopback(url) => {}
        "http" => {
            return problem(of_url("webtools.url.insecure", url));
        }
        other => {
            return problem(Message::new("webtools.url.scheme").with("scheme", other));
        }
    }
    if !url.username().is_empty() || url.password().is_some() {
        return problem(Message::new("webtools.url.credentials"));
    }
    if url.fragment().is_some() {
        return problem(Message::new("field.url.fragment"));
    }
    Ok(())
}

/// Whether a URL says itself that it leads to this machine.
pub(super) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// Which addresses a request to `url` may reach: public ones, or this machine if the address says so itself.
pub fn reach(url: &Url) -> Reach {
    if is_loopback(url) {
        Reach::SameHostAs(url.clone())
    } else {
        Reach::Public
    }
}

/// The address under which the latest document is asked for: `GET {url}/`.
pub fn latest(url: &Url) -> Url {
    let mut latest = url.clone();
    if !latest.path().ends_with('/') {
        latest.set_path(&format!("{}/", url.path()));
    }
    latest
}

/// The address of one version: `GET {url}/{version}`.
pub fn of_version(url: &Url, version: &str) -> Url {
    let mut place = latest(url);
    if let Ok(mut segments) = place.path_segments_mut() {
        segments.pop_if_empty().push(version);
    }
    place
}

/// Whether the address names a file, so that it is requested unchanged.
pub fn names_a_file(url: &Url) -> bool {
    url.path_segments()
        .and_then(|mut segments| segments.next_back())
        .is_some_and(|last| last.contains('.'))
}

/// Headers of every request.
pub fn headers(token: Option<&Secret>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    if let Some(token) = token
        && let Ok(mut value) = HeaderValue::from_str(&format!("Bearer {}", token.expose()))
    {
        value.set_sensitive(true);
        headers.insert(header::AUTHORIZATION, value);
    }
    headers
}

/// Fetches a document, following at most three redirects within the origin.
pub async fn get(url: &Url, token: Option<&Secret>) -> Result<Fetched, FetchFault> {
    check_address(url)?;
    let mut place = url.clone();
    for _ in 0..=limits::DOCUMENT_REDIRECTS {
        let reply = ask(&place, token).await?;
        match reply.status {
            200..=299 => return document(&place, reply),
            // Other answers of that class name no other place.
            301 | 302 | 303 | 307 | 308 => place = next(&place, &reply)?,
            status @ (404 | 410) => {
                let said = error_detail(&reply);
                return Err(FetchFault::Gone {
                    url: place,
                    status,
                    said,
                });
            }
            status => {
                let said = error_detail(&reply);
                return Err(FetchFault::Status {
                    url: place,
                    status,
                    said,
                });
            }
        }
    }
    Err(FetchFault::Unreachable {
        url: url.clone(),
        reason: Box::new(
            Message::new("webtools.fetch.redirects").with("count", limits::DOCUMENT_REDIRECTS),
        ),
    })
}

async fn ask(url: &Url, token: Option<&Secret>) -> Result<Reply, FetchFault> {
    let rules = FetchRules {
        max_bytes: limits::DOCUMENT_BYTES,
        timeout: limits::DOCUMENT_WAIT,
        reach: reach(url),
    };
    let request = Request {
        url: url.clone(),
        headers: headers(token),
        body: None,
    };
    let answered = usher_net::send_as(Method::GET, request, rules, BodyKind::Document).await;
    answered.map_err(|error| FetchFault::Unreachable {
        url: url.clone(),
        reason: Box::new(error.message()),
    })
}

fn next(place: &Url, reply: &Reply) -> Result<Url, FetchFault> {
    let to = reply
        .headers
        .get(header::LOCATION)
        .and_then(|to| to.to_str().ok())
        .unwrap_or_default();
    match place.join(to) {
        Ok(next) if next.origin() == place.origin() && !to.is_empty() => Ok(next),
        Ok(next) if !to.is_empty() => Err(FetchFault::Elsewhere {
            url: place.clone(),
            to: visible(next.as_str()).into_owned(),
        }),
        _ => Err(FetchFault::Elsewhere {
            url: place.clone(),
            to: visible(to).into_owned(),
        }),
    }
}

fn document(place: &Url, reply: Reply) -> Result<Fetched, FetchFault> {
    let media_type = reply.fetched.content_type.unwrap_or_default();
    // Of which kind it is, is known once it is read.
    check_media_type(place, &media_type, WebtoolKind::OpenApi)?;
    Ok(Fetched {
        bytes: reply.fetched.bytes.to_vec(),
        media_type,
        final_url: Some(place.clone()),
    })
}

/// Whether a document of this kind may be of this content type.
pub fn check_media_type(
    place: &Url,
    media_type: &str,
    kind: WebtoolKind,
) -> Result<(), FetchFault> {
    let fits = match kind {
        WebtoolKind::Webtool => is_json(media_type),
        WebtoolKind::OpenApi => is_json(media_type) || is_yaml(media_type),
    };
    if fits {
        return Ok(());
    }
    Err(FetchFault::NotJson {
        url: place.clone(),
        media_type: media_type.to_owned(),
    })
}

/// Names a content type, as a part of a sentence.
pub(super) fn content_type(media_type: &str) -> Message {
    if media_type.is_empty() {
        return Message::new("webtools.contentType.none");
    }
    Message::new("webtools.contentType.some").with("type", &*visible(media_type))
}

/// The words of an error envelope, if that is what came.
fn error_detail(reply: &Reply) -> Option<String> {
    let value: serde_json::Value = serde_json::from_slice(&reply.fetched.bytes).ok()?;
    let error = value.get("error")?;
    let code = error.get("code").and_then(serde_json::Value::as_str);
    let message = error.get("message").and_then(serde_json::Value::as_str);
    match (code, message) {
        (Some(code), Some(message)) => Some(format!("{} ({})", visible(message), visible(code))),
        (None, Some(message)) => Some(visible(message).into_owned()),
        (Some(code), None) => Some(visible(code).into_owned()),
        (None, None) => None,
    }
}
