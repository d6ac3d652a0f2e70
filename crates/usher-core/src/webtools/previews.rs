//! Keeps the documents that were looked at last, so that exactly these can be added.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;
use url::Url;
use usher_review::canonical::Digest;
use usher_review::deceptive_text::DeceptiveText;
use usher_webtools::document::Document;
use usher_webtools::fetch::Fetched;

/// So many documents are remembered between looking and adding.
const PREVIEWS_KEPT: usize = 8;

/// What was looked at, newest last.
#[derive(Default)]
pub(super) struct Previews(Mutex<VecDeque<Arc<Preview>>>);

/// A document somebody looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// Digest of its bytes: by this it is added.
    pub sha256: Digest,
    /// Where its latest version is asked for; `None` = it was pasted.
    pub url: Option<Url>,
    pub fetched: Fetched,
    pub document: Document,
    /// Addresses its calls may go to, the first being the usual one.
    pub bases: Vec<Url>,
    /// What a reader of it is deceived about.
    pub deceptive_text: DeceptiveText,
}

impl Previews {
    pub(super) fn keep(&self, preview: Preview) {
        let mut previews = self.0.lock();
        previews.retain(|known| known.sha256 != preview.sha256);
        if previews.len() == PREVIEWS_KEPT {
            previews.pop_front();
        }
        previews.push_back(Arc::new(preview));
    }

    pub(super) fn find(&self, sha256: &str) -> Option<Arc<Preview>> {
        let previews = self.0.lock();
        previews
            .iter()
            .find(|preview| preview.sha256.as_str() == sha256)
            .cloned()
    }
}
