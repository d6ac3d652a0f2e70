//! Keeps what one journey hands on to the next one: each has a runtime of its own, which ends with it.

use std::future::Future;
use std::sync::LazyLock;

use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::UnixStream;
use tokio::runtime::Runtime;

use super::process::{Env, PATIENCE};

/// Drives what a journey hands on to the next one: each has a runtime of its own, which ends with it.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime")
});

/// What makes a window the shared one.
pub(super) struct Shared {
    /// What its app was started with besides the usual.
    pub(super) at_start: Env,
    /// To the app.
    pub(super) socket: BufReader<UnixStream>,
    /// So many errors of MCP Apps were in the log before this journey.
    pub(super) app_errors: usize,
    /// What the app has beside the data folders of journeys: its log, and what the web view keeps.
    pub(super) _own: TempDir,
}

impl Shared {
    pub(super) fn app_errors(&self) -> usize {
        self.app_errors
    }

    /// Has the app do something, and waits until it is done.
    pub(super) async fn request(&mut self, request: &Value) {
        let answer = self.ask(request).await;
        assert_eq!(answer, "\n", "the app failed at {request}");
    }

    /// Returns the line by which the app answers.
    pub(super) async fn ask(&mut self, request: &Value) -> String {
        let mut answer = String::new();
        let answered = async {
            let line = format!("{request}\n");
            self.socket.write_all(line.as_bytes()).await?;
            self.socket.read_line(&mut answer).await
        };
        let answered = tokio::time::timeout(PATIENCE, answered).await;
        let answered = answered.unwrap_or_else(|_| panic!("the app does not do {request}"));
        answered.expect("the app listens");
        answer
    }
}

/// Runs what makes something that outlives the runtime of a journey.
pub(super) async fn outliving<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> T {
    match RUNTIME.spawn(work).await {
        Ok(made) => made,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}
