//! Finds the processes at the other end of a connection within this computer (Linux, proc(5)).

use std::fs;
use std::io;
use std::net::SocketAddrV4;
use std::path::Path;

use crate::TcpPeer;
use crate::lineage::is_marked;

/// Finds the processes that hold the other end of a connection. A server that hides what it holds counts as one of them,
/// unless another process is found there.
///
/// # Errors
/// The other end has gone.
pub fn tcp_peer(own: SocketAddrV4, peer: SocketAddrV4) -> io::Result<TcpPeer> {
    let sockets = fs::read_to_string("/proc/net/tcp")?;
    let inode = inode_of(&sockets, peer, own).ok_or(io::ErrorKind::NotConnected)?;
    let link = format!("socket:[{inode}]");
    let (mut processes, mut is_hidden) = (Vec::new(), false);
    for process in fs::read_dir("/proc")?.flatten() {
        let Some(pid) = process
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
        else {
            continue;
        };
        let is_marked = is_marked(pid).unwrap_or(false);
        match holds(&process.path(), &link) {
            Ok(true) => {
                processes.push(pid);
                if is_marked {
                    return Ok(TcpPeer {
                        processes,
                        is_server: true,
                    });
                }
            }
            Ok(false) => {}
            Err(_) => is_hidden |= is_marked,
        }
    }
    Ok(TcpPeer {
        is_server: is_hidden && processes.is_empty(),
        processes,
    })
}

/// Whether a process has a descriptor of this socket.
fn holds(process: &Path, link: &str) -> io::Result<bool> {
    let descriptors = fs::read_dir(process.join("fd"))?;
    let is_it = |path: &Path| fs::read_link(path).is_ok_and(|found| found == Path::new(link));
    Ok(descriptors
        .flatten()
        .any(|descriptor| is_it(&descriptor.path())))
}

/// The inode of the socket between two addresses, in the list of the system; `None` = there is none any more.
fn inode_of(sockets: &str, local: SocketAddrV4, remote: SocketAddrV4) -> Option<u64> {
    let (local, remote) = (listed(local), listed(remote));
    let line = sockets.lines().find_map(|line| {
        let fields: Vec<_> = line.split_whitespace().collect();
        let is_it =
            fields.get(1) == Some(&local.as_str()) && fields.get(2) == Some(&remote.as_str());
        is_it.then_some(fields)
    });
    let inode = line?.get(9)?.parse().ok()?;
    // A socket that no process holds any more has none.
    Some(inode).filter(|inode| *inode != 0)
}

/// An address as the system lists it: its bytes as a number of this machine, and the port, in hexadecimal.
fn listed(address: SocketAddrV4) -> String {
    let number = u32::from_ne_bytes(address.ip().octets());
    format!("{number:08X}:{:04X}", address.port())
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};

    use super::*;

    #[test]
    fn the_other_end_is_found_by_its_addresses() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let v4 = |address: SocketAddr| match address {
            SocketAddr::V4(address) => address,
            SocketAddr::V6(address) => panic!("{address} is of another version"),
        };
        let own = v4(listener.local_addr().unwrap());
        let peer = v4(stream.local_addr().unwrap());
        let this = TcpPeer {
            processes: vec![std::process::id()],
            is_server: false,
        };
        assert_eq!(tcp_peer(own, peer).ok(), Some(this));
        let nobody = SocketAddrV4::new(Ipv4Addr::LOCALHOST, 1);
        assert!(tcp_peer(own, nobody).is_err(), "nobody is there");
    }
}
