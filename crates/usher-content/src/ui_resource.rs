//! Pages of MCP Apps (`ui://` resources, 2026-01-26): what one is, what it declares, and the content security policy it
//! is drawn with.
//!
//! Nothing is fetched or drawn here.

mod host;
mod policy;

use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use usher_mcp::{Body, ResourceContents, UI_MEDIA_TYPE};
use usher_messages::{Message, Param};
use usher_types::mcp_app::{AppHosts, AppOrigin, AppPermission, DroppedHost};

use crate::limits;
use crate::media;

/// A page as its server sent it, and what it declares.
#[derive(Debug, Clone, PartialEq)]
pub struct UiResource {
    pub uri: String,
    /// The document. Only ever drawn in a sandbox, with [`Self::content_policy`].
    pub html: String,
    /// The hosts it may reach.
    pub hosts: AppHosts,
    /// The hosts it asked for and may not reach.
    pub dropped: Vec<DroppedHost>,
    /// What it asks for. None of it is granted.
    pub permissions: Vec<AppPermission>,
    /// Whether it wants a border; `None` = it leaves that to the host.
    pub prefers_border: Option<bool>,
    /// `_meta.ui` exactly as it came.
    declared: Value,
}

impl UiResource {
    /// Reads what `resources/read` returned for a page. Where it declares nothing, the page's entry in `resources/list`
    /// counts (2026-01-26, UI resource format). An error says why it cannot be drawn.
    pub fn read(
        uri: &str,
        contents: &[ResourceContents],
        raw: &Value,
        listed: &Value,
    ) -> Result<Self, Message> {
        let (at, found) = contents
            .iter()
            .enumerate()
            .find(|(_, one)| one.uri == uri)
            .or_else(|| contents.iter().enumerate().next())
            .ok_or_else(|| Message::new("uiApp.fault.empty"))?;
        let media_type = found.mime_type.as_deref().unwrap_or_default();
        if !is_page(media_type) {
            return Err(Message::new("uiApp.fault.mediaType")
                .with("found", media_type)
                .with("wanted", UI_MEDIA_TYPE));
        }
        let html = match &found.body {
            Body::Text(text) => text.clone(),
            Body::Blob(data) => media::decode(data)
                .and_then(|bytes| String::from_utf8(bytes).ok())
                .ok_or_else(|| Message::new("uiApp.fault.noText"))?,
        };
        if html.len() > limits::APP_PAGE_BYTES {
            return Err(Message::new("uiApp.fault.tooLarge")
                .with("size", Param::bytes(html.len()))
                .with("limit", Param::bytes(limits::APP_PAGE_BYTES)));
        }
        let declared = match raw.pointer(&format!("/contents/{at}/_meta/ui")) {
            Some(declared) => declared,
            None => &listed["_meta"]["ui"],
        };
        Ok(Self::with_declared(uri, html, declared.clone()))
    }

    fn with_declared(uri: &str, html: String, declared: Value) -> Self {
        let mut dropped = Vec::new();
        let csp = &declared["csp"];
        let mut list = |name: &str, schemes| host::list(&csp[name], schemes, &mut dropped);
        let hosts = AppHosts {
            connect: list("connectDomains", &["https", "wss"]),
            resource: list("resourceDomains", &["https"]),
            base_uri: list("baseUriDomains", &["https"]),
        };
        // A web view is asked about frames and about the page itself in one way, and cannot tell them apart (WebKitGTK):
        // what lets a frame through lets the app's page go there.
        host::refuse(&csp["frameDomains"], "uiApp.dropped.frame", &mut dropped);
        let asked = declared["permissions"].as_object();
        let permissions = [
            ("camera", AppPermission::Camera),
            ("microphone", AppPermission::Microphone),
            ("geolocation", AppPermission::Geolocation),
            ("clipboardWrite", AppPermission::ClipboardWrite),
        ];
        let permissions = permissions
            .into_iter()
            .filter(|(name, _)| asked.is_some_and(|asked| asked.contains_key(*name)))
            .map(|(_, permission)| permission)
            .collect();
        Self {
            uri: uri.to_owned(),
            html,
            hosts,
            dropped,
            permissions,
            prefers_border: declared["prefersBorder"].as_bool(),
            declared,
        }
    }

    /// Returns what the person agrees to: the digest of the document, and all it declares.
    pub fn definition(&self) -> Value {
        let mut definition = Map::new();
        definition.insert("uri".into(), self.uri.as_str().into());
        definition.insert("mimeType".into(), UI_MEDIA_TYPE.into());
        definition.insert(
            "html".into(),
            json!({ "sha256": format!("{:x}", Sha256::digest(&self.html)), "bytes": self.html.len() }),
        );
        if !self.declared.is_null() {
            definition.insert("ui".into(), self.declared.clone());
        }
        Value::Object(definition)
    }

    /// Returns the policy its document is served with.
    pub fn content_policy(&self, origin: AppOrigin) -> String {
        policy::of(&self.hosts, origin)
    }
}

/// Whether this is the media type of a page; its parameter may be quoted, and spaces may stand around it.
fn is_page(media_type: &str) -> bool {
    let plain: String = media_type
        .chars()
        .filter(|character| !character.is_whitespace() && *character != '"')
        .collect();
    let mut parts = plain.split(';');
    parts
        .next()
        .is_some_and(|essence| essence.eq_ignore_ascii_case("text/html"))
        && parts.any(|part| part.eq_ignore_ascii_case("profile=mcp-app"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(mime_type: Option<&str>, body: Body) -> Vec<ResourceContents> {
        vec![ResourceContents {
            uri: "ui://s/a".into(),
            mime_type: mime_type.map(str::to_owned),
            body,
        }]
    }

    #[test]
    fn only_pages_of_the_one_media_type_are_read() {
        let text = || Body::Text("<p>hi".into());
        let of_type = |found: &str| {
            Err(Message::new("uiApp.fault.mediaType")
                .with("found", found)
                .with("wanted", UI_MEDIA_TYPE))
        };
        let rows = [
            (Some(UI_MEDIA_TYPE), text(), Ok("<p>hi".to_owned())),
            (
                Some("Text/HTML; profile=\"mcp-app\""),
                text(),
                Ok("<p>hi".to_owned()),
            ),
            (
                Some(UI_MEDIA_TYPE),
                Body::Blob("PHA+aGk=".into()),
                Ok("<p>hi".to_owned()),
            ),
            (Some("text/html"), text(), of_type("text/html")),
            (
                Some("text/plain;profile=mcp-app"),
                text(),
                of_type("text/plain;profile=mcp-app"),
            ),
            (None, text(), of_type("")),
            (
                Some(UI_MEDIA_TYPE),
                Body::Blob("%%%".into()),
                Err(Message::new("uiApp.fault.noText")),
            ),
        ];
        for (mime_type, body, expected) in rows {
            let found = contents(mime_type, body);
            let read = UiResource::read("ui://s/a", &found, &Value::Null, &Value::Null);
            assert_eq!(read.map(|page| page.html), expected, "{found:?}");
        }
        assert_eq!(
            UiResource::read("ui://s/a", &[], &Value::Null, &Value::Null),
            Err(Message::new("uiApp.fault.empty")),
            "nothing came"
        );
    }

    #[test]
    fn what_the_list_declares_counts_where_the_page_declares_nothing() {
        let border = |prefers: bool| json!({ "_meta": { "ui": { "prefersBorder": prefers } } });
        let found = contents(Some(UI_MEDIA_TYPE), Body::Text("<p>".into()));
        let rows = [
            (json!({}), json!({}), None),
            (json!({}), border(true), Some(true)),
            (border(false), json!({}), Some(false)),
            (border(false), border(true), Some(false)),
            (json!({ "_meta": { "ui": {} } }), border(true), None),
        ];
        for (content, listed, expected) in rows {
            let raw = json!({ "contents": [content] });
            let page = UiResource::read("ui://s/a", &found, &raw, &listed);
            let border = page.map(|page| page.prefers_border);
            assert_eq!(border, Ok(expected), "{raw} and {listed}");
        }
    }

    #[test]
    fn hosts_of_frames_are_dropped_and_said_so() {
        let csp = json!({
            "connectDomains": ["https://a.example"],
            "frameDomains": ["https://video.example", 5],
        });
        let page = UiResource::with_declared("ui://s/a", String::new(), json!({ "csp": csp }));
        let dropped = |text: &str| DroppedHost {
            text: text.into(),
            reason: Message::new("uiApp.dropped.frame"),
        };
        assert_eq!(
            page.dropped,
            [dropped("https://video.example"), dropped("5")]
        );
        let policy = page.content_policy(AppOrigin::Own);
        assert!(
            policy.contains("frame-src 'none'"),
            "no frame is drawn: {policy}"
        );
    }

    #[test]
    fn another_document_or_another_host_is_another_definition() {
        let page = |html: &str, ui: Value| {
            UiResource::with_declared("ui://s/a", html.into(), ui).definition()
        };
        let csp = |host: &str| json!({"csp": {"connectDomains": [host]}});
        let reviewed = page("<p>hi", csp("https://a.example"));
        assert_eq!(
            reviewed,
            page("<p>hi", csp("https://a.example")),
            "the same"
        );
        assert_ne!(
            reviewed,
            page("<p>ho", csp("https://a.example")),
            "document"
        );
        assert_ne!(reviewed, page("<p>hi", csp("https://b.example")), "host");
        assert_ne!(reviewed, page("<p>hi", Value::Null), "nothing declared");
    }
}
