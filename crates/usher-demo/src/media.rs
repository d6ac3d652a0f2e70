//! Pictures, sounds and papers, all made in code: the demo carries no files.

mod canvas;
mod chart;
mod leaflet;
mod lighthouse;
mod sound;
mod sunrise;

pub(crate) use chart::chart;
pub use leaflet::leaflet;
pub(crate) use lighthouse::LIGHTHOUSE;
pub(crate) use sound::{chime, tone};
pub(crate) use sunrise::sunrise;
