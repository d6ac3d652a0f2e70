//! Draws MCP Apps: each in a web view of its own, with a web process of its own, so that a page that hangs holds up
//! nothing else. Such a view has no capability, may go nowhere, and keeps nothing.
//!
//! Three documents are in it, each in a frame of the one before. The first two are Usher's: the top one says in a window
//! of its own whose app it is, and the proxy carries messages. The third is the app's page, in a sandbox. What the messages
//! mean is `usher-core`'s business.

#[cfg(target_os = "linux")]
mod confined;
#[cfg(target_os = "linux")]
mod documents;
#[cfg(target_os = "linux")]
mod inline;
#[cfg(target_os = "linux")]
mod memory;
mod network;
#[cfg(target_os = "linux")]
mod option_menu;
mod page_scripts;
mod proxy;
mod scheme;
mod tokens;
mod top_document;

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tauri::webview::{NewWindowResponse, PermissionResponse};
use tauri::{
    AppHandle, Manager as _, Url, WebviewUrl, WebviewWindow, WebviewWindowBuilder, Window,
    WindowEvent,
};
use usher_api::{AppReport, AppView, AppViews};
use usher_types::id::AppId;
use usher_types::mcp_app::{AppHosts, AppOrigin, AppPlace};
use uuid::Uuid;

use crate::ipc::Core;
use crate::label::{app_of, label_of};
use crate::words::Words;
use crate::zoom;

pub(crate) use scheme::serve;
pub use scheme::{SCHEME, Serve, page_address, serve_with};
use tokens::{DocumentsServed, Token, Tokens};

/// How often an app is asked for a sign of life, and how long it may take.
const ASK_EVERY: Duration = Duration::from_secs(2);

/// How the core has apps drawn.
pub(crate) fn drawing(app: &AppHandle) -> Arc<dyn AppViews> {
    Arc::new(Views(app.clone()))
}

/// Makes room for apps over the page of a window.
pub(crate) fn install_overlay(window: &WebviewWindow) -> tauri::Result<()> {
    #[cfg(target_os = "linux")]
    inline::install_overlay(window)?;
    #[cfg(not(target_os = "linux"))]
    let _ = window;
    Ok(())
}

/// The page of the main window is loaded anew: it places the apps that it shows.
pub(crate) fn page_loads(handle: &AppHandle) {
    #[cfg(target_os = "linux")]
    {
        inline::hide_all();
        memory::window_loads(handle);
    }
    // A probe opens the window without a core.
    let core = handle.try_state::<Core>();
    if let Some(api) = core.and_then(|core| core.api.get()) {
        api.page_loads();
    }
}

/// Ends the app whose window was closed.
pub(crate) fn on_window_event(window: &Window, event: &WindowEvent) {
    let WindowEvent::CloseRequested { api, .. } = event else {
        return;
    };
    let Some(app) = app_of(window.label()) else {
        return;
    };
    // The core closes it, once the app has saved what it must.
    api.prevent_close();
    let handle = window.app_handle().clone();
    tauri::async_runtime::spawn(async move {
        let core = handle.state::<Core>();
        core.api.wait().await.app_reports(&app, AppReport::Closed);
    });
}

/// Closes the windows of all apps: Usher's own is gone.
pub(crate) fn close_all(handle: &AppHandle) {
    for (label, window) in handle.webview_windows() {
        if app_of(&label).is_some()
            && let Err(error) = window.destroy()
        {
            tracing::warn!(%error, "the window of an app could not be closed");
        }
    }
}

struct Views(AppHandle);

/// A web view that is to be opened.
struct NewView {
    title: String,
    place: AppPlace,
    origin: AppOrigin,
    hosts: AppHosts,
    stage: proxy::Stage,
}

impl Views {
    /// Opens the web view of an app, unseen.
    fn add(&self, app: &AppId, view: NewView) -> Result<WebviewWindow, String> {
        let NewView {
            title,
            place,
            origin,
            hosts,
            stage,
        } = view;
        let proxy = network::proxy(&self.0, app).map_err(|error| error.to_string())?;
        proxy.allow(network::destinations(&hosts));
        let proxy_url = proxy.url().map_err(|error| error.to_string())?;
        let token = Token {
            text: Uuid::now_v7().simple().to_string(),
            bar: top_document::Bar {
                title: title.clone(),
                stop: self.0.state::<Words>().text("desktop.app.stop"),
            },
            place,
            origin,
            stage,
            documents_served: DocumentsServed::None,
            proxy,
            #[cfg(target_os = "linux")]
            before: memory::web_processes(),
            #[cfg(target_os = "linux")]
            process: None,
            #[cfg(target_os = "linux")]
            is_out_of_memory: false,
        };
        self.0.state::<Tokens>().lock().insert(app.clone(), token);
        build(&self.0, app, &title, origin, proxy_url).map_err(|error| {
            self.0.state::<Tokens>().lock().remove(app);
            error.to_string()
        })
    }

    /// Has a web view that was prepared draw the page of its app.
    fn fill(
        &self,
        app: &AppId,
        window: &WebviewWindow,
        title: String,
        hosts: &AppHosts,
    ) -> tauri::Result<()> {
        window.set_title(&title)?;
        if let Some(token) = self.0.state::<Tokens>().lock().get_mut(app) {
            token.proxy.allow(network::destinations(hosts));
            token.stage = proxy::Stage::Open;
            token.bar.title = title;
        }
        window.eval(top_document::OPENING)
    }

    fn window(&self, app: &AppId) -> Option<WebviewWindow> {
        self.0.get_webview_window(&label_of(app))
    }

    /// Does something with the window of an app, on the thread of windows.
    fn with_window(
        &self,
        app: &AppId,
        act: impl FnOnce(&AppHandle, &WebviewWindow) + Send + 'static,
    ) {
        let Some(window) = self.window(app) else {
            return;
        };
        let handle = self.0.clone();
        if let Err(error) = self.0.run_on_main_thread(move || act(&handle, &window)) {
            tracing::warn!(%error, "the thread of windows is gone");
        }
    }
}

impl AppViews for Views {
    fn draws_inline(&self) -> bool {
        cfg!(target_os = "linux")
    }

    fn prepare(&self, app: &AppId) -> Result<(), String> {
        let view = NewView {
            title: String::new(),
            place: AppPlace::Hidden,
            origin: AppOrigin::Opaque,
            hosts: AppHosts::default(),
            stage: proxy::Stage::Prepared,
        };
        self.add(app, view).map(drop)
    }

    fn open(&self, view: AppView) -> Result<(), String> {
        let AppView {
            id,
            title,
            place,
            origin,
            hosts,
        } = view;
        let title = self.0.state::<Words>().text_of(&title);
        let window = if let Some(prepared) = self.window(&id) {
            self.fill(&id, &prepared, title, &hosts)
                .map_err(|error| error.to_string())?;
            prepared
        } else {
            let view = NewView {
                title,
                place,
                origin,
                hosts,
                stage: proxy::Stage::Open,
            };
            self.add(&id, view)?
        };
        zoom::apply(&window);
        self.place(&id, place);
        #[cfg(target_os = "linux")]
        memory::watch(&self.0);
        tauri::async_runtime::spawn(watch(self.0.clone(), id));
        Ok(())
    }

    fn place(&self, app: &AppId, place: AppPlace) {
        let (before, title) = match self.0.state::<Tokens>().lock().get_mut(app) {
            Some(token) => (
                std::mem::replace(&mut token.place, place),
                token.bar.title.clone(),
            ),
            None => return,
        };
        self.with_window(app, move |handle, window| {
            #[cfg(target_os = "linux")]
            let placed = inline::place(handle, window, place);
            #[cfg(not(target_os = "linux"))]
            let placed = place_in_own(handle, window, place);
            let is_new = std::mem::discriminant(&before) != std::mem::discriminant(&place);
            let placed = placed.and_then(|()| {
                let moved = is_new.then(|| window.eval(top_document::placement(place, &title)));
                moved.unwrap_or(Ok(()))
            });
            if let Err(error) = placed {
                tracing::warn!(%error, "an app could not be placed");
            }
        });
    }

    fn focus(&self, app: &AppId) {
        self.with_window(app, |_, window| {
            #[cfg(target_os = "linux")]
            inline::focus(window);
            #[cfg(not(target_os = "linux"))]
            if let Err(error) = window.set_focus() {
                tracing::warn!(%error, "the window of an app could not be brought to the front");
            }
        });
    }

    fn post(&self, app: &AppId, message: &str) {
        let Some(window) = self.window(app) else {
            return;
        };
        // A page that hangs gets it later, or never.
        if let Err(error) = window.eval(top_document::delivery(message)) {
            tracing::debug!(%error, "an app gets no more messages");
        }
    }

    fn close(&self, app: &AppId) {
        self.0.state::<Tokens>().lock().remove(app);
        self.with_window(app, |handle, window| {
            #[cfg(target_os = "linux")]
            inline::end(handle, window);
            #[cfg(not(target_os = "linux"))]
            let _ = handle;
            if let Err(error) = window.destroy() {
                tracing::warn!(%error, "the window of an app could not be closed");
            }
        });
    }
}

/// Opens the window of an app, unseen: the page is loaded, whatever it is placed in. All it asks of the network goes to
/// `proxy`.
pub fn build(
    handle: &AppHandle,
    app: &AppId,
    title: &str,
    origin: AppOrigin,
    proxy: Url,
) -> tauri::Result<WebviewWindow> {
    let top = scheme::top_address(app)?;
    let opened = [
        top.clone(),
        scheme::proxy_address(app)?,
        page_address(app, origin)?,
    ];
    let label = label_of(app);
    #[cfg(not(target_os = "linux"))]
    let (context, url) = (std::env::temp_dir().join(&label), top);
    // The view keeps nothing and has a context of its own, whatever stands here: the runtime keeps a process of the
    // network for each folder that it was ever given. It loads nothing before it is confined.
    #[cfg(target_os = "linux")]
    let (context, url) = (
        crate::web_data::folder(handle),
        Url::parse("about:blank").map_err(tauri::Error::InvalidUrl)?,
    );
    let window = WebviewWindowBuilder::new(handle, label, WebviewUrl::CustomProtocol(url))
        .title(title)
        .inner_size(960.0, 720.0)
        .visible(false)
        .focused(false)
        // With a context of its own comes a network session of its own, which the proxy is for.
        .incognito(true)
        .proxy_url(proxy)
        .data_directory(context)
        .devtools(false)
        .disable_drag_drop_handler()
        .initialization_script_for_all_frames(page_scripts::all())
        // On Linux it is asked about frames, too.
        .on_navigation(move |url| opened.contains(url))
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, _| false)
        .on_permission_request(|_, _| PermissionResponse::Deny)
        .build()?;
    #[cfg(target_os = "linux")]
    {
        memory::watch_process(&window, app)?;
        let (handle, app) = (handle.clone(), app.clone());
        window.with_webview(move |view| {
            let view = view.inner();
            confined::confine(&view);
            documents::load(&handle, &app, &view, top.as_str());
        })?;
    }
    Ok(window)
}

#[cfg(not(target_os = "linux"))]
fn place_in_own(_: &AppHandle, window: &WebviewWindow, place: AppPlace) -> tauri::Result<()> {
    match place {
        AppPlace::OwnWindow => {
            window.show()?;
            window.set_focus()
        }
        // Here an app is drawn in its own window alone.
        AppPlace::Inline { .. } | AppPlace::Hidden => window.hide(),
    }
}

/// Reports whether the page of an app answers, as long as it is there.
async fn watch(handle: AppHandle, app: AppId) {
    let api = handle.state::<Core>().api.wait().await;
    let label = label_of(&app);
    loop {
        tokio::time::sleep(ASK_EVERY).await;
        let Some(window) = handle.get_webview_window(&label) else {
            return;
        };
        let (answer, answered) = tokio::sync::oneshot::channel();
        let answer = Mutex::new(Some(answer));
        let asked = window.eval_with_callback("1", move |_| {
            let answer = answer.lock().take();
            // Nobody listens once the app has ended.
            let _ = answer.map(|answer| answer.send(()));
        });
        if asked.is_err() {
            return;
        }
        let mut answered = std::pin::pin!(answered);
        while tokio::time::timeout(ASK_EVERY, &mut answered)
            .await
            .is_err()
        {
            if handle.get_webview_window(&label).is_none() {
                return;
            }
            api.app_reports(&app, AppReport::Responds(false));
        }
        api.app_reports(&app, AppReport::Responds(true));
    }
}
