//! Takes the network from the web views of apps, below their content policy: a policy knows nothing of `preconnect`,
//! and a name that is declared may lead to this computer.
//!
//! On macOS, and on Windows for addresses of the computer itself, the web view does not heed a proxy.

use std::io;

use tauri::{AppHandle, Manager as _};
use usher_api::AppReport;
use usher_net::{Destination, ViewProxy};
use usher_types::id::AppId;
use usher_types::mcp_app::{AppHosts, AppViolation};

use crate::ipc::Core;

/// What a refusal of the proxy is called among the directives of content policies.
const DIRECTIVE: &str = "network";

/// Starts the proxy of an app. What it refuses is counted as a violation.
pub(super) fn proxy(handle: &AppHandle, app: &AppId) -> io::Result<ViewProxy> {
    let (handle, app) = (handle.clone(), app.clone());
    ViewProxy::start(move |refused| {
        let violation = AppViolation {
            directive: DIRECTIVE.to_owned(),
            blocked: refused.to_owned(),
        };
        if let Some(api) = handle.state::<Core>().api.get() {
            let last = vec![violation];
            api.app_reports(&app, AppReport::Violations { count: 1, last });
        }
    })
}

/// Where an app may go: the hosts that it may send to and load from.
pub(super) fn destinations(hosts: &AppHosts) -> Vec<Destination> {
    let sources = hosts.connect.iter().chain(&hosts.resource);
    let destinations = sources.filter_map(|source| Destination::of_source(source));
    destinations.collect()
}
