//! What clients list, find, read and get.

pub(crate) mod index;
pub(crate) mod list_kind;
pub(crate) mod lists;
pub(crate) mod meta_tools;
pub(crate) mod prompts;
pub(crate) mod resource_uris;
pub(crate) mod resources;
