//! MCP Apps: pages of a server that draw the results of its tools (extension `io.modelcontextprotocol/ui`, 2026-01-26).
//!
//! Each app is drawn in a web view of its own, by [`AppViews`]; what it sends comes here and nowhere else. Which server
//! an app belongs to is known here by its id, never by what it says.

mod app;
mod bridge;
mod context;
mod files;
mod html_page;
mod message;
mod pace;
mod page;
mod prepared_view;
mod requests;
mod view;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::{Mutex, MutexGuard};
use serde_json::{Map, Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use usher_jsonrpc::notification;
use usher_mcp::ListKind;
use usher_messages::{Message, Param};
use usher_types::content::PixelSize;
use usher_types::fault::Fault;
use usher_types::id::{AppId, ServerId};
use usher_types::mcp_app::{AppLook, AppOrigin, AppPlace, AppSnapshot, AppStatus, AppViolation};
use usher_types::review::ItemKind;

pub use app::OpenApp;
pub use html_page::OpenedHtml;
pub use page::PreparedApp;
pub use view::{AppDocument, AppView, AppViews};

use crate::limits;
use app::App;
use pace::Shown;
use usher_calls::approval_queue::ApprovalQueue;
use usher_calls::calls::Calls;
use usher_calls::reviews::Reviews;
use usher_calls::server_requests::ServerRequests;
use usher_servers::catalog::ALL_LISTS;
use usher_servers::events::{Events, HostEvent};
use usher_servers::request_error::RequestError;
use usher_servers::servers::Servers;
use usher_servers::tool_source::ToolSources;
use view::{HtmlPage, PreparedView};

/// Why an app has ended by itself, or had to be ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppFailure {
    /// It took too much memory.
    OutOfMemory,
    Crashed,
}

/// Runs apps. Clones share them.
#[derive(Clone)]
pub struct McpApps(Arc<Inner>);

struct Inner {
    context: Context,
    apps: Mutex<Vec<App>>,
    /// The oldest first.
    html_pages: Mutex<Vec<HtmlPage>>,
    look: Mutex<AppLook>,
    prepared: Mutex<Option<PreparedView>>,
}

/// What apps are run with.
pub(crate) struct Context {
    pub(crate) servers: Servers,
    pub(crate) sources: ToolSources,
    pub(crate) reviews: Reviews,
    pub(crate) calls: Calls,
    pub(crate) approvals: ApprovalQueue,
    pub(crate) events: Events,
    pub(crate) requests: ServerRequests,
    /// `None` = this program has no window.
    pub(crate) views: Option<Arc<dyn AppViews>>,
    pub(crate) tasks: TaskTracker,
    pub(crate) version: String,
}

impl McpApps {
    pub(crate) fn new(context: Context) -> Self {
        Self(Arc::new(Inner {
            context,
            apps: Mutex::default(),
            html_pages: Mutex::default(),
            look: Mutex::default(),
            prepared: Mutex::default(),
        }))
    }

    fn context(&self) -> &Context {
        &self.0.context
    }

    fn apps(&self) -> MutexGuard<'_, Vec<App>> {
        self.0.apps.lock()
    }

    fn views(&self) -> Result<&dyn AppViews, RequestError> {
        self.context()
            .views
            .as_deref()
            .ok_or_else(|| refused(Message::new("uiApp.noWindow")))
    }

    /// Draws an app whose page the person has reviewed. It draws the result of one call; one that does so already is
    /// that app.
    pub async fn open(&self, opening: OpenApp) -> Result<AppSnapshot, RequestError> {
        let views = self.views()?;
        if let Some(running) = self.running_for(&opening) {
            return Ok(running);
        }
        let (entry, tool, resource) = self.read_page(&opening.server, &opening.tool).await?;
        self.allow_page(&entry, &resource).await?;
        self.stop_earlier(&opening);
        let origin = AppOrigin::opened_at(opening.place);
        let policy = resource.content_policy(origin);
        let snapshot = {
            let mut apps = self.apps();
            // What this one takes the place of is about to end.
            let running = apps.iter().filter(|app| !app.is_replaced).count();
            if running >= limits::APPS {
                let message =
                    Message::new("uiApp.tooMany").with("limit", Param::from(limits::APPS));
                return Err(refused(message));
            }
            let id = self.take_prepared(origin);
            let mut app = App::new(id, opening, resource, tool.raw.into_value(), policy.clone());
            app.fingerprint = entry.definition().fingerprint();
            let snapshot = app.snapshot();
            apps.push(app);
            snapshot
        };
        let view = AppView {
            id: snapshot.id.clone(),
            title: Message::new("desktop.app.title").with("server", entry.label()),
            place: snapshot.place,
            origin,
            hosts: snapshot.hosts.clone(),
        };
        if let Err(reason) = views.open(view) {
            self.apps().retain(|app| app.id != snapshot.id);
            // One that was prepared is there all the same.
            views.close(&snapshot.id);
            let message = Message::new("uiApp.noView")
                .with("server", entry.label())
                .with("reason", reason);
            return Err(refused(message));
        }
        self.log(
            &snapshot.id,
            "info",
            format!("Content-Security-Policy: {policy}"),
        );
        self.publish(&snapshot.id);
        Ok(snapshot)
    }

    /// Ends what the same tool has drawn before, unless the person gave it a window.
    fn stop_earlier(&self, opening: &OpenApp) {
        let mut earlier = Vec::new();
        for app in self.apps().iter_mut() {
            let is_of_tool = app.server == opening.server && app.tool == opening.tool;
            if is_of_tool && app.place != AppPlace::OwnWindow && !app.is_replaced {
                app.is_replaced = true;
                earlier.push(app.id.clone());
            }
        }
        for id in earlier {
            let apps = self.clone();
            self.context()
                .tasks
                .spawn(async move { apps.stop(&id).await });
        }
    }

    fn running_for(&self, opening: &OpenApp) -> Option<AppSnapshot> {
        let apps = self.apps();
        let found = apps
            .iter()
            .find(|app| app.call == opening.call && app.server == opening.server);
        found.map(App::snapshot)
    }

    /// Running apps, the oldest first.
    pub fn list(&self) -> Vec<AppSnapshot> {
        self.apps().iter().map(App::snapshot).collect()
    }

    /// Draws an app elsewhere. One in a window of its own stays there: the page still reports where it was, when the
    /// app has already left.
    pub fn place(&self, id: &AppId, place: AppPlace) -> Result<(), RequestError> {
        if self.place_html(id, place) {
            return Ok(());
        }
        let before = self.change(id, |app| {
            app.is_placed |= place == AppPlace::OwnWindow;
            app.place
        });
        match before {
            None => Err(gone()),
            Some(AppPlace::OwnWindow) => Ok(()),
            Some(_) => self.put(id, place),
        }
    }

    /// Takes an app back from a window of its own. It is hidden until it is placed.
    pub fn show_in_page(&self, id: &AppId) -> Result<(), RequestError> {
        self.change(id, |app| app.is_placed = true);
        self.put(id, AppPlace::Hidden)
    }

    fn put(&self, id: &AppId, place: AppPlace) -> Result<(), RequestError> {
        let views = self.views()?;
        let is_moved = self.change(id, |app| {
            app.placed.cancel();
            let before = std::mem::replace(&mut app.place, place);
            let is_moved = std::mem::discriminant(&before) != std::mem::discriminant(&place);
            if is_moved {
                app.frame = None;
            }
            is_moved
        });
        let Some(is_moved) = is_moved else {
            return Err(gone());
        };
        views.place(id, place);
        self.post_context(id);
        if is_moved {
            self.publish(id);
        }
        Ok(())
    }

    /// Gives an app the keyboard.
    pub fn focus(&self, id: &AppId) -> Result<(), RequestError> {
        self.views()?.focus(id);
        Ok(())
    }

    /// Ends an app. It is notified first, and may take a moment to save what it must.
    pub async fn stop(&self, id: &AppId) {
        self.end_html(id, None);
        let was_ending = self.change(id, |app| std::mem::replace(&mut app.is_ending, true));
        if was_ending == Some(true) {
            return;
        }
        let asked = self.change(id, |app| {
            let answers = app.is_ready && app.status != AppStatus::NotResponding;
            answers.then(|| app.begin_teardown()).flatten()
        });
        if let Some(Some((message, answer))) = asked {
            self.post(id, &message);
            // One that does not answer is ended all the same.
            let _ = tokio::time::timeout(limits::APP_TEARDOWN_WITHIN, answer).await;
        }
        self.end(id, None);
    }

    /// The person closed the window of an app.
    pub fn close(&self, id: &AppId) {
        let (apps, id) = (self.clone(), id.clone());
        let tasks = self.context().tasks.clone();
        tasks.spawn(async move { apps.stop(&id).await });
    }

    /// An app has ended by itself, or had to be.
    pub fn fail(&self, id: &AppId, failure: AppFailure) {
        self.end_html(id, Some(failure));
        self.drop_prepared(id);
        let Some(server) = self.change(id, |app| app.server.clone()) else {
            return;
        };
        let entry = self.context().servers.require(&server);
        let label = entry.map_or_else(|_| server.to_string(), |entry| entry.label());
        let code = match failure {
            AppFailure::OutOfMemory => "uiApp.memory",
            AppFailure::Crashed => "uiApp.crashed",
        };
        let why = Message::new(code).with("server", label);
        self.log(id, "error", why.to_string());
        self.end(id, Some(why));
    }

    /// Nothing of an app is kept.
    fn end(&self, id: &AppId, why: Option<Message>) {
        let Some(mut app) = self.take(id) else {
            return;
        };
        for call in app.withdraw_all() {
            self.context().calls.cancel(&call);
        }
        if let Ok(views) = self.views() {
            views.close(id);
        }
        let app = id.clone();
        self.context()
            .events
            .send(HostEvent::McpAppStopped { app, why });
    }

    /// Ends apps whose server was removed or changed, or whose page is no longer the one the person agreed to.
    async fn end_unreviewed(&self, server: &ServerId) {
        let running = self.of(server);
        let Some(entry) = self.context().servers.entry(server) else {
            for id in running {
                self.close(&id);
            }
            return;
        };
        if running.is_empty() {
            return;
        }
        let fingerprint = entry.definition().fingerprint();
        for id in running {
            let of_app = |app: &mut App| (app.uri.clone(), app.fingerprint.clone());
            let Some((uri, opened_with)) = self.change(&id, of_app) else {
                continue;
            };
            let why = if opened_with == fingerprint {
                let reviews = &self.context().reviews;
                let allowed = reviews.allow(&entry, ItemKind::UiResource, &uri).await;
                allowed.err().map(|error| error.message())
            } else {
                Some(Message::new("uiApp.serverChanged").with("server", entry.label()))
            };
            if why.is_some() {
                self.end(&id, why);
            }
        }
    }

    /// Ends the apps of servers that are removed or changed, and tells the others what changed there, until the host closes.
    pub(crate) fn watch(&self, closing: CancellationToken) {
        let (apps, mut events) = (self.clone(), self.context().events.subscribe());
        self.context().tasks.spawn(async move {
            loop {
                let event = tokio::select! {
                    () = closing.cancelled() => return,
                    event = events.recv() => event,
                };
                match event {
                    Ok(HostEvent::ServerRemoved(server)) => apps.end_unreviewed(&server).await,
                    Ok(HostEvent::ServerChanged(server)) => apps.end_unreviewed(&server.id).await,
                    Ok(HostEvent::CatalogChanged { server, list }) => {
                        apps.list_changed(&server, list);
                    }
                    // What was missed may have been about any of them.
                    Err(RecvError::Lagged(_)) => {
                        for server in apps.servers() {
                            apps.end_unreviewed(&server).await;
                            for list in ALL_LISTS {
                                apps.list_changed(&server, list);
                            }
                        }
                    }
                    Ok(_) => {}
                    Err(RecvError::Closed) => return,
                }
            }
        });
    }

    /// The servers whose apps run.
    fn servers(&self) -> BTreeSet<ServerId> {
        let apps = self.apps();
        apps.iter().map(|app| app.server.clone()).collect()
    }

    fn of(&self, server: &ServerId) -> Vec<AppId> {
        let apps = self.apps();
        let of_server = apps.iter().filter(|app| &app.server == server);
        of_server.map(|app| app.id.clone()).collect()
    }

    fn list_changed(&self, server: &ServerId, list: ListKind) {
        let method = match list {
            ListKind::Tools => "notifications/tools/list_changed",
            ListKind::Resources => "notifications/resources/list_changed",
            ListKind::Prompts => "notifications/prompts/list_changed",
            ListKind::Templates => return,
        };
        for id in self.of(server) {
            if self.change(&id, |app| app.is_ready) == Some(true) {
                self.post(&id, &notification(method, &json!({})));
            }
        }
    }

    /// Sends apps how the window looks now.
    pub fn set_look(&self, look: AppLook) {
        {
            let mut held = self.look();
            if *held == look {
                return;
            }
            *held = look;
        }
        for snapshot in self.list() {
            self.post_context(&snapshot.id);
        }
    }

    /// The document of an app, for its web view: handed out once.
    pub fn document(&self, id: &AppId) -> Option<AppDocument> {
        let of_app = self.change(id, |app| app.document.take()).flatten();
        of_app.or_else(|| self.html_document(id))
    }

    /// The frame of an app has another size. In the page the place says how large it may be.
    pub fn resized(&self, id: &AppId, size: PixelSize) {
        self.change(id, |app| app.frame = Some(size));
        self.post_context(id);
    }

    /// An app's web view answers, or does not.
    pub fn set_responds(&self, id: &AppId, responds: bool) {
        let status = if responds {
            AppStatus::Running
        } else {
            AppStatus::NotResponding
        };
        let is_changed = self.change(id, |app| {
            let is_other = app.is_ready && app.status != status;
            if is_other {
                app.status = status;
            }
            is_other
        });
        if is_changed == Some(true) {
            self.publish(id);
        }
    }

    /// An app tried so often what its content policy forbids; `last` are the newest of these, the newest last.
    pub fn violated(&self, id: &AppId, count: u32, last: Vec<AppViolation>) {
        let more = usize::try_from(count).unwrap_or(usize::MAX);
        let more = more.saturating_sub(last.len());
        if more > 0 {
            let text = format!("The content policy blocked {more} more accesses of the app.");
            self.log_of_app(id, "warning", text);
        }
        for AppViolation { directive, blocked } in &last {
            let text = format!("{directive} of the content policy blocked {blocked}");
            self.log_of_app(id, "warning", text);
        }
        self.change(id, |app| app.count(count, last));
        self.publish_own(id);
    }

    fn look(&self) -> MutexGuard<'_, AppLook> {
        self.0.look.lock()
    }

    /// Changes an app that is there.
    fn change<T>(&self, id: &AppId, change: impl FnOnce(&mut App) -> T) -> Option<T> {
        let mut apps = self.apps();
        let app = apps.iter_mut().find(|app| &app.id == id)?;
        Some(change(app))
    }

    fn take(&self, id: &AppId) -> Option<App> {
        let mut apps = self.apps();
        let at = apps.iter().position(|app| &app.id == id)?;
        Some(apps.remove(at))
    }

    /// Publishes what an app shows now. The lock is held until it is sent, so that the last event is the newest.
    fn publish(&self, id: &AppId) {
        self.change(id, |app| {
            let event = HostEvent::McpAppChanged(Box::new(app.snapshot()));
            self.context().events.send(event);
        });
    }

    /// Publishes what an app has changed of itself: at once, or a little later with whatever else it changes.
    fn publish_own(&self, id: &AppId) {
        let shown = self.change(id, |app| app.pace.show(Instant::now()));
        match shown {
            Some(Shown::Now) => self.publish(id),
            Some(Shown::At(at)) => {
                let (apps, id) = (self.clone(), id.clone());
                self.context().tasks.spawn(async move {
                    tokio::time::sleep_until(at.into()).await;
                    apps.change(&id, |app| app.pace.show_planned(Instant::now()));
                    apps.publish(&id);
                });
            }
            Some(Shown::Later) | None => {}
        }
    }

    fn post(&self, id: &AppId, message: &str) {
        if let Ok(views) = self.views() {
            views.post(id, message);
        }
    }

    /// Sends an app what has changed of the host context, once it listens.
    fn post_context(&self, id: &AppId) {
        let look = self.look().clone();
        let changed = self.change(id, |app| app.changed_context(&look)).flatten();
        if let Some(changed) = changed {
            self.post(
                id,
                &notification("ui/notifications/host-context-changed", &changed),
            );
        }
    }

    /// Writes what an app has done into the log of its server, unless that is too much.
    fn log_of_app(&self, id: &AppId, level: &str, text: String) {
        let Some(Some(left_out)) = self.change(id, |app| app.pace.log(Instant::now())) else {
            return;
        };
        if left_out > 0 {
            let text = format!("{left_out} lines of the app were left out of this log.");
            self.log(id, "warning", text);
        }
        self.log(id, level, text);
    }

    /// Writes into the log of an app's server.
    fn log(&self, id: &AppId, level: &str, text: String) {
        let of_app = self.change(id, |app| (app.server.clone(), app.uri.clone()));
        let Some((server, uri)) = of_app else {
            return;
        };
        self.context().events.send(HostEvent::ServerLogged {
            server,
            level: level.to_owned(),
            logger: Some(uri),
            data: text.into(),
            at: Instant::now(),
        });
    }
}

fn refused(message: Message) -> RequestError {
    RequestError::Rejected {
        message,
        detail: None,
    }
}

/// The app has ended meanwhile.
fn gone() -> RequestError {
    RequestError::Invalid {
        message: Message::new("uiApp.gone"),
        faults: Vec::<Fault>::new(),
    }
}

/// What an app hears of the call it draws, in order (2026-01-26, data passing).
fn of_call(arguments: &Map<String, Value>, result: Option<&Value>) -> [String; 2] {
    [
        notification(
            "ui/notifications/tool-input",
            &json!({ "arguments": arguments }),
        ),
        match result {
            Some(result) if message::is_longer_than(result, limits::APP_ANSWER_BYTES) => {
                cancelled("The result is larger than 8 MiB, the most an app is sent.")
            }
            Some(result) => notification("ui/notifications/tool-result", result),
            None => cancelled("The person cancelled the call."),
        },
    ]
}

fn cancelled(reason: &str) -> String {
    notification(
        "ui/notifications/tool-cancelled",
        &json!({ "reason": reason }),
    )
}
