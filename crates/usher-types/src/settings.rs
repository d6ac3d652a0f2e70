//! Settings of the whole app: what they are, their defaults, and what values they may have.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use usher_messages::Message;

use crate::field_problem::FieldProblem;

/// The steps of [`Settings::zoom`], in percent.
pub const ZOOM_STEPS: [u16; 8] = [80, 90, 100, 110, 125, 150, 175, 200];

/// Servers whose view of resources is remembered.
const RESOURCE_VIEWS: u64 = 10_000;

/// How wide a column of the list of resources may be, in CSS pixels.
const COLUMN_PX: RangeInclusive<u64> = 40..=800;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// Light, dark, or as the system says.
    pub theme: Theme,
    /// The language of all texts.
    pub language: Language,
    /// Size of the page, in percent: 80, 90, 100, 110, 125, 150, 175 or 200.
    pub zoom: u16,
    /// Whether keys without a modifier are shortcuts.
    pub single_key_shortcuts: bool,
    /// How long a request may take (1,000 to 3,600,000). Progress restarts the clock.
    pub request_timeout_ms: u64,
    /// How many messages the wire log keeps per server (100 to 100,000).
    pub wire_frames: u32,
    /// Text the wire log keeps per server, in MiB (1 to 1,024).
    pub wire_mebibytes: u32,
    /// How many calls the history keeps (0 to 100,000).
    pub history_rows: u32,
    /// Width of a screen's list, in CSS pixels (160 to 2,000).
    pub list_width_px: u32,
    /// How high the wire log is, in CSS pixels (80 to 4,000).
    pub wire_height_px: u32,
    /// How the resources of a server are shown, by its identifier; those of all servers by an empty name.
    pub resource_views: BTreeMap<String, ResourceView>,
    /// What they are sorted by, likewise; those without an entry stand in the order of their server.
    pub resource_sorts: BTreeMap<String, ResourceSort>,
    /// Widths the person gave to columns of the list, likewise, in CSS pixels (40 to 800). The name has the rest.
    pub resource_columns: BTreeMap<String, ColumnWidths>,
    /// How prompts are shown.
    pub prompt_view: PromptView,
    /// Whether approvals are notified while the window is not in front.
    pub notify_waiting: bool,
    /// Whether closing the window leaves Usher running in the tray.
    pub stay_in_tray: bool,
}

/// How prompts are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum PromptView {
    List,
    /// Tiles.
    Gallery,
}

/// How resources are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ResourceView {
    List,
    /// By the parts of their URIs.
    Tree,
    /// Thumbnails.
    Gallery,
}

/// What resources are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ResourceSort {
    pub column: ResourceColumn,
    pub descending: bool,
}

/// How wide columns of the list of resources are, in CSS pixels; one that is not named has its usual width.
pub type ColumnWidths = BTreeMap<ResourceColumn, u16>;

/// A column of the list of resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ResourceColumn {
    Name,
    Type,
    Size,
    /// When it was last changed, as its server reports.
    Modified,
    Priority,
    Audience,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Theme {
    /// As the system says.
    System,
    Light,
    Dark,
}

/// A language with a catalogue of texts, by its BCP 47 tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub enum Language {
    /// The first language of the system that has a catalogue, else English.
    #[serde(rename = "system")]
    System,
    #[serde(rename = "en")]
    English,
    #[serde(rename = "de")]
    German,
    /// The pseudo-locale, in which text that is cut or in no catalogue is seen.
    #[serde(rename = "en-XA")]
    Pseudo,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            language: Language::System,
            zoom: 100,
            single_key_shortcuts: true,
            request_timeout_ms: 60_000,
            wire_frames: 100_000,
            // Enough for so many messages of usual length.
            wire_mebibytes: 96,
            history_rows: 2_000,
            list_width_px: 304,
            wire_height_px: 240,
            resource_views: BTreeMap::new(),
            resource_sorts: BTreeMap::new(),
            resource_columns: BTreeMap::new(),
            prompt_view: PromptView::List,
            notify_waiting: true,
            stay_in_tray: false,
        }
    }
}

impl Settings {
    /// Names every setting that is out of its range.
    pub fn check(&self) -> Result<(), Vec<FieldProblem>> {
        let problems: Vec<FieldProblem> = [
            out_of(
                "requestTimeoutMs",
                self.request_timeout_ms,
                1_000..=3_600_000,
            ),
            out_of("wireFrames", self.wire_frames.into(), 100..=100_000),
            out_of("wireMebibytes", self.wire_mebibytes.into(), 1..=1_024),
            out_of("historyRows", self.history_rows.into(), 0..=100_000),
            out_of("listWidthPx", self.list_width_px.into(), 160..=2_000),
            out_of("wireHeightPx", self.wire_height_px.into(), 80..=4_000),
            self.zoom_problem(),
            out_of(
                "resourceViews",
                self.resource_views.len() as u64,
                0..=RESOURCE_VIEWS,
            ),
            out_of(
                "resourceSorts",
                self.resource_sorts.len() as u64,
                0..=RESOURCE_VIEWS,
            ),
            out_of(
                "resourceColumns",
                self.resource_columns.len() as u64,
                0..=RESOURCE_VIEWS,
            ),
            self.resource_columns
                .values()
                .flat_map(BTreeMap::values)
                .find_map(|width| out_of("resourceColumns", (*width).into(), COLUMN_PX)),
        ]
        .into_iter()
        .flatten()
        .collect();
        if problems.is_empty() {
            return Ok(());
        }
        Err(problems)
    }

    fn zoom_problem(&self) -> Option<FieldProblem> {
        let steps = ZOOM_STEPS.to_vec();
        (!steps.contains(&self.zoom)).then(|| {
            let message = Message::new("zoom.steps").with("steps", steps);
            FieldProblem::new("zoom", message)
        })
    }
}

fn out_of(field: &str, value: u64, range: RangeInclusive<u64>) -> Option<FieldProblem> {
    (!range.contains(&value)).then(|| {
        let message = Message::new("field.limit")
            .with("min", *range.start())
            .with("max", *range.end());
        FieldProblem::new(field, message)
    })
}

impl Theme {
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        [Self::System, Self::Light, Self::Dark]
            .into_iter()
            .find(|theme| theme.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::{ResourceColumn, Settings};

    fn fields(settings: &Settings) -> Vec<String> {
        settings
            .check()
            .err()
            .unwrap_or_default()
            .into_iter()
            .map(|problem| problem.field)
            .collect()
    }

    #[test]
    fn settings_out_of_range_are_named() {
        let default = Settings::default();
        assert_eq!(fields(&default), [""; 0]);
        for (request_timeout_ms, wire_frames, history_rows, expected) in [
            (1_000, 100, 0, &[][..]),
            (3_600_000, 100_000, 100_000, &[]),
            (999, 100, 0, &["requestTimeoutMs"]),
            (
                3_600_001,
                99,
                100_001,
                &["requestTimeoutMs", "wireFrames", "historyRows"],
            ),
            (
                u64::MAX,
                u32::MAX,
                u32::MAX,
                &["requestTimeoutMs", "wireFrames", "historyRows"],
            ),
        ] {
            let settings = Settings {
                request_timeout_ms,
                wire_frames,
                history_rows,
                ..default.clone()
            };
            assert_eq!(fields(&settings), expected, "{settings:?}");
        }
    }

    #[test]
    fn columns_have_bounds() {
        for (widths, expected) in [
            ([40, 800], &[][..]),
            ([39, 800], &["resourceColumns"]),
            ([40, 801], &["resourceColumns"]),
        ] {
            let [kind, size] = widths;
            let columns = [(ResourceColumn::Type, kind), (ResourceColumn::Size, size)].into();
            let settings = Settings {
                resource_columns: [(String::new(), columns)].into(),
                ..Settings::default()
            };
            assert_eq!(fields(&settings), expected, "{widths:?}");
        }
    }

    #[test]
    fn zoom_has_steps() {
        for (zoom, expected) in [
            (80, &[][..]),
            (100, &[]),
            (125, &[]),
            (200, &[]),
            (0, &["zoom"]),
            (79, &["zoom"]),
            (101, &["zoom"]),
            (201, &["zoom"]),
            (u16::MAX, &["zoom"]),
        ] {
            let settings = Settings {
                zoom,
                ..Settings::default()
            };
            assert_eq!(fields(&settings), expected, "{zoom} %");
        }
    }
}
