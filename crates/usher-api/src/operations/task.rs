//! `task.*`

use crate::app::Nothing;
use crate::task::RunningTask;
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// Calls that go on as tasks, newest first.
    "task.list" => TaskList(Nothing) -> Vec<RunningTask> {
        host.calls()
            .running_tasks()
            .await?
            .into_iter()
            .map(Into::into)
            .collect()
    }
}
