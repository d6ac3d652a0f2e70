//! Opens HTTP+SSE (2024-11-05, basic/transports).
//!
//! A GET opens the one stream, whose `endpoint` event names the address for messages. Sending and listening are the
//! same as for Streamable HTTP.

use http::{HeaderMap, HeaderValue, header};
use url::Url;
use usher_messages::Message;

use super::endpoint::{HttpEndpoint, is_stream};
use super::events::{Data, Events};

/// An open stream of events.
pub(crate) struct OpenStream {
    pub(super) events: Events,
    /// The address for messages; `None` if the server named none in time.
    pub(crate) endpoint: Option<Url>,
}

/// Why there is no stream.
#[derive(Debug)]
pub(crate) enum NoStream {
    /// The address opens no stream.
    Absent,
    /// It named an endpoint that must not be used.
    Refused(Message),
}

/// Opens the stream at an address and waits for its endpoint.
///
/// Earlier events (an event `open`, comments, messages meant for others) are ignored.
pub(crate) async fn open(endpoint: &HttpEndpoint, url: &Url) -> Result<OpenStream, NoStream> {
    let mut protocol = HeaderMap::new();
    protocol.insert(
        header::ACCEPT,
        HeaderValue::from_static("text/event-stream"),
    );
    let limits = &endpoint.wire.limits;
    let get = endpoint.send_authorized(endpoint.client.get(url.clone()), protocol);
    let opened = tokio::time::timeout(limits.stream_wait, get);
    let Ok(Ok(response)) = opened.await else {
        return Err(NoStream::Absent);
    };
    if !is_stream(&response) {
        return Err(NoStream::Absent);
    }
    let mut events = Events::new(response, endpoint.wire.clone());
    let named = tokio::time::timeout(limits.endpoint_wait, name_of_endpoint(&mut events));
    let endpoint = match named.await {
        Err(_) => None,
        Ok(None) => return Err(NoStream::Absent),
        Ok(Some(name)) => Some(named_endpoint(url, &name)?),
    };
    Ok(OpenStream { events, endpoint })
}

async fn name_of_endpoint(events: &mut Events) -> Option<String> {
    while let Ok(Some(event)) = events.next().await {
        if let ("endpoint", Data::Whole(name)) = (event.kind.as_str(), &event.data) {
            return Some(String::from_utf8_lossy(name).trim().to_owned());
        }
    }
    None
}

/// Returns the endpoint, if it is on the stream's origin.
///
/// Messages may hold the user's secrets.
fn named_endpoint(stream: &Url, name: &str) -> Result<Url, NoStream> {
    let endpoint = stream.join(name).map_err(|_| {
        NoStream::Refused(Message::new("net.endpointInvalid").with("endpoint", name))
    })?;
    if endpoint.origin() != stream.origin() {
        let host = endpoint.origin().ascii_serialization();
        return Err(NoStream::Refused(
            Message::new("net.endpointElsewhere").with("host", host),
        ));
    }
    Ok(endpoint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_go_only_to_where_the_stream_is() {
        let cases = [
            ("/messages?id=1", Some("https://a.example/messages?id=1")),
            ("messages", Some("https://a.example/v1/messages")),
            ("?id=1", Some("https://a.example/v1/sse?id=1")),
            ("https://a.example/m", Some("https://a.example/m")),
            ("https://a.example:443/m", Some("https://a.example/m")),
            ("http://a.example/m", None),
            ("https://a.example:444/m", None),
            ("https://b.example/m", None),
            ("//b.example/m", None),
            ("file:///etc/passwd", None),
            ("https://", None),
        ];
        let stream: Url = "https://a.example/v1/sse".parse().expect("a URL");
        for (name, expected) in cases {
            let found = named_endpoint(&stream, name).ok();
            assert_eq!(
                found.as_ref().map(Url::as_str),
                expected,
                "the endpoint {name:?}"
            );
        }
    }
}
