//! `bookmark.*`

use crate::app::{Done, Nothing};
use crate::bookmark::{EntryKey, KeepEntryParams, KeptEntry};
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// Tools, resources, templates and prompts that the person marked, the latest first.
    "bookmark.list", changed by ["bookmarksChanged", "serverRemoved", "webtoolsChanged"]
        => BookmarkList(Nothing) -> Vec<KeptEntry> {
        host.kept_entries().bookmarks().await?
    }

    /// Adds a bookmark; one that is there already becomes the latest.
    "bookmark.add" => BookmarkAdd(KeepEntryParams) -> Done {
        host.kept_entries()
            .add_bookmark(params.entry, &params.title)
            .await?;
        Done
    }

    /// Removes a bookmark.
    "bookmark.remove" => BookmarkRemove(EntryKey) -> Done {
        host.kept_entries().remove_bookmark(&params).await?;
        Done
    }
}
