//! Serves the documents of apps and takes their messages, on a host of its own for each app. Each document is served
//! once; a message is taken only from the web view of its app, with the token of its outer document.

use serde::Deserialize;
use tauri::http::{Method, Request, Response, StatusCode, header};
use tauri::{AppHandle, Builder, Manager as _, Url, Wry};
use usher_api::{Api, AppReport};
use usher_types::id::AppId;
use usher_types::mcp_app::AppViolation;

use super::{Tokens, app_of, proxy};
use crate::ipc::Core;

/// The scheme of the documents of apps.
pub const SCHEME: &str = "mcp-app";

/// The largest report of an app, in bytes.
const REPORT_BYTES: usize = 1024 * 1024;

/// The longest text of a violation that is kept, in characters.
const VIOLATION_CHARS: usize = 300;

/// Has the app serve the documents of apps.
pub(crate) fn serve(builder: Builder<Wry>) -> Builder<Wry> {
    builder
        .manage(Tokens::default())
        .register_asynchronous_uri_scheme_protocol(SCHEME, |context, request, responder| {
            let handle = context.app_handle().clone();
            let app = app_of(context.webview_label());
            tauri::async_runtime::spawn(async move {
                let response = match app {
                    Some(app) => respond(&handle, &app, &request).await,
                    // No other web view has anything to look for here.
                    None => empty(StatusCode::NOT_FOUND),
                };
                responder.respond(response);
            });
        })
}

/// Where the outer document of an app is.
pub(super) fn page(app: &AppId) -> tauri::Result<Url> {
    url(app, "/")
}

/// Where the page of an app is.
pub(super) fn view(app: &AppId) -> tauri::Result<Url> {
    url(app, "/view")
}

fn url(app: &AppId, path: &str) -> tauri::Result<Url> {
    Url::parse(&format!("{}{path}", origin(app))).map_err(tauri::Error::InvalidUrl)
}

/// The origin of an app's outer document. On Windows such a scheme is a host of `http`.
fn origin(app: &AppId) -> String {
    if cfg!(windows) {
        format!("http://{SCHEME}.{}", app.as_str())
    } else {
        format!("{SCHEME}://{}", app.as_str())
    }
}

async fn respond(handle: &AppHandle, app: &AppId, request: &Request<Vec<u8>>) -> Response<Vec<u8>> {
    let core = handle.state::<Core>();
    let api = core.api.wait().await;
    let path = request.uri().path();
    if request.method() == Method::POST {
        return match report(handle, app, path, request.body()) {
            Some(report) => {
                api.app_reports(app, report);
                empty(StatusCode::NO_CONTENT)
            }
            None => empty(StatusCode::FORBIDDEN),
        };
    }
    if request.method() != Method::GET {
        return empty(StatusCode::METHOD_NOT_ALLOWED);
    }
    let document = match path {
        "/" => outer(handle, app),
        "/view" => inner(api, app),
        _ => None,
    };
    document.unwrap_or_else(|| empty(StatusCode::NOT_FOUND))
}

/// What a web view reports; `None` = its token is not that of the outer document, or it is malformed.
fn report(handle: &AppHandle, app: &AppId, path: &str, body: &[u8]) -> Option<AppReport> {
    let (kind, token) = path.strip_prefix('/')?.split_once('/')?;
    if handle.state::<Tokens>().lock().get(app)?.text != token || body.len() > REPORT_BYTES {
        return None;
    }
    let text = std::str::from_utf8(body).ok()?;
    match kind {
        "console" if cfg!(debug_assertions) => {
            tracing::info!(app = app.as_str(), "console of an app: {text:?}");
            None
        }
        "message" => Some(AppReport::Message(text.to_owned())),
        "stop" => Some(AppReport::Closed),
        "violations" => {
            let Reported { count, last } = serde_json::from_str(text).ok()?;
            let short = |text: &str| text.chars().take(VIOLATION_CHARS).collect();
            let last = last.iter().map(|one| AppViolation {
                directive: short(&one.directive),
                blocked: short(&one.blocked),
            });
            let last = last.collect();
            Some(AppReport::Violations { count, last })
        }
        _ => None,
    }
}

#[derive(Deserialize)]
struct Reported {
    count: u32,
    last: Vec<AppViolation>,
}

fn outer(handle: &AppHandle, app: &AppId) -> Option<Response<Vec<u8>>> {
    let tokens = handle.state::<Tokens>();
    #[cfg(target_os = "linux")]
    tokens.take_processes(app, &super::memory::web_processes());
    let mut tokens = tokens.lock();
    let token = tokens.get_mut(app)?;
    // It holds the token, and is handed out once.
    if std::mem::replace(&mut token.is_served, true) {
        return None;
    }
    let origin = origin(app);
    Some(document(
        proxy::document(&origin, &token.text, &token.bar, token.place).into_bytes(),
        &proxy::content_policy(&origin, &token.text),
    ))
}

fn inner(api: &Api, app: &AppId) -> Option<Response<Vec<u8>>> {
    let found = api.app_document(app)?;
    Some(document(
        found.html.as_bytes().to_vec(),
        &found.content_policy,
    ))
}

fn document(body: Vec<u8>, content_policy: &str) -> Response<Vec<u8>> {
    Response::builder()
        .header(header::CONTENT_TYPE, "text/html; charset=utf-8")
        .header(header::CONTENT_SECURITY_POLICY, content_policy)
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::REFERRER_POLICY, "no-referrer")
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(
            "permissions-policy",
            "camera=(), microphone=(), geolocation=(), clipboard-read=(), display-capture=()",
        )
        .body(body)
        .unwrap_or_default()
}

fn empty(status: StatusCode) -> Response<Vec<u8>> {
    let mut response = Response::new(Vec::new());
    *response.status_mut() = status;
    response
}
