//! What a call needs of the client that makes it.

use std::sync::Arc;

use futures::future::BoxFuture;
use serde_json::{Map, Value};
use usher_types::call::ClientLeg;

use super::ended_call::RawEnding;
use usher_servers::request_error::RequestError;

/// What a client does for its call.
pub type ClientFuture<'a, T> = BoxFuture<'a, T>;

/// The client of a call. Requests of the client come and go while the call runs.
pub trait ClientSide: Send + Sync {
    /// Waits for the source of the call, which may be starting.
    fn settled(&self) -> ClientFuture<'_, ()>;

    /// Waits until a request of the client waits for the call.
    ///
    /// # Errors
    /// The client may not use the item any more.
    fn attended(&self) -> ClientFuture<'_, Result<(), RequestError>>;

    /// Waits for the answer of the source, and passes on what it reports meanwhile.
    fn during<'a>(&'a self, sending: ClientFuture<'a, ()>) -> ClientFuture<'a, ()>;

    /// Answers the client, and returns what passes between it and Usher. An error means that nothing was sent. `sent` = the
    /// arguments, which the person may have changed.
    fn answer<'a>(
        &'a self,
        ending: Result<RawEnding, RequestError>,
        sent: &'a Arc<Map<String, Value>>,
    ) -> ClientFuture<'a, ClientLeg>;
}
