//! What draws apps: each in a web view of its own, which reaches no operation.

use std::sync::Arc;

use usher_messages::Message;
use usher_types::id::AppId;
use usher_types::mcp_app::{AppHosts, AppOrigin, AppPlace};

/// An app that is to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct AppView {
    pub id: AppId,
    /// The title of its window.
    pub title: Message,
    pub place: AppPlace,
    pub origin: AppOrigin,
    /// The hosts that its web view may reach at all.
    pub hosts: AppHosts,
}

/// A page as its web view gets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppDocument {
    pub html: Arc<str>,
    /// The content policy it is served with.
    pub content_policy: String,
}

/// HTML that is drawn.
pub(super) struct HtmlPage {
    pub(super) id: AppId,
    /// Until its web view has fetched it.
    pub(super) document: Option<AppDocument>,
}

/// The web view of an app to come.
pub(super) enum PreparedView {
    /// No app may have it before it is there.
    Opening(AppId),
    Open(AppId),
}

impl PreparedView {
    pub(super) fn id(&self) -> &AppId {
        match self {
            Self::Opening(id) | Self::Open(id) => id,
        }
    }
}

/// Draws apps. A program without a window has none.
pub trait AppViews: Send + Sync {
    /// Whether apps can be drawn in the window of Usher.
    fn draws_inline(&self) -> bool;

    /// Opens the web view of an app to come, hidden, with nothing of a server in it.
    fn prepare(&self, app: &AppId) -> Result<(), String>;

    /// Draws an app, in the web view that was prepared for it if there is one; an error says why that is not possible.
    fn open(&self, view: AppView) -> Result<(), String>;

    /// Draws an app elsewhere.
    fn place(&self, app: &AppId, place: AppPlace);

    /// Gives an app the keyboard.
    fn focus(&self, app: &AppId);

    /// Hands a message, which is JSON, to an app.
    fn post(&self, app: &AppId, message: &str);

    /// Ends the web view of an app, whatever it is doing.
    fn close(&self, app: &AppId);
}
