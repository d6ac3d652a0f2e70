//! Serves the documents of apps and takes their messages, on hosts of their own for each app. Each document is served
//! once; a message is taken only from the web view of its app, with the token of Usher's documents in it.
//!
//! A page that has an origin is alone on its host, so that it shares the origin with nothing of Usher.

use futures::future::BoxFuture;
use serde::Deserialize;
use tauri::http::{Method, Request, Response, StatusCode, header};
use tauri::{AppHandle, Builder, Manager as _, Url, Wry};
use usher_api::{Api, AppReport};
use usher_types::id::AppId;
use usher_types::mcp_app::{AppOrigin, AppViolation};

use super::tokens::{DocumentsServed, Tokens};
use super::{proxy, top_document};
use crate::ipc::Core;

/// The scheme of the documents of apps.
pub const SCHEME: &str = "mcp-app";

/// The largest report of an app, in bytes.
pub(super) const REPORT_BYTES: usize = 1024 * 1024;

/// The longest text of a violation that is kept, in characters.
const VIOLATION_CHARS: usize = 300;

/// How a request of the web view of an app is answered.
pub type Serve = fn(AppHandle, AppId, Request<Vec<u8>>) -> BoxFuture<'static, Response<Vec<u8>>>;

/// Answers the requests of web views.
#[cfg(target_os = "linux")]
#[derive(Clone, Copy)]
pub(super) struct Serving(pub(super) Serve);

/// Has the app serve the documents of apps.
pub(crate) fn serve(builder: Builder<Wry>) -> Builder<Wry> {
    let builder = builder.manage(Tokens::default());
    #[cfg(target_os = "linux")]
    let builder = builder.manage(super::memory::Watch::default());
    serve_with(builder, |handle, app, request| {
        Box::pin(async move { respond(&handle, &app, &request).await })
    })
}

/// Has the web views of apps get their documents in this way.
pub fn serve_with(builder: Builder<Wry>, serve: Serve) -> Builder<Wry> {
    // What the runtime registers would be for the web view of the window, too (`documents`).
    #[cfg(target_os = "linux")]
    let builder = builder.manage(Serving(serve));
    #[cfg(not(target_os = "linux"))]
    let builder = builder.register_asynchronous_uri_scheme_protocol(
        SCHEME,
        move |context, request, responder| {
            let handle = context.app_handle().clone();
            let app = crate::label::app_of(context.webview_label());
            tauri::async_runtime::spawn(async move {
                let response = match app {
                    Some(app) => serve(handle, app, request).await,
                    // No other web view has anything to look for here.
                    None => empty(StatusCode::NOT_FOUND),
                };
                responder.respond(response);
            });
        },
    );
    builder
}

/// Where the top document of an app is.
pub(super) fn top_address(app: &AppId) -> tauri::Result<Url> {
    url(app.as_str(), "/")
}

/// Where the proxy document of an app is.
pub(super) fn proxy_address(app: &AppId) -> tauri::Result<Url> {
    url(app.as_str(), "/proxy")
}

/// Where the page of an app is.
pub fn page_address(app: &AppId, origin: AppOrigin) -> tauri::Result<Url> {
    url(&page_host(app, origin), "/view")
}

fn url(host: &str, path: &str) -> tauri::Result<Url> {
    Url::parse(&format!("{}{path}", at(host))).map_err(tauri::Error::InvalidUrl)
}

/// The host of the page of an app: that of Usher's documents only if the page has no origin.
fn page_host(app: &AppId, origin: AppOrigin) -> String {
    match origin {
        AppOrigin::Opaque | AppOrigin::Inert => app.as_str().to_owned(),
        AppOrigin::Own => format!("page-{}", app.as_str()),
    }
}

/// The origin of a host. On Windows such a scheme is a host of `http`.
fn at(host: &str) -> String {
    if cfg!(windows) {
        format!("http://{SCHEME}.{host}")
    } else {
        format!("{SCHEME}://{host}")
    }
}

async fn respond(handle: &AppHandle, app: &AppId, request: &Request<Vec<u8>>) -> Response<Vec<u8>> {
    let core = handle.state::<Core>();
    let api = core.api.wait().await;
    let (host, path) = (
        request.uri().host().unwrap_or_default(),
        request.uri().path(),
    );
    let is_own_host = host == app.as_str();
    if request.method() == Method::POST {
        if !is_own_host {
            return empty(StatusCode::FORBIDDEN);
        }
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
        "/" if is_own_host => top_document(handle, app),
        "/proxy" if is_own_host => proxy_document(handle, app),
        "/view" if is_page_host(handle, app, host) => page(&api, app),
        _ => None,
    };
    document.unwrap_or_else(|| empty(StatusCode::NOT_FOUND))
}

/// What a web view reports; `None` = its token is not that of the app, or it is malformed.
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
        "size" => serde_json::from_str(text).ok().map(AppReport::Resized),
        _ => None,
    }
}

#[derive(Deserialize)]
struct Reported {
    count: u32,
    last: Vec<AppViolation>,
}

fn top_document(handle: &AppHandle, app: &AppId) -> Option<Response<Vec<u8>>> {
    let tokens = handle.state::<Tokens>();
    // It holds the token, and is handed out once.
    if !tokens.serve(app, DocumentsServed::None, DocumentsServed::Top) {
        return None;
    }
    #[cfg(target_os = "linux")]
    let process = tokens.find_process(app, &super::memory::web_processes());
    let tokens = tokens.lock();
    let token = tokens.get(app)?;
    #[cfg(target_os = "linux")]
    super::memory::bound(process, token.origin);
    let origin = at(app.as_str());
    Some(document(
        top_document::document(&origin, &token.text, &token.bar, token.place).into_bytes(),
        &top_document::content_policy(&origin, &token.text),
    ))
}

fn proxy_document(handle: &AppHandle, app: &AppId) -> Option<Response<Vec<u8>>> {
    let tokens = handle.state::<Tokens>();
    // It holds the token, too.
    if !tokens.serve(app, DocumentsServed::Top, DocumentsServed::Both) {
        return None;
    }
    let tokens = tokens.lock();
    let token = tokens.get(app)?;
    let origin = at(app.as_str());
    let page = page_address(app, token.origin).ok()?;
    Some(document(
        proxy::document(
            &origin,
            &token.text,
            page.as_str(),
            token.origin,
            token.stage,
        )
        .into_bytes(),
        &proxy::content_policy(&origin, &token.text, page.as_str()),
    ))
}

fn is_page_host(handle: &AppHandle, app: &AppId, host: &str) -> bool {
    let tokens = handle.state::<Tokens>();
    let tokens = tokens.lock();
    let token = tokens.get(app);
    token.is_some_and(|token| host == page_host(app, token.origin))
}

fn page(api: &Api, app: &AppId) -> Option<Response<Vec<u8>>> {
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
            "camera=(), microphone=(), geolocation=(), clipboard-read=(), clipboard-write=(), display-capture=()",
        )
        .body(body)
        .unwrap_or_default()
}

fn empty(status: StatusCode) -> Response<Vec<u8>> {
    let mut response = Response::new(Vec::new());
    *response.status_mut() = status;
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_with_an_origin_is_alone_on_its_host() {
        let app = AppId::from("a");
        let documents = [
            top_address(&app),
            proxy_address(&app),
            page_address(&app, AppOrigin::Opaque),
            page_address(&app, AppOrigin::Own),
        ];
        let documents = documents.map(|url| url.map(String::from).ok());
        let expected = [
            ("a", "/"),
            ("a", "/proxy"),
            ("a", "/view"),
            ("page-a", "/view"),
        ];
        let expected = expected.map(|(host, path)| Some(format!("{}{path}", at(host))));
        assert_eq!(documents, expected);
    }
}
