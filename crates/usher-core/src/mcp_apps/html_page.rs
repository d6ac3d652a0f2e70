//! HTML of servers that is no app, drawn as apps are: in a web view of its own. It runs nothing, fetches nothing, leads
//! nowhere and says nothing.

use parking_lot::MutexGuard;
use usher_messages::Message;
use usher_types::id::AppId;
use usher_types::mcp_app::{AppHosts, AppOrigin, AppPlace};

use super::view::{AppDocument, AppView, HtmlPage};
use super::{AppFailure, McpApps, refused};
use crate::limits;
use usher_servers::events::HostEvent;
use usher_servers::request_error::RequestError;

/// The content policy that HTML is served with: its own styles, and pictures and fonts in the text itself.
const CONTENT_POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; \
    base-uri 'none'; form-action 'none'";

/// HTML that was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedHtml {
    pub id: AppId,
    /// Whether it is drawn in the window of Usher, where it is placed; if not, in a window of its own.
    pub inline: bool,
}

impl McpApps {
    /// Draws HTML; `name` is what the page calls it. Of too many the oldest ends.
    pub fn open_html(&self, html: String, name: &str) -> Result<OpenedHtml, RequestError> {
        let views = self.views()?;
        let inline = views.draws_inline();
        let id = AppId::generate();
        let document = AppDocument {
            html: html.into(),
            content_policy: CONTENT_POLICY.to_owned(),
        };
        let excess = {
            let mut pages = self.html_pages();
            pages.push(HtmlPage {
                id: id.clone(),
                document: Some(document),
            });
            let excess = pages.len().saturating_sub(limits::HTML_PAGES);
            pages.drain(..excess).collect::<Vec<_>>()
        };
        for HtmlPage { id, .. } in excess {
            self.close_html(id, Some(Message::new("htmlPage.replaced")));
        }
        let view = AppView {
            id: id.clone(),
            title: Message::new("desktop.app.htmlTitle").with("name", name),
            place: if inline {
                AppPlace::Hidden
            } else {
                AppPlace::OwnWindow
            },
            origin: AppOrigin::Inert,
            hosts: AppHosts::default(),
        };
        if let Err(reason) = views.open(view) {
            self.take_html(&id);
            views.close(&id);
            return Err(refused(
                Message::new("htmlPage.noView").with("reason", reason),
            ));
        }
        Ok(OpenedHtml { id, inline })
    }

    /// Ends all HTML: the page that had it drawn is gone.
    pub fn end_html_pages(&self) {
        let pages = std::mem::take(&mut *self.html_pages());
        for HtmlPage { id, .. } in pages {
            self.close_html(id, None);
        }
    }

    /// Draws HTML elsewhere; `false` = there is none of this id.
    pub(super) fn place_html(&self, id: &AppId, place: AppPlace) -> bool {
        let is_there = self.html_pages().iter().any(|page| &page.id == id);
        if is_there && let Ok(views) = self.views() {
            views.place(id, place);
        }
        is_there
    }

    /// Takes the document of HTML, for its web view.
    pub(super) fn html_document(&self, id: &AppId) -> Option<AppDocument> {
        let mut pages = self.html_pages();
        let page = pages.iter_mut().find(|page| &page.id == id)?;
        page.document.take()
    }

    /// Ends HTML, if there is some of this id. `failure` = it ended by itself, or had to be ended.
    pub(super) fn end_html(&self, id: &AppId, failure: Option<AppFailure>) {
        if self.take_html(id) {
            let why = failure.map(|failure| match failure {
                AppFailure::OutOfMemory => Message::new("htmlPage.memory"),
                AppFailure::Crashed => Message::new("htmlPage.crashed"),
            });
            self.close_html(id.clone(), why);
        }
    }

    fn close_html(&self, id: AppId, why: Option<Message>) {
        if let Ok(views) = self.views() {
            views.close(&id);
        }
        let stopped = HostEvent::McpAppStopped { app: id, why };
        self.context().events.send(stopped);
    }

    fn take_html(&self, id: &AppId) -> bool {
        let mut pages = self.html_pages();
        let before = pages.len();
        pages.retain(|page| &page.id != id);
        pages.len() < before
    }

    fn html_pages(&self) -> MutexGuard<'_, Vec<HtmlPage>> {
        self.0.html_pages.lock()
    }
}
