//! `resource.*`, `template.*` and `completion.*`

use usher_core::servers::Follower;

use crate::api::Api;
use crate::app::{Done, Nothing};
use crate::catalog::{ListParams, ListResourcesParams, Section, section_part};
use crate::content::SavedFile;
use crate::error::ApiError;
use crate::resource::{
    CompleteParams, Completion, DragParams, ReadOutcome, ReadParams, ReadTemplateParams,
    ReserveDragParams, ReservedFile, ResourceHead, SaveResourcesParams, SavedResourcesOutcome,
    SubscribeParams, Subscription, TemplateHead, Thumbnail,
};

pub(crate) async fn list(
    api: &Api,
    params: ListResourcesParams,
) -> Result<Vec<Section<ResourceHead>>, ApiError> {
    let host = api.host()?;
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

pub(crate) async fn read(api: &Api, params: ReadParams) -> Result<ReadOutcome, ApiError> {
    let server = params.server_id;
    Ok(api.host()?.resources().read(&server, &params.uri).await?)
}

pub(crate) async fn thumbnail(api: &Api, params: ReadParams) -> Result<Thumbnail, ApiError> {
    let server = params.server_id;
    Ok(api.host()?.thumbnail(&server, &params.uri).await?)
}

pub(crate) async fn subscribe(api: &Api, params: SubscribeParams) -> Result<Done, ApiError> {
    let host = api.host()?;
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

pub(crate) async fn subscriptions(api: &Api, _: Nothing) -> Result<Vec<Subscription>, ApiError> {
    let all = api.host()?.resources().all_followed()?;
    Ok(all
        .into_iter()
        .map(|(server_id, uri)| Subscription { server_id, uri })
        .collect())
}

pub(crate) async fn save_many(
    api: &Api,
    params: SaveResourcesParams,
) -> Result<SavedResourcesOutcome, ApiError> {
    let host = api.host()?;
    let wanted = params.resources.into_iter();
    let wanted = wanted.map(|ReadParams { server_id, uri }| (server_id, uri));
    let files = host.content_files();
    let saved = files.save_resources(host.resources(), wanted.collect());
    Ok(SavedResourcesOutcome {
        saved: saved.await?,
    })
}

pub(crate) async fn reserve_drag(
    api: &Api,
    params: ReserveDragParams,
) -> Result<ReservedFile, ApiError> {
    let ReserveDragParams {
        server_id,
        uri,
        mime_type,
    } = params;
    let host = api.host()?;
    let reserved = host
        .content_files()
        .reserve_drag(server_id, uri, mime_type.as_deref());
    Ok(reserved?)
}

pub(crate) async fn write_drag(api: &Api, params: DragParams) -> Result<SavedFile, ApiError> {
    let host = api.host()?;
    let written = host
        .content_files()
        .write_drag(host.resources(), params.drag_id);
    Ok(written.await?)
}

pub(crate) async fn list_templates(
    api: &Api,
    params: ListParams,
) -> Result<Vec<Section<TemplateHead>>, ApiError> {
    let server = params.server_id;
    let sections = api.host()?.resources().list_templates(server.as_ref())?;
    Ok(crate::catalog::sections(
        sections,
        crate::resource::template,
    ))
}

pub(crate) async fn read_template(
    api: &Api,
    params: ReadTemplateParams,
) -> Result<ReadOutcome, ApiError> {
    let server = params.server_id;
    let read =
        api.host()?
            .resources()
            .read_template(&server, &params.uri_template, &params.variables);
    Ok(read.await?)
}

pub(crate) async fn complete(api: &Api, params: CompleteParams) -> Result<Completion, ApiError> {
    let completion = api
        .host()?
        .resources()
        .complete(
            &params.server_id,
            &params.reference,
            &params.argument,
            &params.value,
            &params.context,
        )
        .await?;
    Ok(completion)
}
