//! `task.*`

use crate::app::Nothing;
use crate::task::RunningTask;
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// Returns the calls that run as tasks, newest first.
    "task.list", changed by ["tasksChanged"] => TaskList(Nothing) -> Vec<RunningTask> {
        host.calls()
            .running_tasks()
            .await?
            .into_iter()
            .map(|running| RunningTask::of(host, running))
            .collect()
    }
}
