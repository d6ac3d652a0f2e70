//! Holds the language of the desktop's texts: that of the settings once they are read, English before.

use std::sync::Arc;

use tauri::{AppHandle, Manager as _};
use tokio::sync::watch;
use usher_api::{Api, LanguageNow};
use usher_messages::{Catalogue, Language, Message};
use usher_types::settings::Language as Chosen;

use crate::settings;

/// The texts of window title, tray, notifications and dialogs.
pub(crate) struct Words(watch::Sender<Language>);

impl Default for Words {
    fn default() -> Self {
        Self(watch::Sender::new(Language::English))
    }
}

impl Words {
    /// Returns the text of a key without parameters.
    pub(crate) fn text(&self, key: &'static str) -> String {
        self.text_of(&Message::new(key))
    }

    /// Returns the text of a message whose code is a whole key.
    pub(crate) fn text_of(&self, message: &Message) -> String {
        Catalogue::of(*self.0.borrow()).text(message)
    }

    /// Returns what hears of each change of the language.
    pub(crate) fn changes(&self) -> watch::Receiver<Language> {
        self.0.subscribe()
    }
}

/// Returns what tells the language at the time it is asked.
pub(crate) fn language(app: &AppHandle) -> LanguageNow {
    let language = app.state::<Words>().changes();
    Arc::new(move || *language.borrow())
}

/// Follows the setting for as long as the app runs.
pub(crate) fn watch(app: &AppHandle, api: &Api) {
    let app = app.clone();
    settings::follow(api, move |settings| {
        let language = language_of(settings.language, system_locales);
        app.state::<Words>().0.send_if_modified(|current| {
            let is_new = *current != language;
            *current = language;
            is_new
        });
    });
}

/// Picks the language as the page does: by the setting, else the first of the system that has a catalogue.
fn language_of(chosen: Chosen, system: impl FnOnce() -> Vec<String>) -> Language {
    match chosen {
        Chosen::German => Language::German,
        // The pseudo-locale is for the page's layout.
        Chosen::English | Chosen::Pseudo => Language::English,
        Chosen::System => system()
            .iter()
            .find_map(|locale| match locale.split(['-', '_']).next() {
                Some("en") => Some(Language::English),
                Some("de") => Some(Language::German),
                _ => None,
            })
            .unwrap_or(Language::English),
    }
}

/// The locales of the system, the preferred one first; the web view takes the same ones.
#[cfg(target_os = "linux")]
fn system_locales() -> Vec<String> {
    gtk::glib::language_names()
        .into_iter()
        .map(Into::into)
        .collect()
}

#[cfg(not(target_os = "linux"))]
fn system_locales() -> Vec<String> {
    sys_locale::get_locales().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_that_of_the_setting_else_of_the_system() {
        for (chosen, system, expected) in [
            (Chosen::English, &["de_DE"][..], Language::English),
            (Chosen::German, &["en_GB"], Language::German),
            (Chosen::Pseudo, &["de_DE"], Language::English),
            (
                Chosen::System,
                &["de_DE.UTF-8", "de", "C"],
                Language::German,
            ),
            (Chosen::System, &["fr_FR", "de-AT", "en"], Language::German),
            (Chosen::System, &["fr_FR", "en_US", "de"], Language::English),
            (Chosen::System, &["deu"], Language::English),
            (Chosen::System, &["C"], Language::English),
            (Chosen::System, &[], Language::English),
        ] {
            let locales = || system.iter().map(|&locale| locale.to_owned()).collect();
            assert_eq!(
                language_of(chosen, locales),
                expected,
                "{chosen:?} on a system with {system:?}"
            );
        }
    }

    #[test]
    fn texts_are_those_of_the_current_language() {
        let words = Words::default();
        let mut changes = words.changes();
        assert_eq!(words.text("desktop.tray.quit"), "Quit Usher");
        words.0.send_replace(Language::German);
        assert_eq!(words.text("desktop.tray.quit"), "Usher beenden");
        assert!(
            changes.has_changed().is_ok_and(|changed| changed),
            "who shows a text hears of the change"
        );
        changes.mark_unchanged();
    }
}
