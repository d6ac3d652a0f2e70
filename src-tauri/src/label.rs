//! Labels of windows.

use usher_types::id::AppId;

/// The window of the page; only it reaches operations.
pub const MAIN: &str = "main";

/// Begins the label of an app's window; what follows is the app's id.
const LABEL: &str = "mcp-app-";

/// The app whose window has this label.
pub(crate) fn app_of(label: &str) -> Option<AppId> {
    Some(AppId::from(label.strip_prefix(LABEL)?))
}

/// The label of the window of an app.
pub(crate) fn label_of(app: &AppId) -> String {
    format!("{LABEL}{}", app.as_str())
}
