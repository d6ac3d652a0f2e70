//! `import.*` and `server.readPaste`

use crate::app::Nothing;
use crate::import::PastedTransport;
use crate::import::{ImportParams, ImportSource, PasteParams, PasteReading};
use crate::server::ServerSnapshot;
use usher_config::paste;
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// Reads pasted text.
    "server.readPaste" => ServerReadPaste(PasteParams) -> PasteReading {
        paste::read(&params.text)
    }

    /// Takes what looks like a secret out of arguments and URLs, as reading pasted text does. Saves nothing.
    "server.takeSecrets" => ServerTakeSecrets(PastedTransport) -> PastedTransport {
        paste::take_secrets(params)
    }

    /// Looks for the configurations of other apps on disk. Reads only, and only when asked.
    "import.scan" => ImportScan(Nothing) -> Vec<ImportSource> {
        host.servers()
            .scan_imports()
            .await
            .into_iter()
            .map(Into::into)
            .collect()
    }

    /// Takes servers over, turned off. Starts nothing.
    "import.apply" => ImportApply(ImportParams) -> Vec<ServerSnapshot> {
        let choices: Vec<_> = params
            .choices
            .into_iter()
            .map(|choice| (choice.path, choice.key))
            .collect();
        let servers = host.servers().import(&choices).await?;
        servers.into_iter().map(Into::into).collect()
    }
}
