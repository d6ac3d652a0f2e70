//! `setting.*`

use crate::app::Nothing;
use usher_core::host::Host;
use usher_types::settings::Settings;

operations! {
    |host: Host, params|

    /// All settings.
    "setting.get" => SettingGet(Nothing) -> Settings {
        host.settings()
    }

    /// Replaces all settings.
    "setting.set" => SettingSet(Settings) -> Settings {
        host.set_settings(params).await?
    }
}
