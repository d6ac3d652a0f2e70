//! Speaks JSON-RPC 2.0 with the other side of a connection.
//!
//! Both sides may ask and both answer, so nothing here knows which of them is the client.

mod in_flight;
mod message;
mod peer;
mod pending;

use std::io;
use std::sync::Arc;

use serde_json::Value;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

pub(crate) use in_flight::{Answer, InFlight};
pub(crate) use message::{ErrorObject, Message, Params, Request};
pub(crate) use peer::{Peer, Running, serve};
pub(crate) use pending::{PendingRequest, PendingRequests};

/// What a server sends that needs somebody to act: its answers and other notifications were handled when read.
#[derive(Debug)]
pub(crate) enum Incoming {
    Request(IncomingRequest),
    /// The other side no longer waits for the answer to its request.
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
    /// The id of our request on whose stream it came, as JSON text.
    pub(crate) stream: Option<String>,
}

/// Reports when a message that needs no answer was delivered; `None` if only its answer can tell.
pub(crate) type Delivery = Option<oneshot::Receiver<io::Result<()>>>;

/// Sends messages in the order they are given.
pub(crate) trait Sink: Send + Sync {
    fn send(&self, message: &Message) -> io::Result<Delivery>;
}

/// Carries messages both ways.
pub(crate) trait Transport: Send + 'static {
    fn sink(&self) -> Arc<dyn Sink>;

    /// Waits for the next message; `None` at the end. Dropping the future loses nothing.
    fn receive(&mut self) -> impl Future<Output = Option<Incoming>> + Send;

    fn close(&mut self) -> impl Future<Output = ()> + Send;
}

/// Answers the requests of the other side.
pub(crate) trait Handler: Send + Sync + 'static {
    fn answer(
        &self,
        request: IncomingRequest,
        cancelled: CancellationToken,
    ) -> impl Future<Output = Result<Value, ErrorObject>> + Send;
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

/// Whether a request may be answered under this id: JSON-RPC allows text and whole numbers.
pub(crate) fn is_request_id(id: &Value) -> bool {
    id.is_string() || id.is_i64()
}
