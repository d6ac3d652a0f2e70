//! `task.*`

use crate::api::Api;
use crate::app::Nothing;
use crate::error::ApiError;
use crate::task::RunningTask;

pub(crate) async fn list(api: &Api, _: Nothing) -> Result<Vec<RunningTask>, ApiError> {
    let tasks = api.host()?.calls().running_tasks().await?;
    Ok(tasks.into_iter().map(Into::into).collect())
}
