//! Stands in for the core until it has landed.
use std::path::{Path, PathBuf};

use futures::Stream;
use serde_json::{Value, json};
use usher_api::{ApiError, AppEvent};

pub(crate) struct Api {
    data_dir: PathBuf,
    log_dir: PathBuf,
}

impl Api {
    pub(crate) async fn open(data_dir: &Path, log_dir: &Path) -> Self {
        Self {
            data_dir: data_dir.into(),
            log_dir: log_dir.into(),
        }
    }
    pub(crate) async fn call(&self, name: &str, _params: Value) -> Result<Value, ApiError> {
        match name {
            "app.info" => Ok(
                json!({"version": "0.1.0", "dataDir": self.data_dir, "logDir": self.log_dir, "platform": "linux", "blocked": null, "notices": []}),
            ),
            _ => Err(ApiError::internal(format!("{name} is not built yet"))),
        }
    }
    pub(crate) fn subscribe(&self) -> impl Stream<Item = AppEvent> + Send + use<> {
        futures::stream::pending()
    }
    pub(crate) async fn close(&self) {}
}
