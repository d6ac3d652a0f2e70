//! Makes tasks of calls of a client, and answers what it asks about them.

use std::sync::{Arc, Weak};
use std::time::Duration;

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use usher_calls::caller_requests::CallerRequest;
use usher_jsonrpc::{Fault, MISSING_CAPABILITY, NO_METHOD, notification};

use crate::calls::client_call::ClientCall;
use crate::calls::kept_calls::KeptCalls;
use crate::calls::tasks::Task;
use crate::eras::adapt;
use crate::eras::revision::{self, Era};
use crate::limits;
use crate::request::Request;
use crate::session::Session;
use crate::session::client_requests::can_answer;
use crate::session::refusal::refused;

/// What modern clients ask about tasks: `tasks/METHOD`.
const MODERN_METHODS: [&str; 3] = ["get", "update", "cancel"];

impl Session {
    /// Whether the client wants this call as a task from the beginning.
    pub(crate) fn wants_task(&self, request: &Request) -> bool {
        request.era == Era::Legacy
            && self.revision() == Some(revision::WITH_TASKS)
            && request.params.get("task").is_some_and(Value::is_object)
    }

    /// Whether there is such a method for the revision that the client speaks.
    pub(crate) fn has_tasks(&self, request: &Request, method: &str) -> bool {
        match request.era {
            Era::Legacy => self.revision() == Some(revision::WITH_TASKS),
            Era::Modern => MODERN_METHODS.contains(&method),
        }
    }

    /// Answers with a task; `asked` = what it needs of the client already.
    pub(crate) fn begin_task(
        self: &Arc<Self>,
        request: &Request,
        call: Arc<ClientCall>,
        asked: Option<CallerRequest>,
    ) -> Result<Value, Fault> {
        let wanted = request
            .params
            .get("task")
            .and_then(|task| task["ttl"].as_u64());
        let ttl = wanted.map_or(limits::TASK_FOR, Duration::from_millis);
        let client = self.client().id;
        call.become_task();
        let task = Arc::new(Task::new(client, ttl, Arc::clone(&call)));
        if let Err(refused) = self.kept.tasks.add(Arc::clone(&task)) {
            call.cancel();
            return Err(refused);
        }
        if let Some(asked) = asked {
            task.ask(asked);
        }
        let shown = task.shown(request.era);
        let follower = Follower {
            kept: Arc::clone(&self.kept),
            session: Arc::downgrade(self),
            capabilities: self.capabilities(request),
            era: request.era,
        };
        tokio::spawn(follower.follow(task, call));
        let result = match request.era {
            Era::Legacy => json!({ "task": shown }),
            Era::Modern => {
                let mut flat = shown;
                flat["resultType"] = "task".into();
                flat
            }
        };
        Ok(adapt::own(result, request.era, &self.gateway.own_info()))
    }

    /// Answers `tasks/METHOD`.
    pub(crate) async fn task_request(
        &self,
        request: &Request,
        method: &str,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        if let Some(why) = self.refusal() {
            return Err(refused(&why));
        }
        let era = request.era;
        let is_legacy = era == Era::Legacy;
        if !is_legacy && !request.takes_tasks() {
            let needed = json!({ "extensions": { revision::TASKS: {} } });
            return Err(Fault {
                data: Some(json!({ "requiredCapabilities": needed })),
                ..Fault::new(
                    MISSING_CAPABILITY,
                    "The client has not declared a capability that this request needs",
                )
            });
        }
        let own = |result: Value| adapt::own(result, era, &self.gateway.own_info());
        if is_legacy && method == "list" {
            let tasks = self.kept.tasks.of_client(&self.client().id);
            let tasks: Vec<_> = tasks.iter().map(|task| task.shown(era)).collect();
            return Ok(json!({ "tasks": tasks }));
        }
        let id = request.text("taskId")?;
        let calls = self.gateway.host.calls();
        let task = self.kept.tasks.find(&self.client().id, &id);
        let task = task.ok_or_else(|| Fault::params("Unknown task"))?;
        match method {
            "get" => Ok(own(task.got(era, calls).await)),
            "cancel" if is_legacy => {
                if !task.cancel() {
                    return Err(Fault::params("The task is over"));
                }
                Ok(task.shown(era))
            }
            "cancel" => {
                task.cancel();
                Ok(own(json!({})))
            }
            "result" if is_legacy => tokio::select! {
                biased;
                () = cancelled.cancelled() => Err(Fault::cancelled()),
                result = task.result(calls) => match self.refusal() {
                    Some(why) => Err(refused(&why)),
                    None => result,
                },
            },
            "update" if !is_legacy => {
                let responses = request.params.get("inputResponses");
                task.answered(responses.and_then(Value::as_object));
                Ok(own(json!({})))
            }
            unknown => Err(Fault::new(
                NO_METHOD,
                format!("Method not found: tasks/{unknown}"),
            )),
        }
    }
}

/// Follows a call for a task.
struct Follower {
    kept: Arc<KeptCalls>,
    session: Weak<Session>,
    capabilities: Value,
    era: Era,
}

impl Follower {
    /// Follows it for as long as it is kept.
    async fn follow(self, task: Arc<Task>, call: Arc<ClientCall>) {
        tokio::select! {
            () = task.expired() => {}
            () = self.follow_kept(&task, &call) => {}
        }
        task.cancel();
        self.kept.tasks.remove(task.id());
    }

    async fn follow_kept(&self, task: &Task, call: &ClientCall) {
        loop {
            let asked = tokio::select! {
                biased;
                outcome = call.ended() => {
                    let outcome = outcome.unwrap_or_else(|| Err(Fault::cancelled()));
                    self.kept.tasks.end(task, outcome);
                    self.notify(task);
                    return std::future::pending().await;
                }
                Some(asked) = call.next_request() => asked,
            };
            if task.access().is_suspended()
                || !can_answer(&self.capabilities, asked.method, &asked.params)
            {
                // Dropped, it is asked of the person.
                continue;
            }
            match self.era {
                Era::Modern => task.ask(asked),
                Era::Legacy => {
                    if let Some(session) = self.session.upgrade() {
                        let id = task.id().to_owned();
                        tokio::spawn(async move { session.ask_client(asked, Some(&id)).await });
                    }
                }
            }
        }
    }

    /// Tells a legacy client that the task is over. A modern one listens if it wants to know.
    fn notify(&self, task: &Task) {
        if let (Era::Legacy, Some(session)) = (self.era, self.session.upgrade())
            && session.refusal().is_none()
        {
            let shown = task.shown(self.era);
            session.send_line(notification("notifications/tasks/status", &shown));
        }
    }
}
