//! `icon.*`

use crate::icon::{IconImage, IconParams};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// An icon's bytes.
    "icon.get" => IconGet(IconParams) -> IconImage {
        match host.icon(&params.key).await {
            usher_content::icons::IconImage::Png(bytes) => IconImage::Png {
                base64: STANDARD.encode(bytes),
            },
            usher_content::icons::IconImage::Refused(reason) => IconImage::Refused { reason },
        }
    }
}
