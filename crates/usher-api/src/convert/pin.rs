//! Pins.

use std::collections::BTreeMap;

use usher_core::reviews as core;
use usher_core::servers::LaunchReview as LaunchToReview;
use usher_review::items::ItemName;

use crate::pin::{Difference, LaunchReview, PinDetail, PinItem, ViewedItem};

pub(crate) fn viewed_item(item: ViewedItem) -> core::ViewedItem {
    core::ViewedItem {
        item: ItemName {
            kind: item.kind,
            name: item.name,
        },
        digest: item.digest,
    }
}

impl From<usher_review::items::Item> for PinItem {
    fn from(item: usher_review::items::Item) -> Self {
        Self {
            kind: item.item.kind,
            name: item.item.name,
            state: item.state,
            digest: item.digest.map(|digest| digest.to_string()),
            reviewed_at: item.reviewed_at,
            about: item.about,
        }
    }
}

impl From<usher_review::difference::Difference> for Difference {
    fn from(difference: usher_review::difference::Difference) -> Self {
        Self {
            path: difference.path,
            kind: difference.kind,
            words: difference.words,
            old: difference.old,
            new: difference.new,
            hidden: in_words(&difference.hidden),
        }
    }
}

/// How many there are of each kind.
pub(super) fn in_words(hidden: &[usher_review::hidden_characters::Hidden]) -> Vec<String> {
    let mut counts = BTreeMap::<_, usize>::new();
    for one in hidden {
        *counts.entry(one.kind).or_default() += 1;
    }
    counts
        .into_iter()
        .map(|(kind, count)| match count {
            1 => format!("1 {}", kind.word()),
            _ => format!("{count} {}", kind.words()),
        })
        .collect()
}

impl From<core::ItemReview> for PinDetail {
    fn from(review: core::ItemReview) -> Self {
        Self {
            item: review.item.into(),
            old: review.old,
            old_digest: review.old_digest.map(|digest| digest.to_string()),
            new: review.new,
            differences: review
                .differences
                .listed
                .into_iter()
                .map(Into::into)
                .collect(),
            left_out: u32::try_from(review.differences.left_out).unwrap_or(u32::MAX),
            hidden: in_words(&review.deceptive_text.hidden),
            mixed: review.deceptive_text.mixed,
        }
    }
}

impl From<LaunchToReview> for LaunchReview {
    fn from(review: LaunchToReview) -> Self {
        Self {
            old: review.old,
            new: review.new,
            fingerprint: review.fingerprint,
            differences: review
                .differences
                .listed
                .into_iter()
                .map(Into::into)
                .collect(),
        }
    }
}
