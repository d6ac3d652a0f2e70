//! Compares a fetched document with the pinned one.

use serde_json::Value;

use super::canonical::Digest;
use super::difference::Differences;
use crate::diff::differences;

/// A document, as it came and as it was read.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a> {
    /// Its bytes.
    pub bytes: &'a [u8],
    pub value: &'a Value,
    /// The version it declares, if its kind has one.
    pub version: Option<&'a str>,
}

/// How a document compares with the pinned one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DocumentState {
    /// The same bytes.
    Identical,
    /// Other bytes that say the same.
    Reformatted,
    /// It says something else, under another version or with none.
    Changed,
    /// It says something else and declares the version it had: the one to distrust most.
    SilentlyChanged,
    /// It declares an older version than the one that was kept.
    Downgraded,
    /// It is not there any more.
    Gone,
}

/// What came of comparing.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// How the new one compares with the old one.
    pub state: DocumentState,
    /// What differs; nothing unless it says something else.
    pub differences: Differences,
}

/// Compares what was kept with what is there now (`None` = nothing).
pub fn compare_documents(kept: Document<'_>, found: Option<Document<'_>>) -> Comparison {
    let Some(found) = found else {
        return Comparison::without_differences(DocumentState::Gone);
    };
    if kept.bytes == found.bytes {
        return Comparison::without_differences(DocumentState::Identical);
    }
    if Digest::of_value(kept.value) == Digest::of_value(found.value) {
        return Comparison::without_differences(DocumentState::Reformatted);
    }
    Comparison {
        state: changed(kept.version, found.version),
        differences: differences(kept.value, found.value),
    }
}

fn changed(kept: Option<&str>, found: Option<&str>) -> DocumentState {
    let (Some(kept), Some(found)) = (kept, found) else {
        return DocumentState::Changed;
    };
    if kept == found {
        return DocumentState::SilentlyChanged;
    }
    match (semver::Version::parse(kept), semver::Version::parse(found)) {
        // Build metadata has no precedence (Semantic Versioning 2.0.0, section 10).
        (Ok(kept), Ok(found)) => match found.cmp_precedence(&kept) {
            std::cmp::Ordering::Less => DocumentState::Downgraded,
            std::cmp::Ordering::Equal => DocumentState::SilentlyChanged,
            std::cmp::Ordering::Greater => DocumentState::Changed,
        },
        _ => DocumentState::Changed,
    }
}

impl Comparison {
    fn without_differences(state: DocumentState) -> Self {
        Self {
            state,
            differences: Differences::default(),
        }
    }
}

#[cfg(test)]
mod tests;
