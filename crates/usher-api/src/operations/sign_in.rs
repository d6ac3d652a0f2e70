//! `signIn.*`

use crate::app::Done;
use crate::server::ServerParams;
use crate::sign_in::{OpenSignInParams, SignInPlan};
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// Discovers where, and for which scopes, the person would sign in. Opens nothing.
    "signIn.prepare" => SignInPrepare(ServerParams) -> SignInPlan {
        host.servers()
            .prepare_sign_in(&params.server_id)
            .await?
            .into()
    }

    /// Opens the reviewed authorization page in the browser, and waits in the background.
    "signIn.open" => SignInOpen(OpenSignInParams) -> Done {
        host.servers()
            .open_sign_in(&params.server_id, params.client)
            .await?;
        Done
    }

    /// Stops waiting for the browser.
    "signIn.cancel" => SignInCancel(ServerParams) -> Done {
        host.servers().cancel_sign_in(&params.server_id).await?;
        Done
    }

    /// Signs out: forgets the access to a server, everywhere.
    "signIn.forget" => SignInForget(ServerParams) -> Done {
        host.servers().sign_out(&params.server_id).await?;
        Done
    }
}
