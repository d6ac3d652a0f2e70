//! Negotiates the protocol with a server, whatever the transport.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::{Map, Value};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use usher_jsonrpc::UNSUPPORTED_VERSION;
use usher_messages::Message;

use super::connection_state::{Connection, ConnectionState};
use super::handshake::{Handshake, Sent, Unanswered};
use super::listen::listen;
use super::subscription_filter::SubscriptionFilter;
use crate::call::{RpcClient, TransportKind};
use crate::capabilities;
use crate::decode::agreed::agreed;
use crate::dialect::ClientIdentity;
use crate::dialect::{ClientDescription, Dialect, ProtocolRevision};
use crate::era::{self, Evidence, FirstPost, HttpEvidence, Opening, OpeningFailure};
use crate::error::{CallError, ConnectError};
use crate::limits;
use crate::model::{Agreed, Endpoint, Era, Found};
use crate::rpc::{Running, Transport};
use crate::wire::Wire;

const DISCOVER: &str = "server/discover";
const INITIALIZE: &str = "initialize";

/// Why the handshake failed; the transport may know more.
pub(super) enum HandshakeFault {
    /// `server/discover` timed out.
    Silent,
    /// `initialize` timed out.
    Timeout,
    /// The connection ended before the answer.
    Ended,
    Error(ConnectError),
    /// The address does not support Streamable HTTP, perhaps HTTP+SSE.
    ///
    /// Holds the server's error, if its refusal was one.
    HttpSse(Option<ConnectError>),
}

impl HandshakeFault {
    /// Returns the failure as the next opening depends on it.
    pub(super) fn kind(&self) -> OpeningFailure {
        match self {
            Self::Silent => OpeningFailure::Silent,
            Self::Timeout => OpeningFailure::TimedOut,
            Self::Ended => OpeningFailure::Ended,
            Self::Error(_) | Self::HttpSse(_) => OpeningFailure::Refused,
        }
    }
}

/// What follows `server/discover` that is not answered in its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AfterSilence {
    /// A program may still be starting, which is never to be done twice: it gets `initialize` as well, and the first
    /// answer counts.
    InitializeBeside,
    /// The exchange fails.
    Fail,
}

/// Negotiates over a new transport and sets the wire's dialect.
///
/// Each request may take `timeout`. Over HTTP the transport reports how a request was refused by
/// [`Wire::record_refusal`].
pub(super) async fn agree<T>(
    transport: &mut T,
    wire: &Wire,
    client: &ClientIdentity,
    opening: Opening,
    after_silence: AfterSilence,
    timeout: Duration,
) -> Result<Agreed, HandshakeFault>
where
    T: Transport,
{
    let mut negotiation = Negotiation {
        handshake: Handshake::new(transport, wire),
        wire,
        introduction: ClientDescription::new(client, capabilities::declared),
        after_silence,
        timeout,
    };
    let (probe_timeout, found, fallback) = match opening {
        Opening::Initialize(found) => return negotiation.initialize(found).await,
        Opening::Discover => {
            negotiation.after_silence = AfterSilence::Fail;
            (timeout, Found::Chosen, Fallback::None)
        }
        Opening::Probe {
            found,
            probe_timeout,
        } => (probe_timeout, found, Fallback::Initialize),
    };
    match (negotiation.discover(found, probe_timeout).await?, fallback) {
        (Discovered::Agreed(agreed), _) => Ok(*agreed),
        (Discovered::Legacy(_) | Discovered::Nothing, Fallback::Initialize) => {
            negotiation.initialize(Found::Probed).await
        }
        (Discovered::Nothing, Fallback::None) => Err(HandshakeFault::Ended),
        (Discovered::Legacy(detail), Fallback::None) => {
            Err(HandshakeFault::Error(ConnectError::OtherEra {
                wanted: Era::Modern,
                detail,
            }))
        }
    }
}

enum Fallback {
    None,
    Initialize,
}

enum Discovered {
    Agreed(Box<Agreed>),
    /// With the server's answer.
    Legacy(Message),
    /// Over HTTP: a success without a message.
    Nothing,
}

/// The answer to `server/discover` as far as its status decides.
enum DiscoverAnswer {
    Read(CallError),
    Nothing,
}

struct Negotiation<'a, T> {
    handshake: Handshake<'a, T>,
    wire: &'a Wire,
    introduction: ClientDescription,
    after_silence: AfterSilence,
    timeout: Duration,
}

impl<T: Transport> Negotiation<'_, T> {
    /// Sends `server/discover`, and once more in another version if needed.
    async fn discover(
        &mut self,
        found: Found,
        probe_timeout: Duration,
    ) -> Result<Discovered, HandshakeFault> {
        let mut version = ProtocolRevision::NEWEST;
        for last in [false, true] {
            self.wire.set_dialect(Some(Dialect::from_revision(version)));
            let params = Map::from_iter([(
                "_meta".to_owned(),
                self.introduction.meta(version, None).into(),
            )]);
            let deadline = Instant::now() + probe_timeout;
            let mut sent = vec![
                self.handshake
                    .send(DISCOVER, params)
                    .ok_or(HandshakeFault::Ended)?,
            ];
            let first = self.handshake.first(&mut sent, deadline).await;
            let answer = match first {
                Ok((_, Ok(result))) => Ok(result),
                Ok((_, Err(error))) => match self.read_status(error)? {
                    DiscoverAnswer::Read(error) => Err(error),
                    DiscoverAnswer::Nothing => return Ok(Discovered::Nothing),
                },
                Err(Unanswered::Silence)
                    if self.after_silence == AfterSilence::InitializeBeside =>
                {
                    let agreed = self.initialize_beside(sent, found).await?;
                    return Ok(Discovered::Agreed(Box::new(agreed)));
                }
                Err(unanswered) => {
                    self.handshake.give_up(&sent);
                    return Err(match unanswered {
                        Unanswered::Silence => HandshakeFault::Silent,
                        Unanswered::NotMcp(what) => not_mcp(what),
                        Unanswered::Ended | Unanswered::Failed(_) => HandshakeFault::Ended,
                    });
                }
            };
            let detail = match &answer {
                Ok(_) => Message::new("exchange.noVersions"),
                Err(error) => error.message(),
            };
            match era::read_discovered(answer) {
                Evidence::Modern { version, result } => {
                    let agreed = Self::modern(self.wire, version, &result, found).await;
                    return Ok(Discovered::Agreed(Box::new(agreed)));
                }
                Evidence::RetryIn(other) if !last => version = other,
                Evidence::RetryIn(_) => return Err(not_mcp(detail)),
                Evidence::Legacy => return Ok(Discovered::Legacy(detail)),
                Evidence::Fatal(error) => return Err(HandshakeFault::Error(error)),
            }
        }
        Err(HandshakeFault::Ended)
    }

    /// Takes up what a modern server offers.
    async fn modern(
        wire: &Wire,
        version: ProtocolRevision,
        result: &Map<String, Value>,
        found: Found,
    ) -> Agreed {
        wire.set_dialect(Some(Dialect::from_revision(version)));
        let (agreed, notes) = agreed(result, version, found);
        wire.events.send_repairs(notes).await;
        agreed
    }

    /// Sends `initialize` beside a `server/discover` that is not answered yet, and follows what is answered.
    async fn initialize_beside(
        &mut self,
        mut sent: Vec<Sent>,
        found: Found,
    ) -> Result<Agreed, HandshakeFault> {
        let params = self.introduction.initialize();
        let initialize = self.handshake.send(INITIALIZE, params);
        sent.push(initialize.ok_or(HandshakeFault::Ended)?);
        let mut deadline = Instant::now() + self.timeout;
        let mut initialized = None;
        let mut is_legacy = false;
        let outcome = loop {
            if (is_legacy || sent.is_empty())
                && let Some(result) = initialized.take()
            {
                break result;
            }
            match self.handshake.first(&mut sent, deadline).await {
                Ok((INITIALIZE, result)) => {
                    // A server that answered the later request is about to answer the earlier one, or never will.
                    if result.is_ok() {
                        deadline = deadline.min(Instant::now() + limits::DISCOVER_GRACE);
                    }
                    initialized = Some(result);
                }
                Ok((_, answer)) => match era::read_discovered(answer) {
                    Evidence::Modern { version, result } => {
                        self.handshake.give_up(&sent);
                        return Ok(Self::modern(self.wire, version, &result, found).await);
                    }
                    Evidence::Legacy => is_legacy = true,
                    Evidence::Fatal(error) => return Err(HandshakeFault::Error(error)),
                    Evidence::RetryIn(_) => return Err(HandshakeFault::Ended),
                },
                Err(Unanswered::Silence) => match initialized.take() {
                    Some(result) => break result,
                    None => match self.wait_longer() {
                        Some(longer) => deadline = Instant::now() + longer,
                        None => return Err(HandshakeFault::Timeout),
                    },
                },
                // The other answer has come to its own request.
                Err(Unanswered::NotMcp(what)) => match initialized.take() {
                    Some(result) => break result,
                    None => return Err(not_mcp(what)),
                },
                Err(_) => return Err(HandshakeFault::Ended),
            }
        };
        self.handshake.give_up(&sent);
        // Silence proves nothing: a modern program that is slow to answer is silent, too.
        let found = if is_legacy {
            Found::Probed
        } else {
            Found::Assumed
        };
        self.wire.set_dialect(None);
        self.legacy(outcome.map_err(Unanswered::Failed), found)
            .await
    }

    /// Returns how much longer a silent program is waited for; an address is not.
    fn wait_longer(&self) -> Option<Duration> {
        let quietly = match self.after_silence {
            AfterSilence::InitializeBeside => self.wire.limits.quiet_start,
            AfterSilence::Fail => Duration::ZERO,
        };
        self.wire.lifecycle.wait_longer(quietly)
    }

    /// Reads the HTTP status before the body.
    fn read_status(&self, error: CallError) -> Result<DiscoverAnswer, HandshakeFault> {
        let Some(refusal) = self.wire.lifecycle.take_refusal() else {
            return match error {
                // Without status and JSON-RPC error the exchange itself failed.
                CallError::Http { .. } | CallError::Unauthorized { .. } | CallError::Closed(_) => {
                    Err(HandshakeFault::Ended)
                }
                read => Ok(DiscoverAnswer::Read(read)),
            };
        };
        match era::read_refusal(FirstPost::Discover, refusal.status, &refusal.body) {
            HttpEvidence::Modern => Ok(DiscoverAnswer::Read(error)),
            HttpEvidence::Legacy => Ok(DiscoverAnswer::Read(CallError::Http {
                status: Some(refusal.status),
                detail: usher_net::status_message(refusal.status),
            })),
            HttpEvidence::Nothing => Ok(DiscoverAnswer::Nothing),
            HttpEvidence::HttpSse => Err(HandshakeFault::HttpSse(None)),
            HttpEvidence::SignIn | HttpEvidence::Outage => Err(HandshakeFault::Ended),
        }
    }

    /// Starts a session (2025-11-25, basic/lifecycle).
    async fn initialize(&mut self, found: Found) -> Result<Agreed, HandshakeFault> {
        self.wire.set_dialect(None);
        // The failure of `server/discover` does not explain that of `initialize`.
        drop(self.wire.lifecycle.take_connect_failure());
        let params = self.introduction.initialize();
        let initialize = self.handshake.send(INITIALIZE, params);
        let mut sent = vec![initialize.ok_or(HandshakeFault::Ended)?];
        let mut deadline = Instant::now() + self.timeout;
        let answer = loop {
            let answer = self.handshake.first(&mut sent, deadline).await;
            if !matches!(answer, Err(Unanswered::Silence)) {
                break answer;
            }
            match self.wait_longer() {
                Some(longer) => deadline = Instant::now() + longer,
                None => break answer,
            }
        };
        self.handshake.give_up(&sent);
        let answer = match answer {
            Ok((_, answer)) => answer.map_err(Unanswered::Failed),
            Err(unanswered) => Err(unanswered),
        };
        self.legacy(answer, found).await
    }

    /// Reads the answer to `initialize`, and begins the session.
    async fn legacy(
        &mut self,
        answer: Result<Value, Unanswered>,
        found: Found,
    ) -> Result<Agreed, HandshakeFault> {
        let result = match answer {
            Ok(Value::Object(result)) => result,
            Ok(_) => return Err(not_mcp(Message::new("exchange.noObject"))),
            Err(Unanswered::Silence) => return Err(HandshakeFault::Timeout),
            Err(Unanswered::Ended) => return Err(HandshakeFault::Ended),
            Err(Unanswered::NotMcp(what)) => return Err(not_mcp(what)),
            Err(Unanswered::Failed(error)) => return Err(self.not_initialized(error)),
        };
        let Some(name) = result.get("protocolVersion").and_then(Value::as_str) else {
            return Err(not_mcp(Message::new("exchange.noVersion")));
        };
        let version = ProtocolRevision::from_name(name).filter(|known| known.era() == Era::Legacy);
        let Some(version) = version else {
            return Err(HandshakeFault::Error(ConnectError::UnsupportedVersion {
                picked: name.to_owned(),
            }));
        };
        self.wire.set_dialect(Some(Dialect::from_revision(version)));
        let (agreed, notes) = agreed(&result, version, found);
        self.wire.events.send_repairs(notes).await;
        match self.handshake.initialized().await {
            Ok(()) => Ok(agreed),
            Err(_) => Err(HandshakeFault::Ended),
        }
    }

    fn not_initialized(&self, error: CallError) -> HandshakeFault {
        if let Some(refusal) = self.wire.lifecycle.take_refusal() {
            match era::read_refusal(FirstPost::Initialize, refusal.status, &refusal.body) {
                HttpEvidence::HttpSse => {
                    let is_error = matches!(error, CallError::Rejected { .. });
                    let said = is_error.then(|| rejected(error, Some(refusal.status)));
                    return HandshakeFault::HttpSse(said);
                }
                HttpEvidence::SignIn | HttpEvidence::Outage | HttpEvidence::Nothing => {
                    return HandshakeFault::Ended;
                }
                HttpEvidence::Modern | HttpEvidence::Legacy => {}
            }
        }
        match &error {
            CallError::Rejected {
                code: UNSUPPORTED_VERSION,
                data,
                ..
            } if era::offered_version(data.as_ref()).is_some() => {
                HandshakeFault::Error(ConnectError::OtherEra {
                    wanted: Era::Legacy,
                    detail: error.message(),
                })
            }
            CallError::Rejected { .. } => HandshakeFault::Error(rejected(error, None)),
            CallError::Undecodable { what, .. } => not_mcp(what.clone()),
            _ => HandshakeFault::Ended,
        }
    }
}

fn rejected(error: CallError, status: Option<u16>) -> ConnectError {
    match error {
        CallError::Rejected {
            code,
            message,
            data,
        } => ConnectError::Rejected {
            status,
            code,
            message,
            data,
        },
        other => ConnectError::NotMcp {
            detail: other.message(),
            stderr: Vec::new(),
        },
    }
}

fn not_mcp(detail: Message) -> HandshakeFault {
    HandshakeFault::Error(ConnectError::NotMcp {
        detail,
        stderr: Vec::new(),
    })
}

/// What a transport returns after the handshake.
pub(super) struct Opened {
    pub(super) wire: Arc<Wire>,
    pub(super) agreed: Agreed,
    pub(super) running: Running,
    pub(super) client: ClientIdentity,
    pub(super) kind: TransportKind,
    pub(super) pid: Option<u32>,
    pub(super) endpoint: Option<Endpoint>,
    pub(super) request_timeout: Duration,
    pub(super) stop: CancellationToken,
    pub(super) closed: CancellationToken,
}

impl Opened {
    /// Returns the public connection, and the session to be run.
    pub(super) fn split(self) -> (Connection, Running) {
        let rpc = RpcClient {
            peer: self.running.peer(),
            wire: self.wire,
            kind: self.kind,
            introduction: Arc::new(ClientDescription::new(&self.client, capabilities::declared)),
            log_level: Arc::default(),
        };
        let subscriptions =
            watch::Sender::new(SubscriptionFilter::declared(&self.agreed.capabilities));
        if self.agreed.era == Era::Modern {
            tokio::spawn(listen(rpc.clone(), subscriptions.subscribe()));
        }
        let shared = ConnectionState {
            subscriptions,
            agreed: self.agreed,
            rpc,
            pid: self.pid,
            endpoint: self.endpoint,
            request_timeout: self.request_timeout,
            reports_taken: std::sync::atomic::AtomicU64::new(0),
            stop: self.stop,
            closed: self.closed,
            session_state: Mutex::default(),
        };
        (
            Connection {
                shared: Arc::new(shared),
            },
            self.running,
        )
    }
}
