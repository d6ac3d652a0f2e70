//! `root.*`

use crate::app::{Done, Nothing};
use crate::root::{
    AddRootParams, ChosenFolder, RootFolder, RootList, RootListParams, RootParams,
    RootsConsentParams,
};
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// Folders shown to all servers, or to one.
    "root.list", changed by ["rootsChanged"] => RootList(RootListParams) -> RootList {
        host.roots().list(&params.scope).await
    }

    /// Opens the system's dialog to choose a folder. Adds nothing.
    "root.choose" => RootChoose(Nothing) -> ChosenFolder {
        let path = host.roots().choose_folder().await?;
        ChosenFolder { path }
    }

    /// Shows another folder.
    "root.add" => RootAdd(AddRootParams) -> RootFolder {
        host.roots()
            .add(params.scope, params.path, params.name)
            .await?
    }

    /// Shows a folder no longer.
    "root.remove" => RootRemove(RootParams) -> Done {
        host.roots().remove(&params.root_id).await?;
        Done
    }

    /// Decides whether a server may see its folders without a question.
    "root.setConsent" => RootSetConsent(RootsConsentParams) -> Done {
        host.roots()
            .set_consent(&params.server_id, params.consent)
            .await?;
        Done
    }
}
