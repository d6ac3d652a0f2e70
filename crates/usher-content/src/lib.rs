//! Checks and renders foreign content: JSON Schema, URI templates, images, SVG, icons, pages of MCP Apps.

pub mod argument_marks;
mod content_cache;
pub mod contents;
pub mod file_name;
pub mod icons;
mod limits;
pub mod media;
pub mod omitted;
pub mod picture;
mod plain_text;
pub mod schema;
pub mod ui_resource;
pub mod uri_template;
mod validation;
pub mod worker;
