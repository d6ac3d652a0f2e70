//! The way out of this machine: which of its own addresses the system would use. No packet is sent to find out.

use std::net::{IpAddr, UdpSocket};

/// Addresses of documentation networks (RFC 5737, RFC 3849): every machine with a way out has one to them.
const DOCUMENTATION_ADDRESSES: [(&str, &str); 2] =
    [("0.0.0.0:0", "192.0.2.1:9"), ("[::]:0", "[2001:db8::1]:9")];

/// By which addresses this machine reaches the world; another value means that the network has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalAddresses([Option<IpAddr>; 2]);

impl LocalAddresses {
    /// By these addresses: the one over IPv4, the one over IPv6.
    pub fn new(addresses: [Option<IpAddr>; 2]) -> Self {
        Self(addresses)
    }

    /// As it is now.
    pub fn current() -> Self {
        Self(DOCUMENTATION_ADDRESSES.map(|(from, to)| {
            // Connecting a datagram socket only chooses the route.
            let socket = UdpSocket::bind(from).ok()?;
            socket.connect(to).ok()?;
            Some(socket.local_addr().ok()?.ip())
        }))
    }

    /// Whether there is any.
    pub fn is_online(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }
}
