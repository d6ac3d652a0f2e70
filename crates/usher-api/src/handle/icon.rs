//! `icon.*`

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::api::Api;
use crate::error::ApiError;
use crate::icon::{IconImage, IconParams};

pub(crate) async fn get(api: &Api, params: IconParams) -> Result<IconImage, ApiError> {
    Ok(match api.host()?.icon(&params.key).await {
        usher_content::icons::IconImage::Png(bytes) => IconImage::Png {
            base64: STANDARD.encode(bytes),
        },
        usher_content::icons::IconImage::Refused(reason) => IconImage::Refused { reason },
    })
}
