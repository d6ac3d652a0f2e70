//! `pin.*`

use usher_review::items::ItemName;

use crate::api::Api;
use crate::app::Done;
use crate::error::ApiError;
use crate::pin::viewed_item;
use crate::pin::{
    AcceptLaunchParams, AcceptPinsParams, AcceptVaryingParams, LaunchReview, PinDetail, PinItem,
    PinItemParams,
};
use crate::server::{ServerParams, ServerSnapshot};

pub(crate) async fn list(api: &Api, params: ServerParams) -> Result<Vec<PinItem>, ApiError> {
    let items = api.host()?.reviews().items(&params.server_id).await?;
    Ok(items.into_iter().map(Into::into).collect())
}

pub(crate) async fn get(api: &Api, params: PinItemParams) -> Result<PinDetail, ApiError> {
    let item = ItemName {
        kind: params.kind,
        name: params.name,
    };
    let review = api.host()?.reviews().item(&params.server_id, &item).await?;
    Ok(review.into())
}

pub(crate) async fn accept(api: &Api, params: AcceptPinsParams) -> Result<Vec<PinItem>, ApiError> {
    let items: Vec<_> = params.items.into_iter().map(viewed_item).collect();
    let left = api
        .host()?
        .reviews()
        .accept(&params.server_id, &items)
        .await?;
    Ok(left.into_iter().map(Into::into).collect())
}

pub(crate) async fn accept_varying(
    api: &Api,
    params: AcceptVaryingParams,
) -> Result<Vec<PinItem>, ApiError> {
    let left = api
        .host()?
        .reviews()
        .accept_varying(&params.server_id, &viewed_item(params.item))
        .await?;
    Ok(left.into_iter().map(Into::into).collect())
}

pub(crate) async fn dismiss(api: &Api, params: AcceptPinsParams) -> Result<Done, ApiError> {
    let items: Vec<_> = params.items.into_iter().map(viewed_item).collect();
    api.host()?
        .reviews()
        .keep(&params.server_id, &items)
        .await?;
    Ok(Done)
}

pub(crate) async fn forget(api: &Api, params: AcceptPinsParams) -> Result<Vec<PinItem>, ApiError> {
    let items: Vec<_> = params.items.into_iter().map(viewed_item).collect();
    let left = api
        .host()?
        .reviews()
        .forget(&params.server_id, &items)
        .await?;
    Ok(left.into_iter().map(Into::into).collect())
}

pub(crate) async fn restore(api: &Api, params: PinItemParams) -> Result<Vec<PinItem>, ApiError> {
    let item = ItemName {
        kind: params.kind,
        name: params.name,
    };
    let items = api
        .host()?
        .reviews()
        .restore(&params.server_id, &item)
        .await?;
    Ok(items.into_iter().map(Into::into).collect())
}

pub(crate) async fn get_launch(api: &Api, params: ServerParams) -> Result<LaunchReview, ApiError> {
    let review = api.host()?.servers().review_launch(&params.server_id)?;
    Ok(review.into())
}

pub(crate) async fn accept_launch(
    api: &Api,
    params: AcceptLaunchParams,
) -> Result<ServerSnapshot, ApiError> {
    let snapshot = api
        .host()?
        .servers()
        .accept_launch(&params.server_id, &params.fingerprint)
        .await?;
    Ok(snapshot.into())
}

pub(crate) async fn accept_program(
    api: &Api,
    params: ServerParams,
) -> Result<ServerSnapshot, ApiError> {
    let snapshot = api
        .host()?
        .servers()
        .accept_program(&params.server_id)
        .await?;
    Ok(snapshot.into())
}
