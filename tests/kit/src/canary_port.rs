//! A port that counts connections nobody has a reason to make.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::net::{TcpListener, TcpStream};

/// Counts every connection made to it.
pub struct CanaryPort {
    /// The port, on the loopback address.
    pub port: u16,
    visits: Arc<AtomicUsize>,
}

impl CanaryPort {
    /// Begins to listen.
    ///
    /// # Errors
    /// When no port is free.
    pub async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let visits = Arc::<AtomicUsize>::default();
        let counting = visits.clone();
        tokio::spawn(async move {
            let mut visitors = Vec::new();
            while let Ok((visitor, _)) = listener.accept().await {
                counting.fetch_add(1, Ordering::Relaxed);
                visitors.push(visitor);
            }
        });
        Ok(Self { port, visits })
    }

    /// Counts the connections so far, by making one itself: those before it are counted before it.
    ///
    /// # Errors
    /// When nothing listens any more.
    pub async fn visits(&self) -> io::Result<usize> {
        let before = self.visits.load(Ordering::Relaxed);
        let _visit = TcpStream::connect(("127.0.0.1", self.port)).await?;
        while self.visits.load(Ordering::Relaxed) == before {
            tokio::task::yield_now().await;
        }
        Ok(self.visits.load(Ordering::Relaxed) - 1)
    }
}
