//! `client.*`

use crate::app::{Done, Nothing};
use crate::client::{
    AddHttpClientParams, AdoptClientParams, ClientParams, ClientSnapshot, DecideClientParams,
    HttpAccess, HttpClientToken, ListingCost, ListingCostParams, RemovedClient, RenameClientParams,
    SetHttpAccessParams, SetHttpOriginsParams,
};
use crate::error::ApiError;
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// Programs that reach the servers through Usher, in the order they came.
    "client.list", changed by ["clientsChanged"] => ClientList(Nothing) -> Vec<ClientSnapshot> {
        host.clients().list().into_iter().map(Into::into).collect()
    }

    /// Shows a client that waits in the window, after a click on its notification.
    "client.focus" => ClientFocus(ClientParams) -> Done {
        host.clients().show(&params.client_id)?;
        Done
    }

    /// Does what the person decides about a client.
    "client.decide" => ClientDecide(DecideClientParams) -> ClientSnapshot {
        host.clients()
            .decide(&params.client_id, params.decision)
            .await?
            .into()
    }

    /// Makes a client that waits one with a known client, whose program was moved or updated.
    "client.adopt" => ClientAdopt(AdoptClientParams) -> ClientSnapshot {
        host.clients()
            .adopt(&params.client_id, &params.known_client_id)
            .await?
            .into()
    }

    /// Gives a client another name; its permissions and records go with it.
    "client.rename" => ClientRename(RenameClientParams) -> ClientSnapshot {
        host.clients()
            .rename(&params.client_id, &params.name)
            .await?
            .into()
    }

    /// Forgets a client and the permissions for its calls; if it connects again, it is new. `client.restore` brings it
    /// back for ten seconds.
    "client.forget" => ClientForget(ClientParams) -> RemovedClient {
        host.clients().forget(&params.client_id).await?
    }

    /// Adds a client that connects over HTTP. Its token is in the result, and nowhere else.
    "client.addHttp" => ClientAddHttp(AddHttpClientParams) -> HttpClientToken {
        HttpClientToken::new(
            host.clients()
                .add_http(&params.name, params.profile)
                .await?,
            host.http_access().status(),
        )
    }

    /// Gives a client over HTTP another token. The one before stops working at once.
    "client.replaceToken" => ClientReplaceToken(ClientParams) -> HttpClientToken {
        HttpClientToken::new(
            host.clients().replace_token(&params.client_id).await?,
            host.http_access().status(),
        )
    }

    /// Whether clients may connect over HTTP, and where.
    "client.httpAccess", changed by ["clientsChanged"] => ClientHttpAccess(Nothing) -> HttpAccess {
        host.http_access().status().into()
    }

    /// Lets clients connect over HTTP, or no longer.
    "client.setHttpAccess" => ClientSetHttpAccess(SetHttpAccessParams) -> HttpAccess {
        host.http_access().turn(params.is_on).await?.into()
    }

    /// Lets pages at these origins connect over HTTP, and no others.
    "client.setHttpOrigins" => ClientSetHttpOrigins(SetHttpOriginsParams) -> HttpAccess {
        host.http_access()
            .allow_origins(&params.origins)
            .await?
            .into()
    }

    /// Brings a client back that was just forgotten.
    "client.restore" => ClientRestore(ClientParams) -> ClientSnapshot {
        host.clients().restore(&params.client_id).await?.into()
    }

    /// What listing its tools would cost the model of a client, all of them or with search.
    "client.listingCost", changed by ["clientsChanged"] => ClientListingCost(ListingCostParams) -> ListingCost {
        listing_cost(host, params).await?
    }
}

async fn listing_cost(host: &Host, params: ListingCostParams) -> Result<ListingCost, ApiError> {
    let client = host.clients().snapshot(&params.client_id)?;
    let declared = client.declared.unwrap_or_default().name;
    Ok(host.tool_search().cost(&params.profile, &declared).await?)
}
