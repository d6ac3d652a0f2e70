//! Reads, pins and compares webtool and OpenAPI documents; builds requests, reads responses.

pub mod answer;
pub mod compare;
pub mod credentials;
pub mod document;
pub mod fetch;
pub mod limits;
pub mod openapi;
pub mod operation;
pub mod parse;
pub mod pin;
pub mod recognise;
