//! Numbers our requests and answers those of the other side.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{
    Answer, Delivery, Handler, InFlight, Incoming, IncomingRequest, Message, Params, Request, Sink,
    Transport,
};
use crate::call_tag::CallTag;

/// Sends to the other side, from the calling task.
#[derive(Clone)]
pub(crate) struct Peer {
    sink: Arc<dyn Sink>,
    next_id: Arc<AtomicI64>,
    ended: CancellationToken,
}

/// A sent request.
pub(crate) struct Sent {
    pub(crate) id: Value,
    pub(crate) in_flight: Arc<InFlight>,
    pub(crate) answer: oneshot::Receiver<Answer>,
}

impl Peer {
    /// Sends a request, which asks for progress under its own id.
    pub(crate) fn request(
        &self,
        method: &'static str,
        mut params: Params,
        tag: Option<CallTag>,
    ) -> io::Result<Sent> {
        if self.ended.is_cancelled() {
            return Err(io::ErrorKind::NotConnected.into());
        }
        let id = Value::from(self.next_id.fetch_add(1, Ordering::Relaxed));
        let (in_flight, answer) = InFlight::new(tag);
        params.meta.insert("progressToken".to_owned(), id.clone());
        self.sink.send(&Message::Request(Request {
            id: id.clone(),
            method,
            params,
            in_flight: in_flight.clone(),
        }))?;
        Ok(Sent {
            id,
            in_flight,
            answer,
        })
    }

    pub(crate) fn notify(
        &self,
        method: &'static str,
        params: Option<Value>,
    ) -> io::Result<Delivery> {
        self.sink.send(&Message::Notification { method, params })
    }

    /// Cancelled when no more answers can come.
    pub(crate) fn ended(&self) -> &CancellationToken {
        &self.ended
    }
}

/// A transport that is being read. Dropping it closes the transport.
pub(crate) struct Running {
    peer: Peer,
    task: JoinHandle<()>,
    stop: DropGuard,
}

impl Running {
    pub(crate) fn peer(&self) -> Peer {
        self.peer.clone()
    }

    /// Waits for the end of the transport.
    pub(crate) async fn ended(&self) {
        self.peer.ended.cancelled().await;
    }

    /// Closes the transport and waits until it is closed.
    pub(crate) async fn close(self) -> Result<(), tokio::task::JoinError> {
        drop(self.stop);
        self.task.await
    }
}

/// Reads from a transport until its end and answers requests.
pub(crate) fn serve(transport: impl Transport, handler: impl Handler) -> Running {
    let peer = Peer {
        sink: transport.sink(),
        next_id: Arc::default(),
        ended: CancellationToken::new(),
    };
    let stop = CancellationToken::new();
    let server = Server {
        sink: peer.sink.clone(),
        handler: Arc::new(handler),
        open: Arc::default(),
        stop: stop.clone(),
    };
    Running {
        task: tokio::spawn(server.run(transport, peer.ended.clone())),
        peer,
        stop: stop.drop_guard(),
    }
}

/// Answers requests.
struct Server<H> {
    sink: Arc<dyn Sink>,
    handler: Arc<H>,
    /// Requests without our answer, by id as JSON text.
    open: Arc<Mutex<HashMap<String, CancellationToken>>>,
    stop: CancellationToken,
}

impl<H: Handler> Server<H> {
    async fn run(self, mut transport: impl Transport, ended: CancellationToken) {
        loop {
            let incoming = tokio::select! {
                () = self.stop.cancelled() => None,
                incoming = transport.receive() => incoming,
            };
            match incoming {
                Some(Incoming::Request(request)) => self.answer(request),
                Some(Incoming::Cancelled { id }) => {
                    if let Some(cancelled) = self.open.lock().remove(&id.to_string()) {
                        cancelled.cancel();
                    }
                }
                None => break,
            }
        }
        ended.cancel();
        self.open.lock().clear();
        self.stop.cancel();
        transport.close().await;
    }

    fn answer(&self, request: IncomingRequest) {
        let id = request.id.clone();
        if request.method == "ping" {
            let outcome = Ok(json!({}));
            send_response(self.sink.as_ref(), &Message::Response { id, outcome });
            return;
        }
        let cancelled = self.stop.child_token();
        self.open.lock().insert(id.to_string(), cancelled.clone());
        let (sink, handler, open) = (self.sink.clone(), self.handler.clone(), self.open.clone());
        tokio::spawn(async move {
            let outcome = handler.answer(request, cancelled).await;
            // A cancelled request gets no answer (2025-11-25, basic/utilities/cancellation).
            if open.lock().remove(&id.to_string()).is_some() {
                send_response(sink.as_ref(), &Message::Response { id, outcome });
            }
        });
    }
}

fn send_response(sink: &dyn Sink, response: &Message) {
    if let Err(error) = sink.send(response) {
        tracing::debug!(%error, "a response could not be sent");
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use usher_jsonrpc::{Fault, Outcome};

    use super::*;

    #[derive(Default)]
    struct Written(Mutex<Vec<String>>);

    impl Sink for Written {
        fn send(&self, message: &Message) -> io::Result<Delivery> {
            self.0.lock().push(serde_json::to_string(message)?);
            Ok(None)
        }
    }

    struct Scripted {
        written: Arc<Written>,
        incoming: mpsc::UnboundedReceiver<Incoming>,
    }

    impl Transport for Scripted {
        fn sink(&self) -> Arc<dyn Sink> {
            self.written.clone()
        }

        async fn receive(&mut self) -> Option<Incoming> {
            self.incoming.recv().await
        }

        async fn close(&mut self) {}
    }

    /// Answers `echo`, and anything else when it is cancelled.
    struct Echo;

    impl Handler for Echo {
        async fn answer(&self, request: IncomingRequest, cancelled: CancellationToken) -> Outcome {
            if request.method == "echo" {
                return Ok(request.params);
            }
            cancelled.cancelled().await;
            Err(Fault::cancelled())
        }
    }

    fn asks(id: i64, method: &str) -> Incoming {
        Incoming::Request(IncomingRequest {
            id: id.into(),
            method: method.into(),
            params: json!({"n": id}),
            stream: None,
        })
    }

    #[tokio::test(start_paused = true)]
    async fn both_sides_ask_and_only_open_requests_are_answered() {
        let written = Arc::new(Written::default());
        let (sender, incoming) = mpsc::unbounded_channel();
        let transport = Scripted {
            written: written.clone(),
            incoming,
        };
        let running = serve(transport, Echo);
        let peer = running.peer();
        for _ in 0..2 {
            peer.request("tools/list", Params::default(), None).unwrap();
        }
        for message in [
            asks(1, "ping"),
            asks(2, "wait"),
            Incoming::Cancelled { id: json!(2) },
            asks(3, "echo"),
            asks(4, "wait"),
        ] {
            sender.send(message).unwrap();
        }
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        drop(sender);
        running.ended().await;
        running.close().await.unwrap();
        assert!(
            peer.request("tools/list", Params::default(), None).is_err(),
            "nobody could answer any more"
        );
        let written = written.0.lock();
        let expected = [
            r#"{"jsonrpc":"2.0","id":0,"method":"tools/list","params":{"_meta":{"progressToken":0}}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"progressToken":1}}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":3,"result":{"n":3}}"#,
        ];
        assert_eq!(*written, expected);
    }
}
