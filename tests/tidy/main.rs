//! Tidy is a test: how long files are, who may depend on whom, what the documents promise.
//!
//! These tests read the source tree and nothing else. A failure names the file and what to do.

#[cfg(test)]
mod documents;
#[cfg(test)]
mod files;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod locks;
#[cfg(test)]
mod migrations;
#[cfg(test)]
mod page;
#[cfg(test)]
mod tree;
#[cfg(test)]
mod walls;
