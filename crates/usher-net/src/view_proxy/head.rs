//! The head of a request to a proxy (RFC 9112 3).

use std::io;

use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

use crate::limits;

/// What a request asks a proxy for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Head {
    /// A tunnel.
    Connect { host: String, port: u16 },
    /// Anything else; the beginning of its target.
    Other { target: String },
}

impl Head {
    /// Reads a head to its empty line. Whoever sends `CONNECT` waits for the answer before it sends more.
    pub(super) async fn read(stream: &mut TcpStream) -> io::Result<Self> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            if head.len() >= limits::TUNNEL_HEAD_BYTES {
                return Err(io::ErrorKind::InvalidData.into());
            }
            let mut stream = (&mut *stream).take(limits::TUNNEL_HEAD_BYTES as u64);
            if stream.read_buf(&mut head).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Self::parse(&head).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    fn parse(head: &[u8]) -> Option<Self> {
        let head = std::str::from_utf8(head).ok()?;
        let (line, _) = head.split_once("\r\n")?;
        let mut words = line.split(' ');
        let (method, target, version) = (words.next()?, words.next()?, words.next()?);
        if words.next().is_some() || !version.starts_with("HTTP/1.") {
            return None;
        }
        if method != "CONNECT" {
            let target = target.chars().take(limits::REFUSED_CHARS).collect();
            return Some(Self::Other { target });
        }
        let (host, port) = target.rsplit_once(':')?;
        if host.is_empty() || host.len() > limits::HOST_BYTES {
            return None;
        }
        Some(Self::Connect {
            host: host.to_owned(),
            port: port.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_by_its_first_line() {
        let connect = |host: &str, port| {
            Some(Head::Connect {
                host: host.into(),
                port,
            })
        };
        let other = |target: &str| {
            Some(Head::Other {
                target: target.into(),
            })
        };
        let rows = [
            ("CONNECT a.example:443 HTTP/1.1", connect("a.example", 443)),
            ("CONNECT [::1]:80 HTTP/1.0", connect("[::1]", 80)),
            ("GET http://a.example/ HTTP/1.1", other("http://a.example/")),
            ("connect a.example:443 HTTP/1.1", other("a.example:443")),
            ("CONNECT a.example HTTP/1.1", None),
            ("CONNECT :443 HTTP/1.1", None),
            ("CONNECT a.example:70000 HTTP/1.1", None),
            ("CONNECT a.example:443", None),
            ("CONNECT a.example:443 HTTP/2", None),
            ("CONNECT a.example:443 HTTP/1.1 x", None),
            ("", None),
        ];
        for (line, expected) in rows {
            let head = format!("{line}\r\nProxy-Connection: keep-alive\r\n\r\n");
            assert_eq!(Head::parse(head.as_bytes()), expected, "{line:?}");
        }
    }
}
