//! `setup.*`

use crate::app::Nothing;
use crate::setup::{SetupEntry, SetupImportParams, SetupImported, SetupSaved, SetupTextParams};
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// Writes all servers and webtools, without secrets, to a file.
    "setup.save" => SetupSave(Nothing) -> SetupSaved {
        host.setup().export().await?
    }

    /// Reads such a file and verifies it. Adds nothing.
    "setup.read" => SetupRead(SetupTextParams) -> Vec<SetupEntry> {
        host.setup()
            .read(params.text)
            .await?
            .into_iter()
            .map(Into::into)
            .collect()
    }

    /// Adds entries of such a file. Starts nothing, reaches nothing, agrees to nothing.
    "setup.import" => SetupImport(SetupImportParams) -> SetupImported {
        let added = host.setup().import(params.text, &params.picks).await?;
        SetupImported {
            added: u32::try_from(added).unwrap_or(u32::MAX),
        }
    }
}
