//! `pin.*`

use crate::app::Done;
use crate::pin::{
    AcceptLaunchParams, AcceptPinsParams, AcceptVaryingParams, LaunchReview, PinDetail, PinItem,
    PinItemParams,
};
use crate::server::{ServerParams, ServerSnapshot};
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// Lists all items of a server, each compared with its review.
    "pin.list", changed by ["serverChanged", "catalogChanged", "serverRemoved"]
        => PinList(ServerParams) -> Vec<PinItem> {
        host.reviews()
            .items(&params.server_id)
            .await?
    }

    /// One item, with what was pinned and what is declared now.
    "pin.get", changed by ["serverChanged", "catalogChanged", "serverRemoved"] => PinGet(PinItemParams) -> PinDetail {
        let review = host.reviews().item(&params.server_id, &params.item).await?;
        review.into()
    }

    /// Takes items as they were shown, all or none; answers with the whole list.
    "pin.accept" => PinAccept(AcceptPinsParams) -> Vec<PinItem> {
        host.reviews().accept(&params.server_id, &params.items).await?
    }

    /// Accepts what alone differs in an item, as it was shown, as changing from now on: the order of a set, or a date, a
    /// number or a path within a text; fails if anything else differs.
    "pin.acceptVarying" => PinAcceptVarying(AcceptVaryingParams) -> Vec<PinItem> {
        host.reviews()
            .accept_varying(&params.server_id, &params.item)
            .await?
    }

    /// Does not take items as they were shown: what was accepted before stays what is accepted.
    "pin.dismiss" => PinDismiss(AcceptPinsParams) -> Done {
        host.reviews().keep(&params.server_id, &params.items).await?;
        Done
    }

    /// Takes back that items were reviewed: they are new again, and not used.
    "pin.forget" => PinForget(AcceptPinsParams) -> Vec<PinItem> {
        host.reviews().forget(&params.server_id, &params.items).await?
    }

    /// Puts back an accepted definition that was altered in the database; fails where it is not known any more.
    "pin.restore" => PinRestore(PinItemParams) -> Vec<PinItem> {
        host.reviews().restore(&params.server_id, &params.item).await?
    }

    /// Returns a server's launch and its differences from the accepted one.
    "pin.getLaunch", changed by ["serverChanged"] => PinGetLaunch(ServerParams) -> LaunchReview {
        host.servers().review_launch(&params.server_id)?.into()
    }

    /// Accepts a server's launch as shown, and starts it if enabled.
    "pin.acceptLaunch" => PinAcceptLaunch(AcceptLaunchParams) -> ServerSnapshot {
        host.servers()
            .accept_launch(&params.server_id, &params.fingerprint)
            .await?
            .into()
    }

    /// Takes note that the program a server starts is another file now.
    "pin.acceptProgram" => PinAcceptProgram(ServerParams) -> ServerSnapshot {
        host.servers()
            .accept_program(&params.server_id)
            .await?
            .into()
    }
}
