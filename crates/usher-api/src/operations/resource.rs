//! `resource.*`, `template.*` and `completion.*`

use crate::app::{Done, Nothing};
use crate::catalog::{ListParams, ListResourcesParams, Section, section_part};
use crate::content::SavedFile;
use crate::error::ApiError;
use crate::resource::{
    CompleteParams, Completion, DragParams, ReadOutcome, ReadParams, ReadTemplateParams,
    ReserveDragParams, ReservedFile, ResourceHead, SaveResourcesParams, SavedResourcesOutcome,
    SubscribeParams, Subscription, TemplateHead, Thumbnail,
};
use usher_core::host::Host;
use usher_servers::servers::Follower;

operations! {
    |host: Host, params|

    /// Resources of one server or of all that are on.
    "resource.list", changed by ["catalogChanged.resources", "serverRemoved"]
        => ResourceList(ListResourcesParams) -> Vec<Section<ResourceHead>> {
        list(host, params)?
    }

    /// Reads a resource.
    "resource.read", changed by ["resourceUpdated"] => ResourceRead(ReadParams) -> ReadOutcome {
        host.resources()
            .read(&params.server_id, &params.uri)
            .await?
    }

    /// What a listed resource looks like in the gallery. It is read from its server if it is not known yet.
    "resource.thumbnail", changed by ["resourceUpdated"] => ResourceThumbnail(ReadParams) -> Thumbnail {
        host.thumbnail(&params.server_id, &params.uri).await?
    }

    /// Reads resources and saves them into a folder the person chooses, each under a name of its own.
    "resource.saveMany" => ResourceSaveMany(SaveResourcesParams) -> SavedResourcesOutcome {
        save_many(host, params).await?
    }

    /// Reserves the path of a file that a resource becomes if it is dragged out of the window. Nothing is read.
    "resource.reserveDrag" => ResourceReserveDrag(ReserveDragParams) -> ReservedFile {
        host.content_files()
            .reserve_drag(params.server_id, params.uri, params.mime_type.as_deref())?
    }

    /// Writes what a path was reserved for; a resource is read from its server.
    "resource.writeDrag" => ResourceWriteDrag(DragParams) -> SavedFile {
        host.content_files()
            .write_drag(host.resources(), params.drag_id)
            .await?
    }

    /// Follows or stops following a resource's changes.
    "resource.subscribe" => ResourceSubscribe(SubscribeParams) -> Done {
        subscribe(host, params).await?
    }

    /// All resources whose changes are followed, of servers that are on.
    "resource.subscriptions", changed by ["catalogChanged.resources", "serverRemoved"]
        => ResourceSubscriptions(Nothing) -> Vec<Subscription> {
        host.resources()
            .all_followed()?
            .into_iter()
            .map(|(server_id, uri)| Subscription { server_id, uri })
            .collect()
    }

    /// Resource templates of one server or of all that are on.
    "template.list", changed by ["catalogChanged.templates", "serverRemoved"]
        => TemplateList(ListParams) -> Vec<Section<TemplateHead>> {
        let sections = host.resources().list_templates(params.server_id.as_ref())?;
        crate::catalog::sections(sections, crate::resource::template)
    }

    /// Expands a template (RFC 6570) and reads the resource.
    "template.read" => TemplateRead(ReadTemplateParams) -> ReadOutcome {
        let read =
            host.resources()
                .read_template(&params.server_id, &params.uri_template, &params.variables);
        read.await?
    }

    /// Asks a server to complete an argument.
    "completion.complete" => CompletionComplete(CompleteParams) -> Completion {
        complete(host, params).await?
    }
}

fn list(host: &Host, params: ListResourcesParams) -> Result<Vec<Section<ResourceHead>>, ApiError> {
    let server = params.server_id;
    let mut passed_over = params.from;
    let mut left = params.limit.unwrap_or(usize::MAX);
    let mut all = Vec::new();
    for section in host.resources().list(server.as_ref())? {
        let begin = passed_over.min(section.items.len());
        let end = begin.saturating_add(left).min(section.items.len());
        (passed_over, left) = (passed_over - begin, left - (end - begin));
        // A server removed in between follows nothing.
        let followed = host
            .resources()
            .followed(&section.source)
            .unwrap_or_default();
        all.push(section_part(section, begin..end, |server, shown| {
            crate::resource::head(server, shown, &followed)
        }));
    }
    Ok(all)
}

async fn subscribe(host: &Host, params: SubscribeParams) -> Result<Done, ApiError> {
    let (resources, person) = (host.resources(), Follower::Person);
    let SubscribeParams {
        server_id: server,
        uri,
        subscribed,
    } = params;
    if subscribed {
        resources.follow(&server, &uri, person).await?;
    } else {
        resources.unfollow(&server, &uri, person).await?;
    }
    Ok(Done)
}

async fn save_many(
    host: &Host,
    params: SaveResourcesParams,
) -> Result<SavedResourcesOutcome, ApiError> {
    let wanted = params.resources.into_iter();
    let wanted = wanted.map(|ReadParams { server_id, uri }| (server_id, uri));
    let files = host.content_files();
    let saved = files.save_resources(host.resources(), wanted.collect());
    Ok(SavedResourcesOutcome {
        saved: saved.await?,
    })
}

async fn complete(host: &Host, params: CompleteParams) -> Result<Completion, ApiError> {
    let completion = host
        .resources()
        .complete(
            &params.server_id,
            params.reference,
            params.argument,
            params.value,
            params.context,
        )
        .await?;
    Ok(completion)
}
