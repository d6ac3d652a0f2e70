//! Calls of tools, prompts and resources, and what the person decides about them: approvals, permissions, reviews of
//! definitions, folders and models.
//!
//! Who calls is above: the page, clients and apps.

pub mod approval_queue;
pub mod approvals;
pub mod caller_requests;
pub mod calls;
pub mod client_access;
pub mod limits;
pub mod models;
pub mod observer;
pub mod policies;
pub mod reviews;
pub mod roots;
pub mod running_calls;
pub mod sampling;
pub mod server_requests;
