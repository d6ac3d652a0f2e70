//! `approval.*`

use usher_core::approvals::LinkError;

use crate::api::Api;
use crate::app::{Done, Nothing};
use crate::approval::{
    Answer, AnswerParams, Approval, ApprovalLimits, ApprovalParams, DeclineAllParams, LinkParams,
    MuteParams,
};
use crate::error::ApiError;
use usher_messages::Message;

pub(crate) async fn list(api: &Api, _: Nothing) -> Result<Vec<Approval>, ApiError> {
    let host = api.host()?;
    let approvals = host.approvals().list();
    // A server that was removed in between has no open questions any more.
    Ok(approvals
        .into_iter()
        .filter_map(|approval| crate::approval::of(host, approval))
        .collect())
}

pub(crate) async fn answer(api: &Api, params: AnswerParams) -> Result<Done, ApiError> {
    if let Answer::Run { arguments, .. } = &params.answer
        && !arguments.is_object()
    {
        let message = Message::new("field.arguments");
        return Err(ApiError::invalid(
            message.clone(),
            [("arguments".to_owned(), message)],
        ));
    }
    api.host()?
        .approvals()
        .answer(&params.approval_id, params.answer.into())
        .await?;
    Ok(Done)
}

pub(crate) async fn decline_all(api: &Api, params: DeclineAllParams) -> Result<Done, ApiError> {
    let approvals = api.host()?.approvals();
    approvals.decline_all_of(&params.client).await?;
    Ok(Done)
}

pub(crate) async fn focus(api: &Api, params: ApprovalParams) -> Result<Done, ApiError> {
    api.host()?.approvals().show(&params.approval_id)?;
    Ok(Done)
}

pub(crate) async fn request_open_link(api: &Api, params: LinkParams) -> Result<Approval, ApiError> {
    let host = api.host()?;
    let place = params.place;
    let approval = host
        .approvals()
        .ask_about_link(&params.server_id, &params.address, place)
        .await?;
    crate::approval::of(host, approval).ok_or_else(|| LinkError::UnknownServer.into())
}

pub(crate) async fn open_url(api: &Api, params: ApprovalParams) -> Result<Done, ApiError> {
    api.host()?.approvals().visit(&params.approval_id).await?;
    Ok(Done)
}

pub(crate) async fn limits(api: &Api, _: Nothing) -> Result<Vec<ApprovalLimits>, ApiError> {
    let limits = api.host()?.approvals().limits();
    Ok(limits)
}

pub(crate) async fn set_muted(api: &Api, params: MuteParams) -> Result<Done, ApiError> {
    let host = api.host()?;
    let server = params.server_id;
    if params.muted {
        host.approvals().mute(&server).await?;
    } else {
        host.approvals().unmute(&server).await?;
    }
    Ok(Done)
}
