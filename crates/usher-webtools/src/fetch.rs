//! Fetches documents: which addresses are allowed, and which responses count.
//!
//! Everything goes through `usher_net`. What a document means is read in `document`.

use http::{HeaderMap, HeaderValue, Method, header};
use url::{Host, Url};
use usher_net::{BodyKind, FetchError, FetchRules, Reach, Reply, Request};
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
pub enum FetchFault {
    /// The address may not be asked.
    #[error("{0}")]
    Address(String),
    /// It did not answer, or not within the limits.
    #[error("The document at {url} could not be fetched: {detail}.")]
    Unreachable { url: Url, detail: String },
    /// It sends to another place.
    #[error(
        "{url} sends to {to}, which is another place. Usher follows a redirect only within one host; add that address itself if you trust it."
    )]
    Elsewhere { url: Url, to: String },
    /// It does not have the document (any more).
    #[error("{url} does not have it: it answered with HTTP status {status}{}.", with_detail(.said.as_ref()))]
    Gone {
        url: Url,
        /// 404 or 410.
        status: u16,
        /// What the server says. Server text.
        said: Option<String>,
    },
    /// It answered with another status.
    #[error("{url} answered with HTTP status {status}{}.", with_detail(.said.as_ref()))]
    Status {
        url: Url,
        status: u16,
        /// What the server says. Server text.
        said: Option<String>,
    },
    /// It answered with something else than JSON.
    #[error(
        "{url} answered with {content_type}. A webtool's document is application/json; that of an API may be application/yaml, too."
    )]
    NotJson {
        url: Url,
        /// What it is called.
        content_type: String,
    },
    /// It answered with JSON that is no document.
    #[error("What {url} answered is no webtool: {reason}.")]
    NoDocument { url: Url, reason: String },
    /// It answered with a document that cannot be used.
    #[error("The {} at {url} cannot be used: {}", kind_word(*.kind), faults_text(.faults))]
    Unusable {
        url: Url,
        /// What it wants to be.
        kind: WebtoolKind,
        faults: Vec<DocumentFault>,
    },
}

fn kind_word(kind: WebtoolKind) -> &'static str {
    match kind {
        WebtoolKind::Webtool => "webtool metadata",
        WebtoolKind::OpenApi => "OpenAPI document",
    }
}

fn faults_text(faults: &[DocumentFault]) -> String {
    const SHOWN: usize = 4;
    let mut text: Vec<String> = faults.iter().take(SHOWN).map(ToString::to_string).collect();
    if faults.len() > SHOWN {
        text.push(format!("and {} more faults", faults.len() - SHOWN));
    }
    let text = text.join("; ");
    if text.ends_with('.') {
        text
    } else {
        text + "."
    }
}

fn with_detail(said: Option<&String>) -> String {
    said.map(|said| format!(" and says: {said}"))
        .unwrap_or_default()
}

/// Reads the address of a webtool as the person gives it.
pub fn read_address(text: &str) -> Result<Url, FetchFault> {
    let text = text.trim();
    let url = Url::parse(text).map_err(|_| {
        FetchFault::Address(format!(
            "“{}” is no full URL. Begin it with https://.",
            visible(text)
        ))
    })?;
    check_address(&url)?;
    Ok(url)
}

/// What no address of a webtool may be: unencrypted, except on this machine; at a private address; with a password in it.
pub fn check_address(url: &Url) -> Result<(), FetchFault> {
    let problem = |text: String| Err(FetchFault::Address(text));
    match url.scheme() {
        "https" => {}
        "http" if is_loopback(url) => {}
        "http" => {
            return problem(format!(
                "{url} begins with http://, which anybody on the way can read and change. A webtool is reached over https://; http:// is for this computer only."
            ));
        }
        other => {
            return problem(format!(
                "“{other}:” is not a way to reach a webtool. Use https://."
            ));
        }
    }
    if !url.username().is_empty() || url.password().is_some() {
        return problem(
            "The address holds a user name or password. Take it out and give a token instead."
                .to_owned(),
        );
    }
    if url.fragment().is_some() {
        return problem(
            "The address has a part after “#”, which no server sees. Take it out.".to_owned(),
        );
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
        detail: format!(
            "it redirects more than {} times",
            limits::DOCUMENT_REDIRECTS
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
        detail: words(&error),
    })
}

/// Says why a request got no answer, as part of a sentence.
pub(super) fn words(error: &FetchError) -> String {
    match error {
        FetchError::TooLarge { max_bytes } => format!(
            "it is longer than {} KiB, the most that is read",
            max_bytes / 1024
        ),
        FetchError::Refused(reason) => format!("Usher does not reach it, because {reason}"),
        other => other.to_string(),
    }
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
            to: format!("“{}”", visible(to)),
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
        content_type: content_type_words(media_type),
    })
}

/// How a content type is named in a sentence.
pub(super) fn content_type_words(media_type: &str) -> String {
    if media_type.is_empty() {
        "no content type".to_owned()
    } else {
        format!("the content type “{}”", visible(media_type))
    }
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
