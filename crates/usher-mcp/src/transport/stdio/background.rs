//! Runs background work in the task that receives a server's messages.
//!
//! A task of its own would be woken on the core where the server starts, and once more with each session.

use std::pin::pin;

use futures::FutureExt as _;
use futures::future::{self, BoxFuture, Either, Fuse, FusedFuture as _};

/// Work that becomes a task once this is dropped.
///
/// Ending a server is part of it.
pub(super) struct Background(Fuse<BoxFuture<'static, ()>>);

impl Background {
    pub(super) fn new(work: impl Future<Output = ()> + Send + 'static) -> Self {
        Self(work.boxed().fuse())
    }

    /// Waits for `first` and runs this meanwhile.
    pub(super) async fn run_with<T>(&mut self, first: impl Future<Output = T>) -> T {
        match future::select(pin!(first), &mut self.0).await {
            Either::Left((done, _)) => done,
            Either::Right(((), first)) => first.await,
        }
    }
}

impl Default for Background {
    fn default() -> Self {
        Self(Fuse::terminated())
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        let work = std::mem::replace(&mut self.0, Fuse::terminated());
        // Without a runtime the work ends here and drops what it holds.
        if !work.is_terminated()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_goes_on_whoever_waits_and_after_nobody_does() {
        let (done, mut steps) = mpsc::unbounded_channel();
        let (next, mut wanted) = mpsc::unbounded_channel::<u8>();
        let mut background = Background::new(async move {
            while let Some(step) = wanted.recv().await {
                let _ = done.send(step);
            }
        });
        next.send(1).unwrap();
        assert_eq!(
            background.run_with(steps.recv()).await,
            Some(1),
            "meanwhile"
        );
        next.send(2).unwrap();
        assert!(steps.try_recv().is_err(), "nobody waits for anything");
        tokio::select! {
            biased;
            () = background.run_with(future::pending()) => {}
            () = tokio::task::yield_now() => {}
        }
        assert_eq!(
            steps.try_recv(),
            Ok(2),
            "whoever stops waiting loses nothing"
        );
        drop(background);
        next.send(3).unwrap();
        assert_eq!(steps.recv().await, Some(3), "by itself");
        drop(next);
        assert_eq!(steps.recv().await, None, "until it is done");
    }
}
