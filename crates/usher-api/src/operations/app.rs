//! `app.*`

use crate::api::Api;
use crate::app::{AppInfo, Done, Nothing};
use crate::error::{ApiError, Code};
use usher_messages::Message;

operations! {
    |api: Api, params|

    /// The app as it started. Always answers, even when the data could not be opened.
    "app.info" => AppInfo(Nothing) -> AppInfo {
        api.info().clone()
    }

    /// Closes Usher although questions are open: they are dismissed.
    "app.close" => AppClose(Nothing) -> Done {
        if !api.host()?.close_app() {
            let message = Message::new("operation.noQuit");
            return Err(ApiError::new(Code::Invalid.into(), message));
        }
        Done
    }
}
