//! `usher serve`: owns the data folder without a window, for clients that connect.

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use usher_api::Api;
use usher_app::{Desktop, EndSignals, Environment, open_host, serve_clients};
use usher_messages::Message;

use crate::questions::tell_questions;
use crate::terminal::{MISUSE, err, out, text, text_of};

/// Without a client for so long, one that a client started ends.
const IDLE: Duration = Duration::from_mins(5);
const LOOK_EVERY: Duration = Duration::from_secs(15);

/// When it ends by itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Ends {
    /// When it is told to.
    #[default]
    Never,
    /// Some time after the last client has left.
    Idle,
}

/// Whether clients may connect over HTTP.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Http {
    /// As the person chose in the window.
    #[default]
    AsChosen,
    /// Until it ends.
    On,
}

#[derive(Debug, Clone, Copy, Default)]
struct Options {
    ends: Ends,
    http: Http,
}

/// Runs the command line after `serve`.
pub(crate) fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let mut options = Options::default();
    for argument in arguments {
        match argument.to_str() {
            Some("--until-idle") => options.ends = Ends::Idle,
            Some("--http") => options.http = Http::On,
            Some("--help" | "-h") => return out(&text("terminal.serveUsage")),
            _ => return err(&text("terminal.serveUsage"), ExitCode::from(MISUSE)),
        }
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return failed(error.to_string()),
    };
    match runtime.block_on(serve(options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => failed(reason),
    }
}

fn failed(reason: String) -> ExitCode {
    let message = Message::new("terminal.serveFailed").with("reason", reason);
    err(&text_of(&message), ExitCode::FAILURE)
}

async fn serve(options: Options) -> Result<(), String> {
    // Before anything is printed or opened: who is told to end from then on closes what it opened.
    let mut signals = EndSignals::listen().map_err(|error| error.to_string())?;
    let environment = Environment::read().map_err(|error| error.to_string())?;
    let api = open_host(&environment, Desktop::default()).await;
    let taken_over = Arc::new(Notify::new());
    let on_take_over = {
        let taken_over = Arc::clone(&taken_over);
        Arc::new(move || taken_over.notify_one())
    };
    let listener = match serve_clients(&environment, &api, Some(on_take_over)) {
        Ok(listener) => listener,
        Err(error) => {
            api.close().await;
            return Err(api
                .blocked()
                .map_or(error.to_string(), |why| why.to_string()));
        }
    };
    if options.http == Http::On {
        match api.turn_http_on_for_now().await {
            Ok(url) => {
                let message = Message::new("terminal.servesHttp").with("url", url);
                out(&text_of(&message));
            }
            Err(problem) => {
                drop(listener);
                api.close().await;
                return Err(problem.to_string());
            }
        }
    }
    tokio::select! {
        () = signals.received() => {}
        () = taken_over.notified() => {}
        () = idle(&api, options.ends) => {}
        () = tell_questions(&api) => {}
    }
    drop(listener);
    api.close().await;
    Ok(())
}

/// Returns when no client was connected for some time.
async fn idle(api: &Api, ends: Ends) {
    if ends == Ends::Never {
        return std::future::pending().await;
    }
    let mut idle_for = Duration::ZERO;
    while idle_for < IDLE {
        tokio::time::sleep(LOOK_EVERY).await;
        idle_for = if api.connected_clients() == 0 {
            idle_for + LOOK_EVERY
        } else {
            Duration::ZERO
        };
    }
}
