//! What a supervisor can be told to do.

use tokio::sync::oneshot;
use usher_oauth::Attempt;

/// Commands to a supervisor. Each is answered once the new state can be seen.
pub(super) enum Command {
    /// The person turned it on: start, unless it is already up or coming up.
    Enable,
    /// The person turned it off.
    Disable,
    /// Stop if running, then start with the entry's present definition.
    Restart,
    /// The browser was opened: wait for the person to sign in.
    SignIn(Box<Attempt>),
    /// Stop waiting for the browser.
    CancelSignIn,
    /// Start if it only waits for a secret.
    SecretsAvailable,
    /// The machine has slept, or its network has changed: try again, or see whether it still answers.
    Recheck,
    /// Stop and end the task.
    End,
}

/// A command and who waits for it to be done.
pub(super) type SentCommand = (Command, oneshot::Sender<()>);
