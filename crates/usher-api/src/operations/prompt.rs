//! `prompt.*`

use crate::catalog::{ListParams, Section};
use crate::prompt::{GetPromptParams, PromptHead, PromptOutcome};
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// Prompts of one server or of all that are on.
    "prompt.list", changed by ["catalogChanged.prompts", "serverRemoved"]
        => PromptList(ListParams) -> Vec<Section<PromptHead>> {
        let sections = host.prompts().list(params.server_id.as_ref())?;
        crate::catalog::sections(sections, crate::prompt::head)
    }

    /// Gets a prompt with arguments.
    "prompt.get" => PromptGet(GetPromptParams) -> PromptOutcome {
        host.prompts()
            .get(&params.server_id, &params.name, &params.arguments)
            .await?
    }
}
