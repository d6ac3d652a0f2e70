//! The address of the endpoint, as the head of a request has to name it.

/// What `Host` and `Origin` of a request are held against.
#[derive(Debug, Clone)]
pub(super) struct OwnOrigin {
    host: String,
    origin: String,
}

impl OwnOrigin {
    pub(super) fn new(port: u16) -> Self {
        let host = format!("127.0.0.1:{port}");
        Self {
            origin: format!("http://{host}"),
            host,
        }
    }

    /// Whether it is exactly this address: a name can be made to lead anywhere (DNS rebinding).
    pub(super) fn is_host(&self, host: &[u8]) -> bool {
        host == self.host.as_bytes()
    }

    /// Whether a program asks: one that sends an origin names the address it connects to. No page comes from there; which
    /// pages may ask is the person's choice.
    pub(super) fn is_origin(&self, origin: &[u8]) -> bool {
        origin == self.origin.as_bytes()
    }
}
