//! Pins.

use std::collections::BTreeMap;

use usher_core::reviews as core;
use usher_core::servers::LaunchReview as LaunchToReview;

use crate::pin::{
    Difference, DifferenceKind, LaunchReview, LookedAt, PinDetail, PinItem, PinKind, PinState,
    ReviewCounts,
};

pub(crate) fn item_name(kind: PinKind, name: String) -> usher_review::items::ItemName {
    let kind = match kind {
        PinKind::Tool => usher_review::items::ItemKind::Tool,
        PinKind::Prompt => usher_review::items::ItemKind::Prompt,
        PinKind::Template => usher_review::items::ItemKind::Template,
        PinKind::Instructions => usher_review::items::ItemKind::Instructions,
    };
    usher_review::items::ItemName { kind, name }
}

pub(crate) fn looked_at(item: LookedAt) -> core::LookedAt {
    core::LookedAt {
        item: item_name(item.kind, item.name),
        digest: item.digest,
    }
}

impl From<usher_review::items::ItemKind> for PinKind {
    fn from(kind: usher_review::items::ItemKind) -> Self {
        match kind {
            usher_review::items::ItemKind::Tool => Self::Tool,
            usher_review::items::ItemKind::Prompt => Self::Prompt,
            usher_review::items::ItemKind::Template => Self::Template,
            usher_review::items::ItemKind::Instructions => Self::Instructions,
        }
    }
}

impl From<usher_review::items::ItemState> for PinState {
    fn from(state: usher_review::items::ItemState) -> Self {
        match state {
            usher_review::items::ItemState::Unchanged => Self::Unchanged,
            usher_review::items::ItemState::New => Self::New,
            usher_review::items::ItemState::Renamed { from } => Self::Renamed { from },
            usher_review::items::ItemState::AsBrought => Self::AsBrought,
            usher_review::items::ItemState::UnlikeBrought => Self::UnlikeBrought,
            usher_review::items::ItemState::Changed => Self::Changed,
            usher_review::items::ItemState::Gone => Self::Gone,
            usher_review::items::ItemState::Tampered => Self::Tampered,
        }
    }
}

impl From<usher_review::difference::Kind> for DifferenceKind {
    fn from(kind: usher_review::difference::Kind) -> Self {
        match kind {
            usher_review::difference::Kind::Host => Self::Host,
            usher_review::difference::Kind::Auth => Self::Auth,
            usher_review::difference::Kind::Schema => Self::Schema,
            usher_review::difference::Kind::Text => Self::Text,
            usher_review::difference::Kind::Annotation => Self::Annotation,
            usher_review::difference::Kind::Other => Self::Other,
        }
    }
}

impl From<usher_review::items::Item> for PinItem {
    fn from(item: usher_review::items::Item) -> Self {
        Self {
            kind: item.item.kind.into(),
            name: item.item.name,
            state: item.state.into(),
            digest: item.digest.map(|digest| digest.to_string()),
            reviewed_at: item.reviewed_at,
            about: item.about.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<usher_review::difference::Difference> for Difference {
    fn from(difference: usher_review::difference::Difference) -> Self {
        Self {
            path: difference.path,
            kind: difference.kind.into(),
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

impl From<usher_review::items::ReviewCounts> for ReviewCounts {
    fn from(counts: usher_review::items::ReviewCounts) -> Self {
        Self {
            new: counts.new,
            changed: counts.changed,
            gone: counts.gone,
        }
    }
}
