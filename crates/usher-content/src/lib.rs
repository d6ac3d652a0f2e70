//! Checks and renders foreign content: JSON Schema, URI templates, images, SVG, icons.

pub mod contents;
pub mod file_name;
pub mod icons;
mod kept;
mod limits;
pub mod media;
pub mod picture;
pub mod schema;
pub mod uri_template;
mod validation;
pub mod worker;
