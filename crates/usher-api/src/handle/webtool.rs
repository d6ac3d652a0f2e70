//! `webtool.*`

use serde_json::Value;
use usher_core::webtools::{self as core, Configuration, NewWebtool, PreviewResult};

use crate::api::Api;
use crate::app::{Done, Nothing};
use crate::error::ApiError;
use crate::webtool::{
    AddWebtoolParams, ConfigureWebtoolParams, DiscoverWebtoolParams, EnableWebtoolParams,
    FetchWebtoolParams, ParseWebtoolParams, PinId, WebtoolComparison, WebtoolDetail,
    WebtoolDiscovery, WebtoolParams, WebtoolPinParams, WebtoolPreview, WebtoolSnapshot,
    WebtoolText,
};
use usher_messages::Message;

pub(crate) async fn list(api: &Api, _: Nothing) -> Result<Vec<WebtoolSnapshot>, ApiError> {
    let webtools = api.host()?.webtools().list();
    Ok(webtools.into_iter().map(Into::into).collect())
}

pub(crate) async fn get(api: &Api, params: WebtoolParams) -> Result<WebtoolDetail, ApiError> {
    Ok(api
        .host()?
        .webtools()
        .detail(&params.webtool_id)
        .await?
        .into())
}

pub(crate) async fn discover(
    api: &Api,
    params: DiscoverWebtoolParams,
) -> Result<WebtoolDiscovery, ApiError> {
    let token = params.token.map(|token| token.0);
    let result = api
        .host()?
        .webtools()
        .preview(&params.url, token.as_ref())
        .await;
    Ok(match result {
        PreviewResult::Webtool(preview) => WebtoolDiscovery::Webtool {
            preview: Box::new((*preview).into()),
        },
        PreviewResult::Nothing(fault @ core::FetchFault::Unusable { .. }) => {
            WebtoolDiscovery::Broken {
                message: fault.message(),
            }
        }
        PreviewResult::Nothing(fault) => WebtoolDiscovery::Nothing {
            message: fault.message(),
        },
    })
}

pub(crate) async fn parse(
    api: &Api,
    params: ParseWebtoolParams,
) -> Result<WebtoolPreview, ApiError> {
    Ok(api
        .host()?
        .webtools()
        .preview_text(&params.text)
        .await?
        .into())
}

pub(crate) async fn add(api: &Api, params: AddWebtoolParams) -> Result<WebtoolSnapshot, ApiError> {
    let new = NewWebtool {
        label: params.label,
        sha256: params.sha256,
        base: params.base,
        token: params.token.map(|token| token.0),
    };
    Ok(api.host()?.webtools().add(new).await?.into())
}

pub(crate) async fn configure(
    api: &Api,
    params: ConfigureWebtoolParams,
) -> Result<WebtoolSnapshot, ApiError> {
    let Value::Object(config) = params.config else {
        let message = Message::new("field.configuration");
        return Err(ApiError::invalid(
            message.clone(),
            [("config".to_owned(), message)],
        ));
    };
    let new = Configuration {
        label: params.label,
        config,
        secrets: params
            .secrets
            .into_iter()
            .map(|secret| (secret.pointer, secret.change.into()))
            .collect(),
        token: params.token.into(),
        check_every_hours: params.check_every_hours,
    };
    let id = params.webtool_id;
    Ok(api.host()?.webtools().configure(&id, new).await?.into())
}

pub(crate) async fn set_enabled(
    api: &Api,
    params: EnableWebtoolParams,
) -> Result<WebtoolSnapshot, ApiError> {
    let id = params.webtool_id;
    Ok(api
        .host()?
        .webtools()
        .enable(&id, params.enabled)
        .await?
        .into())
}

pub(crate) async fn remove(api: &Api, params: WebtoolParams) -> Result<Done, ApiError> {
    api.host()?.webtools().remove(&params.webtool_id).await?;
    Ok(Done)
}

pub(crate) async fn check(api: &Api, params: WebtoolParams) -> Result<WebtoolSnapshot, ApiError> {
    Ok(api
        .host()?
        .webtools()
        .check(&params.webtool_id)
        .await?
        .into())
}

pub(crate) async fn fetch(api: &Api, params: FetchWebtoolParams) -> Result<PinId, ApiError> {
    let id = params.webtool_id;
    let pin = api
        .host()?
        .webtools()
        .fetch_version(&id, &params.version)
        .await?;
    Ok(PinId(pin.0))
}

pub(crate) async fn text(api: &Api, params: WebtoolPinParams) -> Result<WebtoolText, ApiError> {
    let id = params.webtool_id;
    let pin = params.pin_id;
    Ok(api.host()?.webtools().document_text(&id, pin).await?.into())
}

pub(crate) async fn compare(
    api: &Api,
    params: WebtoolPinParams,
) -> Result<WebtoolComparison, ApiError> {
    let id = params.webtool_id;
    let compared = api.host()?.webtools().compare(&id, params.pin_id).await?;
    Ok(compared.into())
}

pub(crate) async fn activate_version(
    api: &Api,
    params: WebtoolPinParams,
) -> Result<WebtoolSnapshot, ApiError> {
    let id = params.webtool_id;
    let chosen = api
        .host()?
        .webtools()
        .use_version(&id, params.pin_id)
        .await?;
    Ok(chosen.into())
}

pub(crate) async fn dismiss_update(
    api: &Api,
    params: WebtoolParams,
) -> Result<WebtoolSnapshot, ApiError> {
    Ok(api
        .host()?
        .webtools()
        .keep_version(&params.webtool_id)
        .await?
        .into())
}

pub(crate) async fn renew(api: &Api, params: WebtoolParams) -> Result<WebtoolDetail, ApiError> {
    let host = api.host()?;
    let id = params.webtool_id;
    host.webtools().renew_session(&id)?;
    Ok(host.webtools().detail(&id).await?.into())
}
