//! `ask.*`

use crate::api::Api;
use crate::app::{Done, Nothing};
use crate::ask::{AnswerParams, Ask, AskParams};
use crate::convert;
use crate::error::ApiError;

pub(crate) async fn list(api: &Api, _: Nothing) -> Result<Vec<Ask>, ApiError> {
    let host = api.host()?;
    let asks = host.list_asks();
    // A server that was removed in between has no open questions any more.
    Ok(asks
        .into_iter()
        .filter_map(|ask| convert::ask::of(host, ask))
        .collect())
}

pub(crate) async fn answer(api: &Api, params: AnswerParams) -> Result<Done, ApiError> {
    api.host()?
        .answer_ask(&params.ask_id.into(), params.answer.into())
        .await?;
    Ok(Done)
}

pub(crate) async fn show(api: &Api, params: AskParams) -> Result<Done, ApiError> {
    api.host()?.show_ask(&params.ask_id.into())?;
    Ok(Done)
}

pub(crate) async fn visit(api: &Api, params: AskParams) -> Result<Done, ApiError> {
    api.host()?.visit_ask(&params.ask_id.into()).await?;
    Ok(Done)
}
