//! The network as it is seen from its other end: a resolver, and ports that take connections.

use std::collections::BTreeSet;
use std::io;
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::sync::Arc;

use parking_lot::Mutex;

/// The ports that are watched.
const PORTS: [u16; 3] = [80, 443, 8080];

/// Where names lead: an address of the internet, or this computer.
const PUBLIC: Ipv4Addr = Ipv4Addr::new(93, 184, 216, 34);

#[derive(Clone, Default)]
pub(crate) struct Observed(Arc<Mutex<Seen>>);

#[derive(Default)]
struct Seen {
    names: BTreeSet<String>,
    addresses: BTreeSet<String>,
}

impl Observed {
    /// Begins to answer and to listen.
    pub(crate) fn start() -> io::Result<Self> {
        let observed = Self::default();
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 53))?;
        let resolver = observed.clone();
        std::thread::spawn(move || resolver.resolve(&socket));
        for port in PORTS {
            let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, port))?;
            let visited = observed.clone();
            std::thread::spawn(move || {
                for stream in listener.incoming().flatten() {
                    if let Ok(address) = stream.local_addr() {
                        visited.0.lock().addresses.insert(address.to_string());
                    }
                }
            });
        }
        Ok(observed)
    }

    /// Takes what was seen since the last time.
    pub(crate) fn take(&self) -> (BTreeSet<String>, BTreeSet<String>) {
        let Seen { names, addresses } = std::mem::take(&mut *self.0.lock());
        (names, addresses)
    }

    /// Answers questions for names (RFC 1035).
    fn resolve(&self, socket: &UdpSocket) {
        let mut packet = [0; 512];
        while let Ok((length, from)) = socket.recv_from(&mut packet) {
            let Some((name, answer)) = packet.get(..length).and_then(answer) else {
                continue;
            };
            self.0.lock().names.insert(name);
            // Whoever asked may be gone.
            let _ = socket.send_to(&answer, from);
        }
    }
}

/// The name that a packet asks for, and the answer.
fn answer(packet: &[u8]) -> Option<(String, Vec<u8>)> {
    let mut labels = Vec::new();
    let mut at = 12;
    loop {
        let length = usize::from(*packet.get(at)?);
        if length == 0 {
            break;
        }
        let label = packet.get(at + 1..at + 1 + length)?;
        labels.push(String::from_utf8_lossy(label).to_lowercase());
        at += 1 + length;
    }
    let question = packet.get(12..at + 5)?;
    let is_address = question.get(question.len() - 4..)? == [0, 1, 0, 1];
    // A response to a recursive query: one question, and one answer if it is for an IPv4 address.
    let flags = [0x81, 0x80, 0, 1, 0, u8::from(is_address), 0, 0, 0, 0];
    let mut answer = [packet.get(..2)?, &flags, question].concat();
    if is_address {
        let is_rebound = labels.first().is_some_and(|label| label == "rebound");
        let address = if is_rebound {
            Ipv4Addr::LOCALHOST
        } else {
            PUBLIC
        };
        // The name as in the question, an address of the internet, for no time at all, four bytes.
        answer.extend([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]);
        answer.extend(address.octets());
    }
    Some((labels.join("."), answer))
}
