//! A proxy on this computer through which one web view reaches the hosts it may reach, and nothing else.
//!
//! It takes `CONNECT` (RFC 9110 9.3.6) alone, so that what passes is encrypted, looks the name up itself and connects
//! to public addresses only. What it refuses is neither looked up nor connected to.

mod destination;
mod head;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener as AsyncListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use url::Url;

use crate::address::is_public;
use crate::limits;
pub use destination::Destination;
use head::Head;

/// Hears what the proxy refused: `host:port`, or what a request without a tunnel was for.
type Refused = dyn Fn(&str) + Send + Sync;

/// A proxy that listens at a port of its own. Dropping it ends it and its tunnels.
pub struct ViewProxy {
    address: SocketAddr,
    rules: Arc<Rules>,
    listening: JoinHandle<()>,
}

struct Rules {
    destinations: Mutex<Vec<Destination>>,
    refused: Box<Refused>,
}

impl ViewProxy {
    /// Starts a proxy that lets nothing through yet. It runs on the current runtime.
    pub fn start(refused: impl Fn(&str) + Send + Sync + 'static) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let listener = AsyncListener::from_std(listener)?;
        let rules = Arc::new(Rules {
            destinations: Mutex::default(),
            refused: Box::new(refused),
        });
        let listening = tokio::spawn(listen(listener, Arc::clone(&rules)));
        Ok(Self {
            address,
            rules,
            listening,
        })
    }

    /// Lets these destinations through, and no others.
    pub fn allow(&self, destinations: Vec<Destination>) {
        *self.rules.destinations.lock() = destinations;
    }

    /// Returns its address, as `http` URL.
    pub fn url(&self) -> Result<Url, url::ParseError> {
        Url::parse(&format!("http://{}", self.address))
    }
}

impl Drop for ViewProxy {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

impl Rules {
    fn allows(&self, host: &str, port: u16) -> bool {
        let destinations = self.destinations.lock();
        destinations.iter().any(|one| one.includes(host, port))
    }
}

/// Takes connections until it is dropped, and the tunnels with it.
async fn listen(listener: AsyncListener, rules: Arc<Rules>) {
    let mut tunnels = JoinSet::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of file descriptors, for example.
            tokio::time::sleep(limits::ACCEPT_PAUSE).await;
            continue;
        };
        while tunnels.try_join_next().is_some() {}
        if tunnels.len() < limits::TUNNELS {
            let rules = Arc::clone(&rules);
            tunnels.spawn(async move { serve(stream, &rules).await });
        }
    }
}

/// Serves one connection. The web view sees a failure as an end.
async fn serve(mut stream: TcpStream, rules: &Rules) {
    let read = tokio::time::timeout(limits::TUNNEL_HEAD_WAIT, Head::read(&mut stream)).await;
    let Ok(Ok(head)) = read else {
        return;
    };
    let status = match open(&head, rules).await {
        Ok(mut upstream) => {
            if stream.write_all(ESTABLISHED).await.is_ok() {
                // Its end is no failure of Usher's, whatever it was.
                let _ = tokio::io::copy_bidirectional(&mut stream, &mut upstream).await;
            }
            return;
        }
        Err(status) => status,
    };
    let refusal = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    let _ = stream.write_all(refusal.as_bytes()).await;
    let _ = stream.shutdown().await;
}

const ESTABLISHED: &[u8] = b"HTTP/1.1 200 Connection established\r\n\r\n";

/// Connects to what a head asks for, or names the status of the refusal.
async fn open(head: &Head, rules: &Rules) -> Result<TcpStream, &'static str> {
    let (host, port) = match head {
        Head::Connect { host, port } => (host.as_str(), *port),
        Head::Other { target } => {
            // A web view asks a proxy for whole addresses; whoever asks for a path is another program.
            if !target.starts_with('/') {
                (rules.refused)(target);
            }
            return Err("405 Method Not Allowed");
        }
    };
    if !rules.allows(host, port) {
        (rules.refused)(&format!("{host}:{port}"));
        return Err("403 Forbidden");
    }
    let connected = tokio::time::timeout(limits::CONNECT_WAIT, connect(host, port, rules)).await;
    connected.unwrap_or(Err("504 Gateway Timeout"))
}

/// Connects to the first public address of a host that answers.
async fn connect(host: &str, port: u16, rules: &Rules) -> Result<TcpStream, &'static str> {
    let found = tokio::net::lookup_host((host, port)).await;
    let found: Vec<SocketAddr> = found.map_err(|_| "502 Bad Gateway")?.collect();
    let public: Vec<_> = found
        .iter()
        .filter(|address| is_public(address.ip()))
        .collect();
    if public.is_empty() && !found.is_empty() {
        (rules.refused)(&format!("{host}:{port}"));
        return Err("403 Forbidden");
    }
    for address in public {
        if let Ok(stream) = TcpStream::connect(address).await {
            return Ok(stream);
        }
    }
    Err("502 Bad Gateway")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::AsyncReadExt as _;

    use super::*;

    /// A proxy with what it refused, for destinations that these sources of a content policy name.
    fn proxy(sources: &[&str]) -> (ViewProxy, Arc<Mutex<Vec<String>>>) {
        let refused = Arc::<Mutex<Vec<String>>>::default();
        let kept = Arc::clone(&refused);
        let proxy = ViewProxy::start(move |what| kept.lock().push(what.to_owned()));
        let proxy = proxy.unwrap();
        let destinations = sources.iter().map(|source| Destination::of_source(source));
        proxy.allow(destinations.map(Option::unwrap).collect());
        (proxy, refused)
    }

    /// The first line that the proxy answers with.
    async fn answer(proxy: &ViewProxy, request: &str) -> String {
        let mut stream = TcpStream::connect(proxy.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        // A connection that is closed with unread input may end with an error.
        let _ = stream.read_to_string(&mut answer).await;
        answer.lines().next().unwrap_or_default().to_owned()
    }

    #[tokio::test]
    async fn a_proxy_refuses_all_but_tunnels_to_declared_hosts() {
        let (proxy, refused) = proxy(&["https://api.example.com", "wss://*.live.example:8443"]);
        let connect = |target: &str| format!("CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n\r\n");
        let rows = [
            (connect("evil.example:443"), "403", "evil.example:443"),
            (connect("api.example.com:80"), "403", "api.example.com:80"),
            (
                connect("x.api.example.com:443"),
                "403",
                "x.api.example.com:443",
            ),
            (connect("live.example:8443"), "403", "live.example:8443"),
            (connect("127.0.0.1:443"), "403", "127.0.0.1:443"),
            (connect("[::1]:443"), "403", "[::1]:443"),
            (
                "GET http://api.example.com/secret HTTP/1.1\r\n\r\n".to_owned(),
                "405",
                "http://api.example.com/secret",
            ),
            (
                "POST http://api.example.com:443/ HTTP/1.1\r\n\r\n".to_owned(),
                "405",
                "http://api.example.com:443/",
            ),
        ];
        for (request, status, what) in rows {
            let answer = answer(&proxy, &request).await;
            assert!(
                answer.starts_with(&format!("HTTP/1.1 {status} ")),
                "{request:?} is answered with {answer:?}"
            );
            assert_eq!(refused.lock().drain(..).collect::<Vec<_>>(), [what]);
        }
    }

    #[tokio::test]
    async fn what_another_program_asks_for_is_no_violation_of_the_app() {
        let (proxy, refused) = proxy(&[]);
        let request =
            "GET /this-app-sends-your-files HTTP/1.1\r\nOrigin: https://evil.example\r\n\r\n";
        let answer = answer(&proxy, request).await;
        assert!(answer.starts_with("HTTP/1.1 405 "), "{answer:?}");
        assert_eq!(*refused.lock(), [""; 0]);
    }

    #[tokio::test]
    async fn a_declared_name_of_this_computer_is_not_connected_to() {
        let here = AsyncListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = here.local_addr().unwrap().port();
        let (proxy, refused) = proxy(&[&format!("https://localhost:{port}")]);
        let request = format!("CONNECT localhost:{port} HTTP/1.1\r\n\r\n");
        assert_eq!(answer(&proxy, &request).await, "HTTP/1.1 403 Forbidden");
        assert_eq!(*refused.lock(), [format!("localhost:{port}")]);
        let visit = tokio::time::timeout(Duration::from_millis(200), here.accept()).await;
        assert!(visit.is_err(), "nobody came");
    }

    #[tokio::test]
    async fn what_is_no_request_is_closed() {
        let (proxy, refused) = proxy(&[]);
        let long = format!("CONNECT {}:443 HTTP/1.1\r\n\r\n", "a".repeat(100_000));
        for request in [
            "\r\n\r\n",
            "CONNECT a:443\r\n\r\n",
            "\u{16}\u{3}\u{1}\r\n\r\n",
            long.as_str(),
        ] {
            assert_eq!(answer(&proxy, request).await, "", "{request:.40}");
        }
        assert_eq!(*refused.lock(), [""; 0]);
    }

    #[tokio::test]
    async fn a_dropped_proxy_listens_no_more() {
        let (proxy, _) = proxy(&[]);
        let address = proxy.address;
        drop(proxy);
        while TcpStream::connect(address).await.is_ok() {
            tokio::task::yield_now().await;
        }
    }
}
