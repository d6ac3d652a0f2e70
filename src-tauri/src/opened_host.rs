//! Holds the API of the opened host. Calls made before it is open wait for it.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{SetOnce, SetOnceError};
use usher_api::Api;

/// The opened host. In builds that are tested it can be taken away, and another one opened.
#[derive(Default)]
pub(crate) struct OpenedHost(Mutex<Arc<SetOnce<Api>>>);

impl OpenedHost {
    pub(crate) async fn wait(&self) -> Api {
        self.current().wait().await.clone()
    }

    pub(crate) fn get(&self) -> Option<Api> {
        self.current().get().cloned()
    }

    pub(crate) fn set(&self, api: Api) -> Result<(), SetOnceError<Api>> {
        self.current().set(api)
    }

    /// Takes the host. Calls wait for the next one from now on.
    #[cfg(all(feature = "swap-data-folder", target_os = "linux"))]
    pub(crate) fn take(&self) -> Option<Api> {
        let mut current = self.0.lock();
        std::mem::take(&mut *current).get().cloned()
    }

    fn current(&self) -> Arc<SetOnce<Api>> {
        Arc::clone(&self.0.lock())
    }
}
