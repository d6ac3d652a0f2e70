//! Keeps a web view for the next app: a process of its own takes longer to start than a page to be drawn.

use parking_lot::MutexGuard;
use usher_types::id::AppId;
use usher_types::mcp_app::AppOrigin;

use super::McpApps;
use super::view::PreparedView;
use crate::limits;

impl McpApps {
    /// Opens a web view for the next app of the window, unless there is one. It ends if no app comes. Nothing of a
    /// server is in it.
    pub fn prepare_view(&self) {
        let Some(views) = self.context().views.clone() else {
            return;
        };
        // A window of its own opens only when the person asks for it.
        if !views.draws_inline() {
            return;
        }
        let id = AppId::generate();
        {
            let mut prepared = self.prepared();
            if prepared.is_some() {
                return;
            }
            *prepared = Some(PreparedView::Opening(id.clone()));
        }
        if let Err(error) = views.prepare(&id) {
            tracing::warn!(%error, "no web view is ready for the next app");
            self.prepared().take_if(|prepared| *prepared.id() == id);
            return;
        }
        // It may have ended meanwhile.
        if let Some(prepared) = self
            .prepared()
            .as_mut()
            .filter(|prepared| *prepared.id() == id)
        {
            *prepared = PreparedView::Open(id.clone());
        }
        let apps = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(limits::PREPARED_VIEW_FOR).await;
            apps.drop_prepared(&id);
        });
    }

    /// The identity of a new app: the one whose web view is open already, if the page has that origin.
    pub(super) fn take_prepared(&self, origin: AppOrigin) -> AppId {
        let fits = |prepared: &mut PreparedView| {
            origin == AppOrigin::Opaque && matches!(prepared, PreparedView::Open(_))
        };
        match self.prepared().take_if(fits) {
            Some(prepared) => prepared.id().clone(),
            None => AppId::generate(),
        }
    }

    /// Ends the web view of an app that has not come.
    pub(super) fn drop_prepared(&self, id: &AppId) {
        let dropped = self.prepared().take_if(|prepared| prepared.id() == id);
        if let (Some(_), Some(views)) = (dropped, &self.context().views) {
            views.close(id);
        }
    }

    fn prepared(&self) -> MutexGuard<'_, Option<PreparedView>> {
        self.0.prepared.lock()
    }
}
