//! Defines what to connect to, and how.

use std::time::Duration;

use tokio::sync::mpsc;
use usher_process::ProcessRegistry;

use crate::dialect::ClientIdentity;
use crate::era::EraChoice;
use crate::event::ConnectionEvent;
use crate::launch::Launch;
use crate::limits::Limits;
use crate::model::Era;

pub struct ConnectOptions {
    pub launch: Launch,
    pub client: ClientIdentity,
    pub era: EraChoice,
    /// The server's last known lifecycle, which [`EraChoice::Auto`] tries first.
    pub remembered: Option<Era>,
    /// Longest time from a start to the answer.
    ///
    /// A program that has to be started once more, because it ended when asked for its era, gets the time again.
    pub connect_timeout: Duration,
    /// The timeout of every request but tool calls.
    pub request_timeout: Duration,
    pub limits: Limits,
    pub events: mpsc::Sender<ConnectionEvent>,
    /// Ends a started program if this process cannot.
    pub process_registry: ProcessRegistry,
}
