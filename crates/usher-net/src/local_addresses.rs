//! Returns the local addresses the system would use to reach the internet.
//!
//! No packet is sent.

use std::net::{IpAddr, UdpSocket};

/// Documentation addresses (RFC 5737, RFC 3849).
///
/// Every connected machine has a route to them.
const DOCUMENTATION_ADDRESSES: [(&str, &str); 2] =
    [("0.0.0.0:0", "192.0.2.1:9"), ("[::]:0", "[2001:db8::1]:9")];

/// The addresses of this machine on its default routes.
///
/// Another value means that the network has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalAddresses([Option<IpAddr>; 2]);

impl LocalAddresses {
    /// Makes them of the IPv4 and the IPv6 address.
    pub fn new(addresses: [Option<IpAddr>; 2]) -> Self {
        Self(addresses)
    }

    /// Reads the current ones.
    pub fn current() -> Self {
        Self(DOCUMENTATION_ADDRESSES.map(|(from, to)| {
            // Connecting a datagram socket only selects the route.
            let socket = UdpSocket::bind(from).ok()?;
            socket.connect(to).ok()?;
            Some(socket.local_addr().ok()?.ip())
        }))
    }

    /// Returns whether there is any.
    pub fn is_online(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }
}
