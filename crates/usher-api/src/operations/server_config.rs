//! `serverConfig.*`

use crate::server::{ServerParams, ServerSnapshot};
use crate::server_config::{CheckedConfigText, ServerConfigText, ServerConfigTextParams};
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// A server's configuration as JSON, without secret values.
    "serverConfig.get", changed by ["serverChanged"] => ServerConfigGet(ServerParams) -> ServerConfigText {
        let text = host.servers().config_text(&params.server_id)?;
        ServerConfigText { text }
    }

    /// Checks an edited configuration. Saves nothing.
    "serverConfig.check", changed by ["serverChanged"]
        => ServerConfigCheck(ServerConfigTextParams) -> CheckedConfigText {
        host.servers()
            .check_config_text(&params.server_id, params.text.expose())?
    }

    /// Saves an edited configuration, as `server.update` does.
    "serverConfig.update" => ServerConfigUpdate(ServerConfigTextParams) -> ServerSnapshot {
        host.servers()
            .update_config_text(&params.server_id, params.text.expose())
            .await?
            .into()
    }
}
