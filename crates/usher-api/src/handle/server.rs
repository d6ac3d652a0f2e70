//! `server.*` and `catalog.*`

use crate::api::Api;
use crate::app::{Done, Nothing};
use crate::catalog::{EntryParams, MarkViewedParams, RawEntry};
use crate::error::ApiError;
use crate::server::{
    AddServerParams, ArrangeServersParams, EndTestParams, LogLevelParams, PassVariablesParams,
    RemovedServer, ResolveCommandParams, ResolvedCommand, ServerDetail, ServerParams, ServerPlace,
    ServerSnapshot, SetEnabledParams, SetGroupParams, TestReport, TestServerParams,
    UpdateServerParams,
};
use usher_core::servers::{ArrangedServer, ServerError};
use usher_messages::Message;
use usher_types::group::ServerGroup;
use usher_types::process::ProcessList;

pub(crate) async fn list(api: &Api, _: Nothing) -> Result<Vec<ServerSnapshot>, ApiError> {
    let servers = api.host()?.servers().list();
    Ok(servers.into_iter().map(Into::into).collect())
}

pub(crate) async fn processes(api: &Api, _: Nothing) -> Result<ProcessList, ApiError> {
    Ok(api.host()?.processes().list().await)
}

pub(crate) async fn get(api: &Api, params: ServerParams) -> Result<ServerDetail, ApiError> {
    let host = api.host()?;
    let detail = host.servers().detail(&params.server_id)?;
    Ok(crate::server::detail(host, detail).await)
}

pub(crate) async fn add(api: &Api, params: AddServerParams) -> Result<ServerSnapshot, ApiError> {
    Ok(api.host()?.servers().add(params.draft.into()).await?.into())
}

pub(crate) async fn add_demo(api: &Api, _: Nothing) -> Result<ServerSnapshot, ApiError> {
    Ok(api.host()?.servers().add_demo().await?.into())
}

pub(crate) async fn update(
    api: &Api,
    params: UpdateServerParams,
) -> Result<ServerSnapshot, ApiError> {
    let server = params.server_id;
    let updated = api.host()?.servers().update(&server, params.draft.into());
    Ok(updated.await?.into())
}

pub(crate) async fn set_enabled(
    api: &Api,
    params: SetEnabledParams,
) -> Result<ServerSnapshot, ApiError> {
    let host = api.host()?;
    let server = params.server_id;
    let snapshot = if params.enabled {
        host.servers().enable(&server).await?
    } else {
        host.servers().disable(&server).await?
    };
    Ok(snapshot.into())
}

pub(crate) async fn arrange(
    api: &Api,
    params: ArrangeServersParams,
) -> Result<Vec<ServerSnapshot>, ApiError> {
    let host = api.host()?;
    let mut arranged = Vec::new();
    for ServerPlace { server_id, group } in params.servers {
        let group = typed_group(group.as_deref())?;
        arranged.push(ArrangedServer {
            id: server_id,
            group,
        });
    }
    let servers = host.servers().arrange(arranged).await?;
    Ok(servers.into_iter().map(Into::into).collect())
}

pub(crate) async fn set_group(
    api: &Api,
    params: SetGroupParams,
) -> Result<Vec<ServerSnapshot>, ApiError> {
    let host = api.host()?;
    let group = typed_group(params.group.as_deref())?;
    let servers = host.servers().set_group(&params.server_ids, group).await?;
    Ok(servers.into_iter().map(Into::into).collect())
}

fn typed_group(group: Option<&str>) -> Result<Option<ServerGroup>, ApiError> {
    let typed = ServerGroup::typed(group.unwrap_or_default());
    Ok(typed.map_err(ServerError::Arrangement)?)
}

pub(crate) async fn restart(api: &Api, params: ServerParams) -> Result<ServerSnapshot, ApiError> {
    Ok(api
        .host()?
        .servers()
        .restart(&params.server_id)
        .await?
        .into())
}

pub(crate) async fn pass_variables(
    api: &Api,
    params: PassVariablesParams,
) -> Result<ServerSnapshot, ApiError> {
    let host = api.host()?;
    let PassVariablesParams { server_id, names } = params;
    let server = host.servers().pass_variables(&server_id, &names).await?;
    Ok(server.into())
}

pub(crate) async fn redetect_protocol(
    api: &Api,
    params: ServerParams,
) -> Result<ServerSnapshot, ApiError> {
    Ok(api
        .host()?
        .servers()
        .redetect_protocol(&params.server_id)
        .await?
        .into())
}

pub(crate) async fn set_log_level(
    api: &Api,
    params: LogLevelParams,
) -> Result<ServerSnapshot, ApiError> {
    let server = params.server_id;
    let set = api.host()?.servers().set_log_level(&server, params.level);
    Ok(set.await?.into())
}

pub(crate) async fn duplicate(api: &Api, params: ServerParams) -> Result<ServerSnapshot, ApiError> {
    Ok(api
        .host()?
        .servers()
        .duplicate(&params.server_id)
        .await?
        .into())
}

pub(crate) async fn remove(api: &Api, params: ServerParams) -> Result<RemovedServer, ApiError> {
    Ok(api.host()?.servers().remove(&params.server_id).await?)
}

pub(crate) async fn restore(api: &Api, params: ServerParams) -> Result<ServerSnapshot, ApiError> {
    Ok(api
        .host()?
        .servers()
        .restore(&params.server_id)
        .await?
        .into())
}

pub(crate) async fn test(api: &Api, params: TestServerParams) -> Result<TestReport, ApiError> {
    let edited = params.server_id;
    let report =
        api.host()?
            .servers()
            .test_connection(params.draft.into(), edited.as_ref(), params.test_id);
    Ok(report.await?)
}

pub(crate) async fn end_test(api: &Api, params: EndTestParams) -> Result<Done, ApiError> {
    api.host()?.servers().end_test(&params.test_id);
    Ok(Done)
}

pub(crate) async fn resolve_command(
    api: &Api,
    params: ResolveCommandParams,
) -> Result<ResolvedCommand, ApiError> {
    Ok(
        match api.host()?.servers().resolve_command(&params.command).await {
            Ok(path) => ResolvedCommand {
                note: Message::new(if path == params.command {
                    "command.executable"
                } else {
                    "command.onPath"
                }),
                path: Some(path),
            },
            Err(note) => ResolvedCommand { path: None, note },
        },
    )
}

pub(crate) async fn refresh(api: &Api, params: ServerParams) -> Result<Done, ApiError> {
    api.host()?
        .servers()
        .refresh_lists(&params.server_id)
        .await?;
    Ok(Done)
}

pub(crate) async fn mark_viewed(api: &Api, params: MarkViewedParams) -> Result<Done, ApiError> {
    let server = params.server_id;
    api.host()?
        .servers()
        .refresh_expired(server.as_ref(), params.list)?;
    Ok(Done)
}

pub(crate) async fn entry(api: &Api, params: EntryParams) -> Result<RawEntry, ApiError> {
    let server = params.server_id;
    let listed = api
        .host()?
        .tools()
        .listed(&server, params.list, &params.key)?;
    Ok(RawEntry {
        raw: listed.raw,
        repaired: listed.repaired,
    })
}
