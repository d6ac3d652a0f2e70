//! Chooses the best of the offered icons that may be fetched.
//!
//! 2025-11-25, `Icon`: `src`, `sizes`, `theme`.

use std::sync::Arc;

use url::Url;
use usher_mcp::{IconSource, IconTheme};

use crate::limits;
use crate::media::too_large;
use usher_config::definition::Transport;
use usher_messages::Message;

/// The longest side of what is drawn.
pub(super) const DRAWN_SIDE: u32 = 64;

/// Where an icon comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Origin {
    Data(Arc<str>),
    Web { url: Url, server: Url },
    Refused(Message),
}

impl Origin {
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Data(text) => text.len(),
            Self::Web { url, server } => url.as_str().len() + server.as_str().len(),
            Self::Refused(reason) => reason.to_string().len(),
        }
    }
}

/// The best icon for a theme: one that may be had, made for the theme, and not smaller than it is drawn.
pub(super) fn best<'a>(
    transport: &Transport,
    offered: &'a [IconSource],
    theme: IconTheme,
) -> Option<&'a IconSource> {
    offered.iter().min_by_key(|source| {
        (
            matches!(origin(transport, &source.src), Origin::Refused(_)),
            theme_rank(source.theme, theme),
            size_rank(source),
        )
    })
}

fn theme_rank(made_for: Option<IconTheme>, wanted: IconTheme) -> u8 {
    match made_for {
        Some(theme) if theme == wanted => 0,
        None => 1,
        Some(_) => 2,
    }
}

/// How far a size is from the wanted one. Scalable is best, then the next larger, then the next smaller.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SizeRank {
    Scalable,
    Larger(u32),
    Unknown,
    Smaller(u32),
}

fn size_rank(source: &IconSource) -> SizeRank {
    let is_svg = source
        .mime_type
        .as_deref()
        .is_some_and(|mime| mime.starts_with("image/svg"))
        || source.src.starts_with("data:image/svg");
    let declared = source
        .sizes
        .iter()
        .flat_map(|sizes| sizes.split_ascii_whitespace())
        .filter_map(|size| {
            if size.eq_ignore_ascii_case("any") {
                return Some(SizeRank::Scalable);
            }
            let (width, height) = size.split_once(['x', 'X'])?;
            let side = width.parse::<u32>().ok()?.min(height.parse().ok()?);
            Some(match side.checked_sub(DRAWN_SIDE) {
                Some(more) => SizeRank::Larger(more),
                None => SizeRank::Smaller(DRAWN_SIDE - side),
            })
        })
        .min();
    match declared {
        Some(rank) => rank,
        None if is_svg => SizeRank::Scalable,
        None => SizeRank::Unknown,
    }
}

/// Where an icon comes from, or why it is not fetched.
pub(super) fn origin(transport: &Transport, src: &str) -> Origin {
    let refused = |reason| Origin::Refused(not_shown(reason));
    let src = src.trim();
    if src
        .get(..5)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
    {
        // Base64 makes four characters of three bytes; percent-encoding at worst three of one.
        if src.len() > limits::ICON_BYTES * 3 {
            return refused(too_large(limits::ICON_BYTES));
        }
        return Origin::Data(src.into());
    }
    let Ok(url) = Url::parse(src) else {
        return refused(Message::new("media.noUrl"));
    };
    if !matches!(url.scheme(), "https" | "http") {
        return refused(Message::new("net.scheme").with("scheme", url.scheme()));
    }
    let Transport::Http { url: server, .. } = transport else {
        return refused(Message::new("media.localServer"));
    };
    // Opaque origins are never equal, and http is only ever the origin of a server on this machine or network.
    if url.origin() != server.origin() {
        return refused(Message::new("media.otherHost"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return refused(Message::new("net.credentials"));
    }
    Origin::Web {
        url,
        server: server.clone(),
    }
}

pub(super) fn not_shown(reason: Message) -> Message {
    Message::new("media.iconNotShown").with("reason", reason)
}
