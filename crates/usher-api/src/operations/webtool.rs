//! `webtool.*`

use crate::app::{Done, Nothing};
use crate::error::ApiError;
use crate::webtool::{
    ConfigureWebtoolParams, DiscoverWebtoolParams, EnableWebtoolParams, FetchWebtoolParams,
    ParseWebtoolParams, PinId, WebtoolComparison, WebtoolDetail, WebtoolDiscovery, WebtoolParams,
    WebtoolPinParams, WebtoolPreview, WebtoolSnapshot, WebtoolText,
};
use serde_json::Value;
use usher_core::host::Host;
use usher_core::webtools::{self as core, Configuration, NewWebtool, PreviewResult};
use usher_messages::Message;

operations! {
    |host: Host, params|

    /// All webtools, in the person's order.
    "webtool.list", changed by ["webtoolsChanged"] => WebtoolList(Nothing) -> Vec<WebtoolSnapshot> {
        host.webtools().list().into_iter().map(Into::into).collect()
    }

    /// Everything about one webtool.
    "webtool.get", changed by ["webtoolsChanged"] => WebtoolGet(WebtoolParams) -> WebtoolDetail {
        host.webtools().detail(&params.webtool_id).await?.into()
    }

    /// Checks whether a webtool or an OpenAPI document is at an address. Adds nothing.
    "webtool.discover" => WebtoolDiscover(DiscoverWebtoolParams) -> WebtoolDiscovery {
        discover(host, params).await?
    }

    /// Reads a pasted OpenAPI document. Adds nothing.
    "webtool.parse" => WebtoolParse(ParseWebtoolParams) -> WebtoolPreview {
        host.webtools().preview_text(&params.text).await?.into()
    }

    /// Adds what was looked at: saving is the consent to exactly that document.
    "webtool.add" => WebtoolAdd(NewWebtool) -> WebtoolSnapshot {
        host.webtools().add(params).await?.into()
    }

    /// Saves what the person configures.
    "webtool.configure" => WebtoolConfigure(ConfigureWebtoolParams) -> WebtoolSnapshot {
        configure(host, params).await?
    }

    /// Turns a webtool on or off.
    "webtool.setEnabled" => WebtoolSetEnabled(EnableWebtoolParams) -> WebtoolSnapshot {
        host.webtools()
            .enable(&params.webtool_id, params.enabled)
            .await?
            .into()
    }

    /// Removes a webtool, with its credentials and all its documents.
    "webtool.remove" => WebtoolRemove(WebtoolParams) -> Done {
        host.webtools().remove(&params.webtool_id).await?;
        Done
    }

    /// Checks whether the document has changed. The version in use stays in use.
    "webtool.check" => WebtoolCheck(WebtoolParams) -> WebtoolSnapshot {
        host.webtools().check(&params.webtool_id).await?.into()
    }

    /// Fetches one version and keeps it beside the others.
    "webtool.fetch" => WebtoolFetch(FetchWebtoolParams) -> PinId {
        host.webtools()
            .fetch_version(&params.webtool_id, &params.version)
            .await?
    }

    /// One kept document exactly as it came.
    "webtool.text", changed by ["webtoolsChanged"] => WebtoolText(WebtoolPinParams) -> WebtoolText {
        host.webtools()
            .document_text(&params.webtool_id, params.pin_id)
            .await?
            .into()
    }

    /// What is different in another kept document.
    "webtool.compare", changed by ["webtoolsChanged"] => WebtoolCompare(WebtoolPinParams) -> WebtoolComparison {
        host.webtools()
            .compare(&params.webtool_id, params.pin_id)
            .await?
            .into()
    }

    /// Uses this document from now on: a new version, or an old one again. Choosing is the consent.
    "webtool.activateVersion" => WebtoolActivateVersion(WebtoolPinParams) -> WebtoolSnapshot {
        host.webtools()
            .use_version(&params.webtool_id, params.pin_id)
            .await?
            .into()
    }

    /// Keeps what is used although another document was found.
    "webtool.dismissUpdate" => WebtoolDismissUpdate(WebtoolParams) -> WebtoolSnapshot {
        host.webtools()
            .keep_version(&params.webtool_id)
            .await?
            .into()
    }

    /// Begins a new session with a webtool.
    "webtool.renewSession" => WebtoolRenewSession(WebtoolParams) -> WebtoolDetail {
        host.webtools().renew_session(&params.webtool_id)?;
        host.webtools().detail(&params.webtool_id).await?.into()
    }
}

async fn discover(
    host: &Host,
    params: DiscoverWebtoolParams,
) -> Result<WebtoolDiscovery, ApiError> {
    let token = params.token;
    let result = host.webtools().preview(&params.url, token.as_ref()).await;
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

async fn configure(
    host: &Host,
    params: ConfigureWebtoolParams,
) -> Result<WebtoolSnapshot, ApiError> {
    let Value::Object(config) = params.config else {
        let message = Message::new("field.configuration");
        return Err(ApiError::invalid("config", message));
    };
    let new = Configuration {
        label: params.label,
        config,
        secrets: params
            .secrets
            .into_iter()
            .map(|secret| (secret.pointer, secret.change))
            .collect(),
        token: params.token,
        check_every_hours: params.check_every_hours,
    };
    let id = params.webtool_id;
    Ok(host.webtools().configure(&id, new).await?.into())
}
