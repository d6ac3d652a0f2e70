//! Table `settings`: one row per setting. A missing or unreadable one is its default, so that no setting keeps the app from starting.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::{Value, json};

use sqlx::SqliteConnection;

use super::integrity::Subject;
use super::{Store, StoreError};
use usher_types::origin::WebOrigin;
use usher_types::settings::{Language, PromptView, Settings, Theme};

/// Whether clients may connect over HTTP, and where.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HttpAccess {
    pub is_on: bool,
    /// The port that clients are configured with; `None` = none was ever taken.
    pub port: Option<u16>,
    /// Pages at these origins may connect.
    pub origins: Vec<WebOrigin>,
}

impl Store {
    /// Whether clients may connect over HTTP. What is unreadable, or was changed by anything but Usher, is off.
    pub async fn http_access(&self) -> Result<HttpAccess, StoreError> {
        let mut reading = self.reading(Subject::http()).await?;
        let is_own = self.is_verified(Subject::http());
        let rows: Vec<(String, String)> = sqlx::query_as(
            "SELECT name, value FROM settings WHERE name IN ('http_access', 'http_port', 'http_origins')",
        )
        .fetch_all(&mut *reading)
        .await
        .map_err(|error| self.failed(error))?;
        let value = |name: &str| {
            let row = rows.iter().find(|(found, _)| found == name);
            row.and_then(|(_, value)| serde_json::from_str::<Value>(value).ok())
        };
        let port = value("http_port").and_then(|port| port.as_u64());
        Ok(HttpAccess {
            is_on: is_own && value("http_access") == Some(Value::Bool(true)),
            port: port
                .and_then(|port| u16::try_from(port).ok())
                .filter(|port| *port != 0),
            origins: value("http_origins")
                .filter(|_| is_own)
                .and_then(|origins| Vec::<String>::deserialize(origins).ok())
                .unwrap_or_default()
                .iter()
                .filter_map(|origin| WebOrigin::parse(origin))
                .collect(),
        })
    }

    /// Keeps the port that clients are configured with. It opens nothing, and may be kept before what does is checked.
    pub async fn keep_http_port(&self, port: u16) -> Result<(), StoreError> {
        self.put_settings(&[("http_port", json!(port))]).await
    }

    pub async fn set_http_access(&self, access: &HttpAccess) -> Result<(), StoreError> {
        let values = [
            ("http_access", json!(access.is_on)),
            ("http_port", json!(access.port)),
            (
                "http_origins",
                json!(
                    access
                        .origins
                        .iter()
                        .map(WebOrigin::as_str)
                        .collect::<Vec<_>>()
                ),
            ),
        ];
        let mut change = self.begin_change_anew([Subject::http()]).await?;
        self.put(&mut change, &values).await?;
        self.commit_change(change).await
    }

    pub async fn settings(&self) -> Result<Settings, StoreError> {
        let rows: Vec<(String, String)> = sqlx::query_as("SELECT name, value FROM settings")
            .fetch_all(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        let kept: HashMap<String, Value> = rows
            .into_iter()
            .filter_map(|(name, value)| Some((name, serde_json::from_str(&value).ok()?)))
            .collect();
        let default = Settings::default();
        let number = |name: &str| kept.get(name).and_then(Value::as_u64);
        let small = |name: &str| number(name).and_then(|value| u32::try_from(value).ok());
        let choice = |name: &str| kept.get(name).and_then(Value::as_bool);
        let settings = Settings {
            theme: kept
                .get("theme")
                .and_then(Value::as_str)
                .and_then(Theme::from_name)
                .unwrap_or(default.theme),
            language: kept
                .get("language")
                .and_then(|value| Language::deserialize(value).ok())
                .unwrap_or(default.language),
            zoom: number("zoom")
                .and_then(|zoom| u16::try_from(zoom).ok())
                .unwrap_or(default.zoom),
            single_key_shortcuts: choice("single_key_shortcuts")
                .unwrap_or(default.single_key_shortcuts),
            request_timeout_ms: number("request_timeout_ms").unwrap_or(default.request_timeout_ms),
            wire_frames: small("wire_frames").unwrap_or(default.wire_frames),
            wire_mebibytes: small("wire_mebibytes").unwrap_or(default.wire_mebibytes),
            history_rows: small("history_rows").unwrap_or(default.history_rows),
            list_width_px: small("list_width_px").unwrap_or(default.list_width_px),
            wire_height_px: small("wire_height_px").unwrap_or(default.wire_height_px),
            resource_views: kept
                .get("resource_views")
                .and_then(|value| BTreeMap::deserialize(value).ok())
                .unwrap_or_default(),
            resource_sorts: kept
                .get("resource_sorts")
                .and_then(|value| BTreeMap::deserialize(value).ok())
                .unwrap_or_default(),
            resource_columns: kept
                .get("resource_columns")
                .and_then(|value| BTreeMap::deserialize(value).ok())
                .unwrap_or_default(),
            prompt_view: kept
                .get("prompt_view")
                .and_then(|value| PromptView::deserialize(value).ok())
                .unwrap_or(default.prompt_view),
            notify_waiting: choice("notify_waiting").unwrap_or(default.notify_waiting),
            stay_in_tray: choice("stay_in_tray").unwrap_or(default.stay_in_tray),
        };
        Ok(if settings.check().is_ok() {
            settings
        } else {
            default
        })
    }

    pub async fn set_settings(&self, settings: &Settings) -> Result<(), StoreError> {
        let values = [
            ("theme", json!(settings.theme.name())),
            ("language", json!(settings.language)),
            ("zoom", json!(settings.zoom)),
            ("single_key_shortcuts", json!(settings.single_key_shortcuts)),
            ("request_timeout_ms", json!(settings.request_timeout_ms)),
            ("wire_frames", json!(settings.wire_frames)),
            ("wire_mebibytes", json!(settings.wire_mebibytes)),
            ("history_rows", json!(settings.history_rows)),
            ("list_width_px", json!(settings.list_width_px)),
            ("wire_height_px", json!(settings.wire_height_px)),
            ("resource_views", json!(settings.resource_views)),
            ("resource_sorts", json!(settings.resource_sorts)),
            ("resource_columns", json!(settings.resource_columns)),
            ("prompt_view", json!(settings.prompt_view)),
            ("notify_waiting", json!(settings.notify_waiting)),
            ("stay_in_tray", json!(settings.stay_in_tray)),
        ];
        self.put_settings(&values).await
    }

    async fn put_settings(&self, values: &[(&str, Value)]) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        self.put(&mut transaction, values).await?;
        self.commit(transaction).await
    }

    async fn put(
        &self,
        connection: &mut SqliteConnection,
        values: &[(&str, Value)],
    ) -> Result<(), StoreError> {
        for (name, value) in values {
            sqlx::query(
                "INSERT INTO settings (name, value) VALUES (?, ?)
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            )
            .bind(*name)
            .bind(value.to_string())
            .execute(&mut *connection)
            .await
            .map_err(|error| self.failed(error))?;
        }
        Ok(())
    }
}
