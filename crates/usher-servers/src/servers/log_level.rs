//! Sets and stores the log level of a server.

use super::Servers;
use super::edit::ServerError;
use crate::request_error::RequestError;
use crate::snapshot::ServerSnapshot;
use usher_messages::Message;
use usher_types::id::ServerId;
use usher_types::log_level::LogLevel;

impl Servers {
    /// Sets the level from which a server logs, also after restarts.
    pub async fn set_log_level(
        &self,
        id: &ServerId,
        level: LogLevel,
    ) -> Result<ServerSnapshot, ServerError> {
        let entry = self.configured(id)?;
        self.context().store.set_log_level(id, level).await?;
        entry.set_log_level(level);
        entry.publish();
        // One that does not run is told when it does, one that knows no logging never.
        if let Ok(connection) = entry.connection()
            && let Err(error) = connection.set_log_level(level.as_str()).await
            && !matches!(error, usher_mcp::CallError::NotOffered { .. })
        {
            let doing = Message::new("request.doing.logLevel").with("server", entry.label());
            return Err(RequestError::of(doing, error).into());
        }
        Ok(entry.snapshot())
    }
}
