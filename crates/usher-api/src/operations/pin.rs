//! `pin.*`

use crate::app::Done;
use crate::pin::viewed_item;
use crate::pin::{
    AcceptLaunchParams, AcceptPinsParams, AcceptVaryingParams, LaunchReview, PinDetail, PinItem,
    PinItemParams,
};
use crate::server::{ServerParams, ServerSnapshot};
use usher_core::host::Host;
use usher_review::items::ItemName;

operations! {
    |host: Host, params|

    /// Lists all items of a server, each compared with its review.
    "pin.list" => PinList(ServerParams) -> Vec<PinItem> {
        host.reviews()
            .items(&params.server_id)
            .await?
            .into_iter()
            .map(Into::into)
            .collect()
    }

    /// One item, with what was pinned and what is declared now.
    "pin.get" => PinGet(PinItemParams) -> PinDetail {
        let item = ItemName {
            kind: params.kind,
            name: params.name,
        };
        let review = host.reviews().item(&params.server_id, &item).await?;
        review.into()
    }

    /// Takes items as they were shown, all or none; answers with the whole list.
    "pin.accept" => PinAccept(AcceptPinsParams) -> Vec<PinItem> {
        let items: Vec<_> = params.items.into_iter().map(viewed_item).collect();
        let left = host.reviews().accept(&params.server_id, &items).await?;
        left.into_iter().map(Into::into).collect()
    }

    /// Takes what alone differs in an item, as it was shown, as changing from now on: the order of a set, or a date, a number or
    /// a path within a text; fails if anything else differs.
    "pin.acceptVarying" => PinAcceptVarying(AcceptVaryingParams) -> Vec<PinItem> {
        host.reviews()
            .accept_varying(&params.server_id, &viewed_item(params.item))
            .await?
            .into_iter()
            .map(Into::into)
            .collect()
    }

    /// Does not take items as they were shown: what was accepted before stays what is accepted.
    "pin.dismiss" => PinDismiss(AcceptPinsParams) -> Done {
        let items: Vec<_> = params.items.into_iter().map(viewed_item).collect();
        host.reviews().keep(&params.server_id, &items).await?;
        Done
    }

    /// Takes back that items were reviewed: they are new again, and not used.
    "pin.forget" => PinForget(AcceptPinsParams) -> Vec<PinItem> {
        let items: Vec<_> = params.items.into_iter().map(viewed_item).collect();
        let left = host.reviews().forget(&params.server_id, &items).await?;
        left.into_iter().map(Into::into).collect()
    }

    /// Puts back an accepted definition that was altered in the database; fails where it is not known any more.
    "pin.restore" => PinRestore(PinItemParams) -> Vec<PinItem> {
        let item = ItemName {
            kind: params.kind,
            name: params.name,
        };
        let items = host.reviews().restore(&params.server_id, &item).await?;
        items.into_iter().map(Into::into).collect()
    }

    /// Returns a server's launch and its differences from the accepted one.
    "pin.getLaunch" => PinGetLaunch(ServerParams) -> LaunchReview {
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
