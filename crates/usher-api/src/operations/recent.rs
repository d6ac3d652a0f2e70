//! `recent.*` and `recentValue.*`

use crate::app::{Done, Nothing};
use crate::bookmark::{EntryKey, KeepEntryParams, KeepValuesParams, KeptEntry, RecentValues};
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// Tools, resources, templates and prompts that were opened last, the latest first; a bounded number of them.
    "recent.list", changed by ["recentChanged", "serverRemoved", "webtoolsChanged"]
        => RecentList(Nothing) -> Vec<KeptEntry> {
        host.kept_entries().recent().await?
    }

    /// Notes that an entry was opened. One that holds a secret of its server is not kept.
    "recent.add" => RecentAdd(KeepEntryParams) -> Done {
        host.kept_entries()
            .add_recent(params.entry, &params.title)
            .await?;
        Done
    }

    /// Forgets what was opened last, the thumbnails of resources, and all values that were given.
    "recent.clear" => RecentClear(Nothing) -> Done {
        host.kept_entries().clear_recent().await?;
        host.clear_thumbnails().await;
        Done
    }

    /// Values that were given to the variables of a template, or to the arguments of a prompt.
    "recentValue.list", changed by ["recentChanged", "serverRemoved", "webtoolsChanged"]
        => RecentValueList(EntryKey) -> Vec<RecentValues> {
        host.kept_entries().recent_values(&params).await?
    }

    /// Notes values given to a template or prompt. One that holds a secret of its server is not kept.
    "recentValue.add" => RecentValueAdd(KeepValuesParams) -> Done {
        host.kept_entries()
            .add_values(&params.entry, params.values)
            .await?;
        Done
    }
}
