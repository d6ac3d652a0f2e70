//! Hands documents to the web views of apps, on Linux. The runtime registers a scheme once for each folder of web data,
//! and keeps a process of the network, its threads and the folder until Usher ends: apps would leave one each. So each
//! web view, which has a context of its own and keeps nothing, is given the scheme here. It knows no other of Usher's.

use gtk::gio::prelude::InputStreamExt as _;
use gtk::gio::{Cancellable, InputStream, MemoryInputStream};
use gtk::glib::{Bytes, Error, MainContext, UriError};
use soup::{MessageHeaders, MessageHeadersType};
use tauri::http::{Request, Response, header};
use tauri::{AppHandle, Manager as _};
use usher_types::id::AppId;
use webkit2gtk::{
    SecurityManagerExt as _, URISchemeRequest, URISchemeRequestExt as _, URISchemeResponse,
    URISchemeResponseExt as _, WebContextExt as _, WebView, WebViewExt as _,
};

use super::scheme::{REPORT_BYTES, SCHEME, Serving};

/// Has a web view get its documents, and load the first.
pub(super) fn load(handle: &AppHandle, app: &AppId, view: &WebView, first: &str) {
    let Some(context) = view.context() else {
        tracing::error!("a web view has no context");
        return;
    };
    if let Some(security) = context.security_manager() {
        security.register_uri_scheme_as_secure(SCHEME);
    }
    let (handle, app) = (handle.clone(), app.clone());
    context.register_uri_scheme(SCHEME, move |asked| {
        let Some(Serving(serving)) = handle.try_state().as_deref().copied() else {
            return;
        };
        let Some(request) = request(asked) else {
            asked.finish_error(&mut Error::new(UriError::Failed, "This is no request."));
            return;
        };
        let served = tauri::async_runtime::spawn(serving(handle.clone(), app.clone(), request));
        let asked = asked.clone();
        MainContext::default().spawn_local(async move {
            match served.await {
                Ok(response) => answer(&asked, response),
                Err(error) => {
                    tracing::error!(%error, "a document of an app was not served");
                    asked.finish_error(&mut Error::new(UriError::Failed, "It was not served."));
                }
            }
        });
    });
    view.load_uri(first);
}

/// What was asked for. Of what is sent along no more is read than says that it is too much.
fn request(asked: &URISchemeRequest) -> Option<Request<Vec<u8>>> {
    let method = asked.http_method()?;
    let body = asked.http_body().map(|body| read(&body, REPORT_BYTES + 1));
    Request::builder()
        .uri(asked.uri()?.as_str())
        .method(method.as_str())
        .body(body.unwrap_or_default())
        .ok()
}

fn read(stream: &InputStream, most: usize) -> Vec<u8> {
    let mut read = Vec::new();
    while read.len() < most {
        match stream.read_bytes(most - read.len(), Cancellable::NONE) {
            Ok(part) if !part.is_empty() => read.extend_from_slice(&part),
            Ok(_) | Err(_) => break,
        }
    }
    read
}

fn answer(asked: &URISchemeRequest, response: Response<Vec<u8>>) {
    let (head, body) = response.into_parts();
    let length = i64::try_from(body.len()).unwrap_or(i64::MAX);
    let body = MemoryInputStream::from_bytes(&Bytes::from_owned(body));
    let answer = URISchemeResponse::new(&body, length);
    answer.set_status(u32::from(head.status.as_u16()), None);
    let headers = MessageHeaders::new(MessageHeadersType::Response);
    for (name, value) in &head.headers {
        let Ok(value) = value.to_str() else {
            continue;
        };
        if name == header::CONTENT_TYPE {
            answer.set_content_type(value);
        }
        headers.append(name.as_str(), value);
    }
    answer.set_http_headers(headers);
    asked.finish_with_response(&answer);
}
