//! Sends notifications on Linux desktops (<https://specifications.freedesktop.org/notification-spec/latest/>).

use std::collections::HashMap;
use std::time::Duration;

use futures::StreamExt as _;
use zbus::zvariant::Value;

use super::texts::Texts;

/// Longest wait for the notification service.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a click on the notification itself is called.
const CLICK: &str = "default";

#[zbus::proxy(
    interface = "org.freedesktop.Notifications",
    default_service = "org.freedesktop.Notifications",
    default_path = "/org/freedesktop/Notifications",
    gen_blocking = false
)]
trait Notifications {
    #[expect(clippy::too_many_arguments, reason = "the specification's own")]
    fn notify(
        &self,
        app_name: &str,
        replaces_id: u32,
        app_icon: &str,
        summary: &str,
        body: &str,
        actions: &[&str],
        hints: HashMap<&str, Value<'_>>,
        expire_timeout: i32,
    ) -> zbus::Result<u32>;

    fn close_notification(&self, id: u32) -> zbus::Result<()>;

    #[zbus(signal)]
    fn action_invoked(&self, id: u32, action_key: String) -> zbus::Result<()>;
}

/// The desktop's notifications, and which question each is of.
pub(super) struct Desktop {
    notifications: NotificationsProxy<'static>,
    clicks: ActionInvokedStream,
    shown: HashMap<u32, String>,
}

impl Desktop {
    pub(super) async fn reach() -> zbus::Result<Self> {
        let bus = zbus::Connection::session().await?;
        let notifications = NotificationsProxy::new(&bus).await?;
        Ok(Self {
            clicks: notifications.receive_action_invoked().await?,
            notifications,
            shown: HashMap::new(),
        })
    }

    pub(super) async fn show(&mut self, ask: &str, texts: &Texts) {
        let hints = HashMap::from([("desktop-entry", Value::from("Usher"))]);
        let actions = [CLICK, &texts.open];
        let (summary, body) = (&texts.summary, &texts.body);
        let shown = self.notifications.notify(
            "Usher",
            0,
            "usher-desktop",
            summary,
            body,
            &actions,
            hints,
            -1,
        );
        match tokio::time::timeout(PATIENCE, shown).await {
            Ok(Ok(id)) => {
                self.shown.insert(id, ask.to_owned());
            }
            Ok(Err(error)) => tracing::debug!(%error, "the desktop did not take a notification"),
            Err(_) => tracing::debug!("the desktop did not answer to a notification"),
        }
    }

    pub(super) async fn take_away(&mut self, ask: &str) {
        let gone: Vec<u32> = self
            .shown
            .extract_if(|_, of| of == ask)
            .map(|(id, _)| id)
            .collect();
        for id in gone {
            // One that the person has dismissed already is no longer there to be closed.
            let closed = self.notifications.close_notification(id);
            let _ = tokio::time::timeout(PATIENCE, closed).await;
        }
    }

    /// The question of the notification that is clicked next.
    pub(super) async fn clicked(&mut self) -> Option<String> {
        while let Some(signal) = self.clicks.next().await {
            let Ok(click) = signal.args() else {
                continue;
            };
            // The signal goes to everybody on the bus, so it may be of another app's notification.
            // Not every desktop puts a clicked one away: the end of the question does.
            if let Some(ask) = self.shown.get(&click.id) {
                return Some(ask.clone());
            }
        }
        None
    }
}
