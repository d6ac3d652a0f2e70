//! The demo server as a client sees it: every frame it sends is held against the official schema.

#[cfg(test)]
mod asks;
#[cfg(test)]
mod calls;
#[cfg(test)]
mod errors;
#[cfg(test)]
mod icons;
#[cfg(test)]
mod lists;
#[cfg(test)]
mod media;
#[cfg(test)]
mod peer;
#[cfg(test)]
mod resources;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod tasks;
