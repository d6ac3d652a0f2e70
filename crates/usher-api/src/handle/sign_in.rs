//! `signIn.*`

use crate::api::Api;
use crate::app::Done;
use crate::error::ApiError;
use crate::server::ServerParams;
use crate::sign_in::{OpenSignInParams, SignInPlan};

pub(crate) async fn prepare(api: &Api, params: ServerParams) -> Result<SignInPlan, ApiError> {
    let server = params.server_id;
    Ok(api.host()?.servers().prepare_sign_in(&server).await?.into())
}

pub(crate) async fn open(api: &Api, params: OpenSignInParams) -> Result<Done, ApiError> {
    let server = params.server_id;
    let known = params.client.map(Into::into);
    api.host()?.servers().open_sign_in(&server, known).await?;
    Ok(Done)
}

pub(crate) async fn cancel(api: &Api, params: ServerParams) -> Result<Done, ApiError> {
    api.host()?
        .servers()
        .cancel_sign_in(&params.server_id)
        .await?;
    Ok(Done)
}

pub(crate) async fn forget(api: &Api, params: ServerParams) -> Result<Done, ApiError> {
    api.host()?.servers().sign_out(&params.server_id).await?;
    Ok(Done)
}
