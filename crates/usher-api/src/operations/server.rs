//! `server.*` and `catalog.*`

use crate::app::{Done, Nothing};
use crate::catalog::{EntryParams, MarkViewedParams, RawEntry};
use crate::error::ApiError;
use crate::server::{
    AddServerParams, ArrangeServersParams, EndTestParams, LogLevelParams, PassVariablesParams,
    RemovedServer, ResolveCommandParams, ResolvedCommand, ServerDetail, ServerParams, ServerPlace,
    ServerSnapshot, SetEnabledParams, SetGroupParams, TestReport, TestServerParams,
    UpdateServerParams,
};
use usher_core::host::Host;
use usher_messages::Message;
use usher_servers::servers::{ArrangedServer, ServerError};
use usher_types::group::ServerGroup;
use usher_types::process::ProcessList;

operations! {
    |host: Host, params|

    /// All servers, in the person's order.
    "server.list" => ServerList(Nothing) -> Vec<ServerSnapshot> {
        host.servers().list().into_iter().map(Into::into).collect()
    }

    /// What Usher and its running local servers use of this computer. Looks when asked, never otherwise.
    "server.processes" => ServerProcesses(Nothing) -> ProcessList {
        host.processes().list().await
    }

    /// Everything about one server.
    "server.get", changed by ["serverChanged", "serverRepaired"] => ServerGet(ServerParams) -> ServerDetail {
        let detail = host.servers().detail(&params.server_id)?;
        crate::server::detail(host, detail).await
    }

    /// Adds a server and starts it: saving is the consent to exactly this definition.
    "server.add" => ServerAdd(AddServerParams) -> ServerSnapshot {
        host.servers().add(params.draft).await?.into()
    }

    /// Adds the built-in demo server and starts it; answers with the existing one if there is one.
    "server.addDemo" => ServerAddDemo(Nothing) -> ServerSnapshot {
        host.servers().add_demo().await?.into()
    }

    /// Replaces a server's definition; restarts it if it was on.
    "server.update" => ServerUpdate(UpdateServerParams) -> ServerSnapshot {
        host.servers()
            .update(&params.server_id, params.draft)
            .await?
            .into()
    }

    /// Turns a server on or off.
    "server.setEnabled" => ServerSetEnabled(SetEnabledParams) -> ServerSnapshot {
        let snapshot = if params.enabled {
            host.servers().enable(&params.server_id).await?
        } else {
            host.servers().disable(&params.server_id).await?
        };
        snapshot.into()
    }

    /// Stops and starts a server; also the manual retry after a failure.
    "server.restart" => ServerRestart(ServerParams) -> ServerSnapshot {
        host.servers().restart(&params.server_id).await?.into()
    }

    /// Adds variables that were withheld from a failed server to its environment, as secrets, and starts it again.
    "server.passVariables" => ServerPassVariables(PassVariablesParams) -> ServerSnapshot {
        host.servers()
            .pass_variables(&params.server_id, &params.names)
            .await?
            .into()
    }

    /// Forgets a server's detected protocol and endpoint, and restarts it if enabled.
    "server.redetectProtocol" => ServerRedetectProtocol(ServerParams) -> ServerSnapshot {
        host.servers()
            .redetect_protocol(&params.server_id)
            .await?
            .into()
    }

    /// Chooses from which level on a server logs; a running one is told at once.
    "server.setLogLevel" => ServerSetLogLevel(LogLevelParams) -> ServerSnapshot {
        host.servers()
            .set_log_level(&params.server_id, params.level)
            .await?
            .into()
    }

    /// Adds a copy of a server, turned off.
    "server.duplicate" => ServerDuplicate(ServerParams) -> ServerSnapshot {
        host.servers().duplicate(&params.server_id).await?.into()
    }

    /// Lists the servers in this order and in these groups, all or none.
    "server.arrange" => ServerArrange(ArrangeServersParams) -> Vec<ServerSnapshot> {
        arrange(host, params).await?
    }

    /// Puts servers into a group, or in none.
    "server.setGroup" => ServerSetGroup(SetGroupParams) -> Vec<ServerSnapshot> {
        let group = typed_group(params.group.as_deref())?;
        let servers = host.servers().set_group(&params.server_ids, group).await?;
        servers.into_iter().map(Into::into).collect()
    }

    /// Removes a server; `server.restore` brings it back for ten seconds.
    "server.remove" => ServerRemove(ServerParams) -> RemovedServer {
        host.servers().remove(&params.server_id).await?
    }

    /// Brings a removed server back.
    "server.restore" => ServerRestore(ServerParams) -> ServerSnapshot {
        host.servers().restore(&params.server_id).await?.into()
    }

    /// Tries a definition without saving it.
    "server.test" => ServerTest(TestServerParams) -> TestReport {
        host.servers()
            .test_connection(
                params.draft,
                params.server_id.as_ref(),
                params.test_id,
            )
            .await?
    }

    /// Ends a test that runs: its program is stopped.
    "server.endTest" => ServerEndTest(EndTestParams) -> Done {
        host.servers().end_test(&params.test_id);
        Done
    }

    /// Where a program would be found.
    "server.resolveCommand" => ServerResolveCommand(ResolveCommandParams) -> ResolvedCommand {
        resolve_command(host, params).await?
    }

    /// Reads a server's lists anew.
    "catalog.refresh" => CatalogRefresh(ServerParams) -> Done {
        host.servers().refresh_lists(&params.server_id).await?;
        Done
    }

    /// Says that somebody looks at a list; where it is out of date by the server's own word it is read anew, in
    /// the background.
    "catalog.markViewed" => CatalogMarkViewed(MarkViewedParams) -> Done {
        host.servers()
            .refresh_expired(params.server_id.as_ref(), params.list)?;
        Done
    }

    /// One entry of a list exactly as the server sent it.
    "catalog.entry", changed by ["catalogChanged", "serverRemoved"] => CatalogEntry(EntryParams) -> RawEntry {
        let listed = host
            .tools()
            .listed(&params.server_id, params.list, &params.key)?;
        RawEntry {
            raw: listed.raw,
            repaired: listed.repaired,
        }
    }
}

async fn arrange(
    host: &Host,
    params: ArrangeServersParams,
) -> Result<Vec<ServerSnapshot>, ApiError> {
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

fn typed_group(group: Option<&str>) -> Result<Option<ServerGroup>, ApiError> {
    let typed = ServerGroup::typed(group.unwrap_or_default());
    Ok(typed.map_err(ServerError::Arrangement)?)
}

async fn resolve_command(
    host: &Host,
    params: ResolveCommandParams,
) -> Result<ResolvedCommand, ApiError> {
    Ok(
        match host.servers().resolve_command(&params.command).await {
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
