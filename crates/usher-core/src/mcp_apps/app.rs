//! One running app: what it draws, where, and what it has done.

use serde_json::{Map, Value, json};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use usher_content::ui_resource::UiResource;
use usher_jsonrpc::{Outcome, Requests, request};
use usher_types::content::PixelSize;
use usher_types::id::{AppId, CallId, ServerId};
use usher_types::mcp_app::{
    AppFile, AppHosts, AppLook, AppPlace, AppSnapshot, AppStatus, AppViolation,
};

use super::message;
use super::pace::Pace;
use super::view::AppDocument;
use crate::limits;

/// What an app is opened with: the call whose result it draws.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenApp {
    pub server: ServerId,
    pub tool: String,
    pub call: CallId,
    pub arguments: Map<String, Value>,
    /// What came of the call; `None` = it was cancelled.
    pub result: Option<Value>,
    pub place: AppPlace,
}

/// A running app.
pub(super) struct App {
    pub(super) id: AppId,
    pub(super) server: ServerId,
    /// The fingerprint of its server's definition when it was opened.
    pub(super) fingerprint: String,
    pub(super) tool: String,
    pub(super) tool_raw: Value,
    pub(super) uri: String,
    pub(super) call: CallId,
    pub(super) arguments: Map<String, Value>,
    pub(super) result: Option<Value>,
    pub(super) place: AppPlace,
    /// How large its frame was last, in CSS pixels; `None` = it was not drawn there yet.
    pub(super) frame: Option<PixelSize>,
    /// Cancelled once it was placed.
    pub(super) placed: CancellationToken,
    /// Until its web view has fetched it.
    pub(super) document: Option<AppDocument>,
    pub(super) status: AppStatus,
    /// Whether it has said that it listens.
    pub(super) is_ready: bool,
    /// The display modes it supports.
    pub(super) modes: Vec<String>,
    pub(super) message: Option<String>,
    pub(super) model_context: Option<String>,
    /// Files it offers, and what answers whether they were saved.
    pub(super) offered: Option<Offered>,
    /// How many resources it has read.
    reads: u32,
    /// Whether a newer one of the same tool takes its place: it is being stopped.
    pub(super) is_replaced: bool,
    /// Whether the person has chosen where it is drawn; it may not move itself then.
    pub(super) is_placed: bool,
    /// The display modes into which it has moved itself.
    moved_into: Vec<&'static str>,
    pub(super) height: Option<f64>,
    pub(super) hosts: AppHosts,
    prefers_border: Option<bool>,
    violations: u32,
    last_violations: Vec<AppViolation>,
    /// The host context it was sent last.
    sent_context: Map<String, Value>,
    under_way: Vec<UnderWay>,
    pub(super) pace: Pace,
    /// What the host asks it.
    pub(super) requests: Requests,
    /// Whether it is being ended: it is asked once to save what it must.
    pub(super) is_ending: bool,
}

/// A request of an app that is not answered yet.
struct UnderWay {
    id: Value,
    /// The call it made.
    call: Option<CallId>,
    /// Its method, if it is one that the person is always asked about.
    question: Option<String>,
    /// Cancelled when the app takes it back, or ends.
    withdrawn: CancellationToken,
}

/// Why a request is not begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Busy {
    /// Too many are under way, or one of the same id.
    Requests,
    /// The person is still asked about one of the same kind: an app that polls would bury them.
    Question,
}

/// Files that wait for the person.
pub(super) struct Offered {
    pub(super) files: Vec<AppFile>,
    pub(super) saved: oneshot::Sender<bool>,
}

impl App {
    pub(super) fn new(
        id: AppId,
        opening: OpenApp,
        resource: UiResource,
        tool_raw: Value,
        content_policy: String,
    ) -> Self {
        Self {
            id,
            server: opening.server,
            fingerprint: String::new(),
            tool: opening.tool,
            tool_raw,
            uri: resource.uri,
            call: opening.call,
            arguments: opening.arguments,
            result: opening.result,
            place: opening.place,
            frame: None,
            placed: CancellationToken::new(),
            document: Some(AppDocument {
                html: resource.html.into(),
                content_policy,
            }),
            status: AppStatus::Loading,
            is_ready: false,
            modes: Vec::new(),
            message: None,
            model_context: None,
            offered: None,
            reads: 0,
            is_replaced: false,
            is_placed: false,
            moved_into: Vec::new(),
            height: None,
            hosts: resource.hosts,
            prefers_border: resource.prefers_border,
            violations: 0,
            last_violations: Vec::new(),
            sent_context: Map::new(),
            under_way: Vec::new(),
            pace: Pace::new(),
            requests: Requests::default(),
            is_ending: false,
        }
    }

    pub(super) fn snapshot(&self) -> AppSnapshot {
        AppSnapshot {
            id: self.id.clone(),
            server: self.server.clone(),
            tool: self.tool.clone(),
            uri: self.uri.clone(),
            call: self.call.clone(),
            status: self.status,
            place: self.place,
            height: self.height,
            hosts: self.hosts.clone(),
            prefers_border: self.prefers_border,
            violations: self.violations,
            last_violations: self.last_violations.clone(),
            message: self.message.clone(),
            model_context: self.model_context.clone(),
            files: self
                .offered
                .as_ref()
                .map(|offered| offered.files.clone())
                .unwrap_or_default(),
        }
    }

    /// Counts violations of its content policy, and keeps the last of them.
    pub(super) fn count(&mut self, count: u32, last: Vec<AppViolation>) {
        self.violations = self.violations.saturating_add(count);
        self.last_violations.extend(last);
        let kept = self.last_violations.len();
        self.last_violations
            .drain(..kept.saturating_sub(limits::APP_VIOLATIONS));
    }

    /// Begins a request, unless too many are under way; yields what is cancelled when it is taken back.
    pub(super) fn begin(
        &mut self,
        id: &Value,
        method: &str,
        call: Option<CallId>,
    ) -> Result<CancellationToken, Busy> {
        let has_id = self.under_way.iter().any(|other| &other.id == id);
        if has_id || self.under_way.len() >= limits::APP_REQUESTS {
            return Err(Busy::Requests);
        }
        let question = message::is_question(method).then(|| method.to_owned());
        let mut under_way = self.under_way.iter();
        if question.is_some() && under_way.any(|other| other.question == question) {
            return Err(Busy::Question);
        }
        let withdrawn = CancellationToken::new();
        self.under_way.push(UnderWay {
            id: id.clone(),
            call,
            question,
            withdrawn: withdrawn.clone(),
        });
        Ok(withdrawn)
    }

    /// Counts a read; tells whether it is recorded.
    pub(super) fn count_read(&mut self) -> bool {
        self.reads = self.reads.saturating_add(1);
        self.reads <= limits::APP_READS_RECORDED
    }

    /// A request is over; `false` = it was cancelled, and is not answered.
    pub(super) fn finish(&mut self, id: &Value) -> bool {
        let before = self.under_way.len();
        self.under_way.retain(|other| &other.id != id);
        self.under_way.len() < before
    }

    /// Takes a request back; yields the call that it made.
    pub(super) fn withdraw(&mut self, id: &Value) -> Option<CallId> {
        let at = self.under_way.iter().position(|other| &other.id == id)?;
        let taken = self.under_way.remove(at);
        taken.withdrawn.cancel();
        taken.call
    }

    /// Takes all requests back; yields the calls they made.
    pub(super) fn withdraw_all(&mut self) -> Vec<CallId> {
        let all = std::mem::take(&mut self.under_way);
        let withdrawn = all.into_iter().filter_map(|one| {
            one.withdrawn.cancel();
            one.call
        });
        withdrawn.collect()
    }

    /// Where it is to be drawn in a display mode it asks for; `None` = it stays where it is. Only an app that is seen
    /// moves by itself, only into a mode it declares, into each once, and not once the person has chosen.
    pub(super) fn move_into(&mut self, mode: &str) -> Option<AppPlace> {
        if self.is_placed {
            return None;
        }
        let is_declared = self.modes.iter().any(|declared| declared == mode);
        let (mode, place) = match (mode, self.place) {
            ("fullscreen", AppPlace::Inline { .. }) if is_declared => {
                ("fullscreen", AppPlace::OwnWindow)
            }
            ("inline", AppPlace::OwnWindow) => ("inline", AppPlace::Hidden),
            _ => return None,
        };
        if self.moved_into.contains(&mode) {
            return None;
        }
        self.moved_into.push(mode);
        Some(place)
    }

    /// The part of the host context that it was not sent yet; `None` = nothing, or it does not listen yet.
    pub(super) fn changed_context(&mut self, look: &AppLook) -> Option<Value> {
        if !self.is_ready {
            return None;
        }
        let now = self.changing_context(look);
        let changed: Map<String, Value> = now
            .iter()
            .filter(|(key, value)| self.sent_context.get(*key) != Some(*value))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        self.sent_context = now;
        (!changed.is_empty()).then_some(Value::Object(changed))
    }

    /// Remembers the host context it is sent when it starts.
    pub(super) fn set_sent_context(&mut self, look: &AppLook) {
        self.sent_context = self.changing_context(look);
    }

    /// Asks it to save what it must, once; yields what receives its answer.
    pub(super) fn begin_teardown(&self) -> Option<(String, oneshot::Receiver<Outcome>)> {
        let (id, answer) = self.requests.begin(1)?;
        let params = json!({ "reason": "The person stopped the app." });
        let message = request(&id, "ui/resource-teardown", &params);
        Some((message, answer))
    }
}

#[cfg(test)]
mod tests {
    use usher_mcp::{Body, ResourceContents};
    use usher_types::mcp_app::AppRect;

    use super::*;

    fn app(place: AppPlace) -> App {
        let opening = OpenApp {
            server: ServerId::generate(),
            tool: "draw".into(),
            call: CallId::generate(),
            arguments: Map::new(),
            result: None,
            place,
        };
        let page = [ResourceContents {
            uri: "ui://s/a".into(),
            mime_type: Some("text/html;profile=mcp-app".into()),
            body: Body::Text("<p>hi".into()),
        }];
        let page = UiResource::read("ui://s/a", &page, &json!({}), &json!({})).unwrap();
        App::new(AppId::generate(), opening, page, json!({}), String::new())
    }

    #[test]
    fn an_app_moves_itself_once_into_each_mode_and_not_once_the_person_has() {
        let inline = || AppPlace::Inline {
            area: AppRect::default(),
            visible: AppRect::default(),
        };
        let mut app = app(inline());
        assert_eq!(app.move_into("fullscreen"), None, "it does not declare it");
        app.modes = vec!["fullscreen".into()];
        assert_eq!(app.move_into("fullscreen"), Some(AppPlace::OwnWindow));
        app.place = AppPlace::OwnWindow;
        assert_eq!(app.move_into("inline"), Some(AppPlace::Hidden));
        for place in [inline(), AppPlace::OwnWindow] {
            app.place = place;
            for mode in ["fullscreen", "inline"] {
                assert_eq!(app.move_into(mode), None, "{mode} from {place:?}, again");
            }
        }

        let mut placed = self::app(inline());
        placed.modes = vec!["fullscreen".into()];
        placed.is_placed = true;
        assert_eq!(placed.move_into("fullscreen"), None, "the person chose");
    }
}
