//! A cache of the bytes of contents, so that the person can look at all of them and save them.
//!
//! What was used last stays longest. What contents are is the business of `contents`.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hashlink::LruCache;
use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use usher_types::content::ContentPart;
use usher_types::id::ContentId;

use crate::limits;

/// Bytes that a server sent, and what is known of them.
#[derive(Debug, PartialEq, Eq)]
pub struct CachedContent {
    pub bytes: Vec<u8>,
    /// The URI of the resource they are of; empty = of none.
    pub uri: String,
    /// The media type the server reports.
    pub mime_type: Option<String>,
}

impl CachedContent {
    /// A part of the bytes. Beyond the end it is empty; it may be shorter than asked for.
    pub fn part(&self, offset: u64, length: u64) -> ContentPart {
        let size = self.bytes.len();
        let begin = usize::try_from(offset).unwrap_or(size).min(size);
        let length = usize::try_from(length.min(limits::CONTENT_PART_BYTES)).unwrap_or(size);
        let end = begin.saturating_add(length).min(size);
        ContentPart {
            offset: begin as u64,
            size_bytes: size as u64,
            base64: STANDARD.encode(&self.bytes[begin..end]),
        }
    }
}

/// The contents that are kept. Clones share them.
#[derive(Clone)]
pub(crate) struct ContentCache {
    cache: Arc<Mutex<Cache>>,
    limit_bytes: usize,
}

struct Cache {
    contents: LruCache<ContentId, Arc<CachedContent>>,
    total_bytes: usize,
}

impl Default for ContentCache {
    fn default() -> Self {
        Self::up_to(limits::CONTENTS_BYTES)
    }
}

impl ContentCache {
    fn up_to(limit_bytes: usize) -> Self {
        let cache = Cache {
            contents: LruCache::new_unbounded(),
            total_bytes: 0,
        };
        Self {
            cache: Arc::new(Mutex::new(cache)),
            limit_bytes,
        }
    }

    /// Keeps bytes. The same bytes of the same resource have the same identifier.
    pub(crate) fn keep(&self, content: CachedContent) -> ContentId {
        let id = identifier(&content);
        self.with(|cache| {
            if cache.contents.get(&id).is_some() {
                return;
            }
            cache.total_bytes += content.bytes.len();
            cache.contents.insert(id.clone(), Arc::new(content));
            // The newest stays, even if it alone is beyond the limit.
            while cache.total_bytes > self.limit_bytes && cache.contents.len() > 1 {
                let Some((_, oldest)) = cache.contents.remove_lru() else {
                    break;
                };
                cache.total_bytes -= oldest.bytes.len();
            }
        });
        id
    }

    /// What is kept under an identifier; `None` = no longer.
    pub(crate) fn get(&self, id: &ContentId) -> Option<Arc<CachedContent>> {
        self.with(|cache| cache.contents.get(id).cloned())
    }

    fn with<R>(&self, act: impl FnOnce(&mut Cache) -> R) -> R {
        // Every change above is whole before anything can panic.
        act(&mut self.cache.lock())
    }
}

fn identifier(content: &CachedContent) -> ContentId {
    let mut digest = Sha256::new();
    for text in [
        &*content.uri,
        content.mime_type.as_deref().unwrap_or_default(),
    ] {
        digest.update(text.as_bytes());
        digest.update([0]);
    }
    digest.update(&content.bytes);
    ContentId::from(format!("{:x}", digest.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(uri: &str, bytes: &[u8]) -> CachedContent {
        CachedContent {
            bytes: bytes.to_vec(),
            uri: uri.to_owned(),
            mime_type: None,
        }
    }

    #[test]
    fn what_was_used_last_stays_within_the_limit() {
        let kept = ContentCache::up_to(8);
        let first = kept.keep(content("a:1", b"1234"));
        let second = kept.keep(content("a:2", b"5678"));
        assert_eq!(
            kept.keep(content("a:1", b"1234")),
            first,
            "the same content has the same identifier"
        );
        let third = kept.keep(content("a:3", b"9"));
        let found = [&first, &second, &third].map(|id| kept.get(id).is_some());
        assert_eq!(
            found,
            [true, false, true],
            "the one used longest ago has made room"
        );
        let large = kept.keep(content("a:4", b"more than eight"));
        let found = [&first, &third, &large].map(|id| kept.get(id).is_some());
        assert_eq!(
            found,
            [false, false, true],
            "one beyond the limit is kept alone"
        );
    }

    #[test]
    fn parts_end_with_the_bytes() {
        let check = |offset, length, expected: (u64, &str)| {
            let part = content("a:1", b"abcdef").part(offset, length);
            assert_eq!(
                (part.offset, part.base64.as_str(), part.size_bytes),
                (expected.0, expected.1, 6),
                "{length} from {offset}"
            );
        };
        check(0, 3, (0, "YWJj"));
        check(4, 100, (4, "ZWY="));
        check(6, 1, (6, ""));
        check(u64::MAX, u64::MAX, (6, ""));
    }
}
