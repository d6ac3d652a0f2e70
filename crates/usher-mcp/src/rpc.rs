//! Speaks JSON-RPC 2.0 on a connection.
//!
//! Both sides may send requests, so nothing here knows which of them is the client.

mod in_flight;
mod message;
mod peer;
mod pending;

use std::io;
use std::sync::Arc;

use serde_json::Value;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use usher_jsonrpc::Outcome;

pub(crate) use in_flight::{Answer, InFlight};
pub(crate) use message::{Message, Params, Request};
pub(crate) use peer::{Peer, Running, serve};
pub(crate) use pending::{PendingRequest, PendingRequests};

/// A server's message to be handled.
///
/// Responses and other notifications were handled when read.
#[derive(Debug)]
pub(crate) enum Incoming {
    Request(IncomingRequest),
    /// The other side cancelled its request.
    Cancelled {
        id: Value,
    },
}

/// A request of the other side.
#[derive(Debug)]
pub(crate) struct IncomingRequest {
    pub(crate) id: Value,
    pub(crate) method: String,
    pub(crate) params: Value,
    /// The id of our request whose stream carried it, as JSON text.
    pub(crate) stream: Option<String>,
}

/// Reports the delivery of a message without a response.
///
/// `None` if only the response can show it.
pub(crate) type Delivery = Option<oneshot::Receiver<io::Result<()>>>;

/// Sends messages in order.
pub(crate) trait Sink: Send + Sync {
    fn send(&self, message: &Message) -> io::Result<Delivery>;
}

/// Carries messages both ways.
pub(crate) trait Transport: Send + 'static {
    fn sink(&self) -> Arc<dyn Sink>;

    /// Waits for the next message; `None` at the end.
    ///
    /// Dropping the future loses nothing.
    fn receive(&mut self) -> impl Future<Output = Option<Incoming>> + Send;

    fn close(&mut self) -> impl Future<Output = ()> + Send;
}

/// Answers the requests of the other side.
pub(crate) trait Handler: Send + Sync + 'static {
    fn answer(
        &self,
        request: IncomingRequest,
        cancelled: CancellationToken,
    ) -> impl Future<Output = Outcome> + Send;
}

/// Waits until a message was delivered.
pub(crate) async fn delivered(delivery: Delivery) -> io::Result<()> {
    match delivery {
        Some(delivery) => delivery
            .await
            .unwrap_or_else(|_| Err(io::ErrorKind::NotConnected.into())),
        None => Ok(()),
    }
}
