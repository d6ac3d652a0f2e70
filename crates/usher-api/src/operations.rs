//! The table of operations: `operations/` has the rows, one file per resource.
//!
//! Dispatch and the TypeScript map come from the same rows. A row calls a service of the host; what needs more than
//! that is a function below the rows.

use serde_json::Value;

use crate::api::Api;
use crate::declarations::Operation;
use crate::dispatch;
use crate::error::ApiError;
use usher_core::host::Host;

/// An operation as a type: its name, parameters and result.
pub trait TypedOperation {
    /// As it is called by.
    const NAME: &'static str;
    /// What it takes.
    type Params;
    /// What it answers.
    type Result;
}

/// What rows call.
trait Served {
    /// Returns it, or why the data could not be opened.
    fn of(api: &Api) -> Result<&Self, ApiError>;
}

impl Served for Api {
    fn of(api: &Api) -> Result<&Self, ApiError> {
        Ok(api)
    }
}

impl Served for Host {
    fn of(api: &Api) -> Result<&Self, ApiError> {
        api.host()
    }
}

/// Defines the rows of one resource: `"<resource>.<verb>" => Type(Params) -> Result { … }`. Their bodies may wait, and
/// fail with what becomes an [`ApiError`]. `, changed by ["<event>"]` after the name says after which events the page
/// asks again: an event by its kind, or by `kind.list` where its list counts.
macro_rules! operations {
    (|$served:ident: $service:ty, $params:ident|
        $($(#[doc = $doc:literal])+ $name:literal $(, changed by [$($event:literal),+])?
            => $operation:ident($taken:ty) -> $result:ty $body:block)+
    ) => {
        pub(super) mod op {
            $($(#[doc = $doc])+ #[derive(Debug, Clone, Copy)] pub struct $operation;)+
        }

        $(impl $crate::operations::TypedOperation for op::$operation {
            const NAME: &'static str = $name;
            type Params = $taken;
            type Result = $result;
        })+

        pub(super) const NAMES: &[&str] = &[$($name),+];

        pub(super) fn all() -> Vec<$crate::declarations::Operation> {
            vec![$($crate::declarations::Operation::of::<$taken, $result>($name, &[$($doc),+], &[$($($event),+)?])),+]
        }

        /// Runs the operation called `name`.
        pub(super) async fn dispatch(
            api: &$crate::api::Api,
            name: &str,
            params: serde_json::Value,
        ) -> Result<serde_json::Value, $crate::error::ApiError> {
            match name {
                $($name => {
                    let $params: $taken = $crate::dispatch::read_params(name, params)?;
                    let $served = <$service as $crate::operations::Served>::of(api)?;
                    // Boxed, or the future of every call would be as large as the largest of them.
                    let result = Box::pin(async move {
                        let _ = (&$served, &$params);
                        let result: $result = $body;
                        Ok::<$result, $crate::error::ApiError>(result)
                    });
                    $crate::dispatch::write_result(name, &result.await?)
                })+
                unknown => Err($crate::dispatch::unknown(unknown)),
            }
        }
    };
}

mod agent;
mod app;
mod approval;
mod approval_record;
mod bookmark;
mod client;
mod content;
mod history;
mod icon;
mod import;
mod mcp_app;
mod model;
mod pin;
mod policy;
mod prompt;
mod recent;
mod resource;
mod root;
mod sampling;
mod secret;
mod server;
mod server_config;
mod setting;
mod setup;
mod sign_in;
mod task;
mod tool;
mod webtool;
mod wire;

macro_rules! resources {
    ($($resource:ident)+) => {
        /// Every operation as a type.
        pub mod op {
            $(pub use super::$resource::op::*;)+
        }

        /// Every operation, for the TypeScript map.
        pub fn all() -> Vec<Operation> {
            [$($resource::all()),+].into_iter().flatten().collect()
        }

        /// Runs the operation called `name`.
        async fn dispatch(api: &Api, name: &str, params: Value) -> Result<Value, ApiError> {
            $(if $resource::NAMES.contains(&name) {
                return $resource::dispatch(api, name, params).await;
            })+
            Err(dispatch::unknown(name))
        }
    };
}

impl Api {
    /// Runs one operation of the table. Cancelling the returned future may leave the operation half done;
    /// callers should let it end.
    pub async fn call(&self, name: &str, params: Value) -> Result<Value, ApiError> {
        dispatch::guarded(name, dispatch(self, name, params)).await
    }
}

resources! {
    app
    server
    server_config
    sign_in
    import
    tool
    mcp_app
    setup
    webtool
    task
    resource
    content
    client
    agent
    bookmark
    recent
    prompt
    pin
    history
    approval
    approval_record
    root
    policy
    sampling
    model
    wire
    icon
    secret
    setting
}
