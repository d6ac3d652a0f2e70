//! Uses servers while secrets cannot be read, and deletes secrets.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use usher_api::operations::op;

use serde_json::{Value, json};
use usher_messages::Message;
use usher_system::secrets::{KeyringState, Memory, SecretError, SecretStore};
use usher_types::id::SecretRef;
use usher_types::secret::Secret;

use crate::test_host::{TestHost, demo_program, program, text};

/// Shorter than the host's wait for a keyring.
const SOON: Duration = Duration::from_secs(4);

/// A keyring with a lock in the test's hand. What a real one does is tested where it is spoken to.
#[derive(Default)]
pub(crate) struct Lockable {
    inside: Memory,
    is_locked: AtomicBool,
    /// It takes secrets and never says so.
    is_silent: AtomicBool,
    kept: AtomicUsize,
    /// While this is held, no secret of a server is given out.
    pub(crate) giving: tokio::sync::Mutex<()>,
    /// How many wait for that.
    waiting: AtomicUsize,
}

impl Lockable {
    pub(crate) fn set_locked(&self, is_locked: bool) {
        self.is_locked.store(is_locked, Ordering::SeqCst);
    }

    /// Whether anybody waits for a secret.
    pub(crate) fn is_waited_for(&self) -> bool {
        self.waiting.load(Ordering::SeqCst) > 0
    }

    fn check(&self) -> Result<(), SecretError> {
        if self.is_locked.load(Ordering::SeqCst) {
            return Err(SecretError::Locked(Message::new("keyring.locked")));
        }
        Ok(())
    }
}

/// All but the key that stored rows are checked with.
fn is_of_a_server(reference: &SecretRef) -> bool {
    !reference.as_str().starts_with("integrity-")
}

#[async_trait::async_trait]
impl SecretStore for Lockable {
    async fn get(&self, reference: &SecretRef) -> Result<Secret, SecretError> {
        self.check()?;
        if is_of_a_server(reference) {
            self.waiting.fetch_add(1, Ordering::SeqCst);
            drop(self.giving.lock().await);
            self.waiting.fetch_sub(1, Ordering::SeqCst);
        }
        self.inside.get(reference).await
    }

    async fn set(&self, reference: &SecretRef, secret: Secret) -> Result<(), SecretError> {
        if self.is_silent.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
        self.check()?;
        if is_of_a_server(reference) {
            self.kept.fetch_add(1, Ordering::SeqCst);
        }
        self.inside.set(reference, secret).await
    }

    async fn delete(&self, reference: &SecretRef) -> Result<(), SecretError> {
        self.check()?;
        if is_of_a_server(reference) && self.inside.get(reference).await.is_ok() {
            self.kept.fetch_sub(1, Ordering::SeqCst);
        }
        self.inside.delete(reference).await
    }

    async fn status(&self) -> KeyringState {
        match self.check() {
            Ok(()) => KeyringState::Available,
            Err(error) => KeyringState::Locked {
                message: error.message(),
            },
        }
    }

    async fn unlock(&self) -> KeyringState {
        self.status().await
    }
}

fn config() -> Value {
    json!({
        "kind": "stdio", "command": demo_program(), "args": [], "cwd": null,
        "env": [{ "name": "API_KEY", "secret": true, "value": "swordfish-1" }],
    })
}

#[tokio::test]
async fn a_server_waits_for_a_locked_keyring_and_starts_when_it_opens() {
    let keyring = Arc::new(Lockable::default());
    let host = TestHost::open_with(Arc::clone(&keyring) as Arc<dyn SecretStore>).await;
    let server = host.add("Mine", config()).await;
    host.until_state(&server, "running").await;

    keyring.set_locked(true);
    let host = host.reopen().await;
    let snapshot = host.until_state(&server, "failed").await;
    let failure = &snapshot["state"]["failure"];
    assert_eq!(failure["kind"], "secretUnavailable", "{failure}");
    assert!(
        text(&failure["summary"]).contains("API_KEY"),
        "the secret is named: {failure}"
    );
    let status = host.call(op::SecretStatus, json!({})).await;
    assert_eq!(status["waitingServers"], 1, "{status}");

    let status = host.call(op::SecretRetry, json!({})).await;
    assert_eq!(
        status["state"]["kind"], "locked",
        "it is locked still: {status}"
    );
    host.until_state(&server, "failed").await;

    keyring.set_locked(false);
    let status = host.call(op::SecretRetry, json!({})).await;
    assert_eq!(status["state"]["kind"], "available");
    host.until_state(&server, "running").await;
    host.until_event("keyringChanged", |event| {
        event["status"]["waitingServers"] == 0
    })
    .await;
    host.api.close().await;
}

#[tokio::test]
async fn secrets_go_only_when_a_removal_can_no_longer_be_undone() {
    let keyring = Arc::new(Lockable::default());
    let host = TestHost::open_with(Arc::clone(&keyring) as Arc<dyn SecretStore>).await;
    let kept = || keyring.kept.load(Ordering::SeqCst);
    let server = host.add("Mine", config()).await;
    assert_eq!(kept(), 1);
    let changed = json!({ "serverId": server, "draft": { "label": "Mine", "config": config() } });
    host.call(op::ServerUpdate, changed).await;
    assert_eq!(kept(), 1, "a replaced secret is forgotten");
    host.call_on(op::ServerRemove, &server).await;
    assert_eq!(kept(), 1, "the removal can still be undone");
    host.until("the secret is gone", async || (kept() == 0).then_some(()))
        .await;
    let error = host
        .fails(op::ServerRestore, json!({ "serverId": server }))
        .await;
    assert_eq!(error.code, usher_api::Code::NotFound, "{error:?}");
    host.api.close().await;
}

/// A removed server that names the secrets of the others, as another program could write it.
const PLANTED: &str = "
    INSERT INTO servers (id, position, label_key, definition, consent, consented, enabled, created_at, removed_at)
    SELECT 'planted', 9, 'planted', definition, consent, consented, 0, created_at, 1 FROM servers";

#[tokio::test]
async fn a_removed_server_that_another_program_wrote_takes_no_secret_along() {
    let keyring = Arc::new(Lockable::default());
    let host = TestHost::open_with(Arc::clone(&keyring) as Arc<dyn SecretStore>).await;
    let kept = || keyring.kept.load(Ordering::SeqCst);
    host.add("Mine", config()).await;
    host.execute(PLANTED).await;
    host.api.close().await;
    assert_eq!(kept(), 1, "written while Usher runs");
    host.execute(PLANTED).await;
    let host = host.reopen().await;
    let removed = "SELECT count(*) FROM servers WHERE removed_at IS NOT NULL";
    host.until("it is deleted", async || {
        (host.number(removed).await == 0).then_some(())
    })
    .await;
    host.api.close().await;
    assert_eq!(kept(), 1, "written before the start");
}

#[tokio::test]
async fn nothing_else_waits_for_a_keyring_that_does_not_answer() {
    let keyring = Arc::new(Lockable::default());
    let host = TestHost::open_with(Arc::clone(&keyring) as Arc<dyn SecretStore>).await;
    let server = host.add("Mine", program(demo_program(), &[])).await;
    host.until_state(&server, "running").await;

    keyring.is_silent.store(true, Ordering::SeqCst);
    let draft = json!({ "draft": { "label": "Other", "config": config() } });
    let adding = host.call(op::ServerAdd, draft);
    let meanwhile = async {
        tokio::task::yield_now().await;
        let off = json!({ "serverId": server, "enabled": false });
        let disabled = host.call(op::ServerSetEnabled, off);
        let disabled = tokio::time::timeout(SOON, disabled).await;
        assert!(disabled.is_ok(), "a server is turned off at once");
        let closed = tokio::time::timeout(SOON, host.api.close()).await;
        assert!(closed.is_ok(), "the host closes at once");
    };
    tokio::select! {
        biased;
        added = adding => panic!("the keyring has not answered: {added}"),
        () = meanwhile => {}
    }
}

#[tokio::test]
async fn a_draft_whose_secret_cannot_be_kept_is_not_saved() {
    let keyring = Arc::new(Lockable::default());
    keyring.set_locked(true);
    let host = TestHost::open_with(keyring).await;
    let draft = json!({ "draft": { "label": "Mine", "config": config() } });
    let error = host.fails(op::ServerAdd, draft.clone()).await;
    assert_eq!(error.code, usher_api::Code::KeyringUnavailable, "{error:?}");
    assert_eq!(host.call(op::ServerList, json!({})).await, json!([]));
    let report = host.call(op::ServerTest, draft.clone()).await;
    assert_eq!(
        report["failure"],
        Value::Null,
        "a test needs no keyring: {report}"
    );
    host.call(op::SecretUseMemoryStore, json!({})).await;
    let server = text(&host.call(op::ServerAdd, draft).await["id"]);
    host.until_state(&server, "running").await;
    let detail = host.call_on(op::ServerGet, &server).await;
    assert_eq!(
        detail["config"]["env"][0]["value"]["kept"], "thisRun",
        "{detail}"
    );
    host.api.close().await;
}
