//! Pins.

use std::collections::BTreeMap;

use usher_core::pins as core;
use usher_core::servers::LaunchReview as LaunchToReview;

use crate::pin::{
    Difference, DifferenceKind, LaunchReview, LookedAt, PinDetail, PinItem, PinKind, PinState,
    ReviewCounts,
};

pub(crate) fn item_name(kind: PinKind, name: String) -> core::ItemName {
    let kind = match kind {
        PinKind::Tool => core::ItemKind::Tool,
        PinKind::Prompt => core::ItemKind::Prompt,
        PinKind::Template => core::ItemKind::Template,
        PinKind::Instructions => core::ItemKind::Instructions,
    };
    core::ItemName { kind, name }
}

pub(crate) fn looked_at(item: LookedAt) -> core::LookedAt {
    core::LookedAt {
        item: item_name(item.kind, item.name),
        digest: item.digest,
    }
}

impl From<core::ItemKind> for PinKind {
    fn from(kind: core::ItemKind) -> Self {
        match kind {
            core::ItemKind::Tool => Self::Tool,
            core::ItemKind::Prompt => Self::Prompt,
            core::ItemKind::Template => Self::Template,
            core::ItemKind::Instructions => Self::Instructions,
        }
    }
}

impl From<core::ItemState> for PinState {
    fn from(state: core::ItemState) -> Self {
        match state {
            core::ItemState::Unchanged => Self::Unchanged,
            core::ItemState::New => Self::New,
            core::ItemState::Renamed { from } => Self::Renamed { from },
            core::ItemState::AsBrought => Self::AsBrought,
            core::ItemState::UnlikeBrought => Self::UnlikeBrought,
            core::ItemState::Changed => Self::Changed,
            core::ItemState::Gone => Self::Gone,
            core::ItemState::Tampered => Self::Tampered,
        }
    }
}

impl From<core::Kind> for DifferenceKind {
    fn from(kind: core::Kind) -> Self {
        match kind {
            core::Kind::Host => Self::Host,
            core::Kind::Auth => Self::Auth,
            core::Kind::Schema => Self::Schema,
            core::Kind::Text => Self::Text,
            core::Kind::Annotation => Self::Annotation,
            core::Kind::Other => Self::Other,
        }
    }
}

impl From<core::Item> for PinItem {
    fn from(item: core::Item) -> Self {
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

impl From<core::Difference> for Difference {
    fn from(difference: core::Difference) -> Self {
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
pub(super) fn in_words(hidden: &[core::Hidden]) -> Vec<String> {
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
            hidden: in_words(&review.disguises.hidden),
            mixed: review.disguises.mixed,
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

impl From<core::ReviewCounts> for ReviewCounts {
    fn from(counts: core::ReviewCounts) -> Self {
        Self {
            new: counts.new,
            changed: counts.changed,
            gone: counts.gone,
        }
    }
}
