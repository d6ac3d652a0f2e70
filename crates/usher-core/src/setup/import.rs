//! Adding what the person chose of a setup file. Servers come turned off and webtools stopped, both without anybody's
//! consent: that is given where each of them is looked at.

use std::collections::HashSet;
use usher_types::webtool::PinId;

use super::Setup;
use super::entries::{ImportedEntry, Usable, leads_to, read};
use super::export::SetupError;
use super::permissions::{PermissionImport, SetupPermissions};
use crate::webtools::fingerprint;
use usher_config::definition::{ConfiguredServer, Label, ServerDefinition, free_label};
use usher_messages::Message;
use usher_system::blocking::spawn_blocking;
use usher_types::group::ServerGroup;
use usher_types::id::{ServerId, SourceId, WebtoolId};
use usher_types::log_level::LogLevel;
use usher_types::setup::SetupPick;
use usher_webtools::pin::{ConfiguredWebtool, Pin, WebtoolDefinition};

impl Setup {
    /// Reads a setup file and verifies what is in it. Adds nothing.
    pub async fn read(&self, text: String) -> Result<Vec<ImportedEntry>, SetupError> {
        Ok(self
            .imported(text)
            .await?
            .into_iter()
            .map(|(imported, _)| imported)
            .collect())
    }

    /// Adds entries of a setup file. Nothing is started, reached or agreed to. What cannot be used is passed over;
    /// says how many were added.
    pub async fn import(&self, text: String, picks: &[SetupPick]) -> Result<usize, SetupError> {
        let mut added = 0;
        for (imported, usable) in self.imported(text).await? {
            let chosen = picks.iter().find(|pick| pick.index == imported.index);
            let (Some(pick), Some(usable)) = (chosen, usable) else {
                continue;
            };
            let taking = if pick.allowing {
                PermissionImport::Everything
            } else {
                PermissionImport::Restrictions
            };
            match usable {
                Usable::Server {
                    definition,
                    group,
                    reviewed,
                } => {
                    self.import_server(definition, group, &reviewed, imported.decided, taking)
                        .await?;
                }
                Usable::Webtool {
                    definition,
                    pins,
                    current,
                } => {
                    self.import_webtool(*definition, pins, current, imported.decided, taking)
                        .await?;
                }
            }
            added += 1;
        }
        Ok(added)
    }

    async fn imported(
        &self,
        text: String,
    ) -> Result<Vec<(ImportedEntry, Option<Usable>)>, SetupError> {
        let mut known: HashSet<String> = self
            .servers
            .list()
            .iter()
            .map(|server| leads_to(&server.definition.transport.without_credentials().0))
            .collect();
        known.extend(
            self.webtools
                .list()
                .iter()
                .map(|webtool| webtool.base().to_string()),
        );
        let read = spawn_blocking(move || read(&text)).await;
        let mut entries = read
            .unwrap_or_else(|| Err(SetupError::Unreadable(Message::new("setupFile.unreadable"))))?;
        for (imported, _) in &mut entries {
            imported.known = known.contains(&imported.leads_to);
        }
        Ok(entries)
    }

    async fn import_server(
        &self,
        mut definition: ServerDefinition,
        group: Option<ServerGroup>,
        reviewed: &[usher_review::items::Pin],
        decided: SetupPermissions,
        taking: PermissionImport,
    ) -> Result<(), SetupError> {
        definition.label = self.free(&definition.label);
        let server = ConfiguredServer {
            id: ServerId::generate(),
            definition,
            // Nobody has agreed to it here.
            consent: String::new(),
            group,
            enabled: false,
            created_at: self.clock.now_ms(),
            cached_protocol: None,
            log_level: LogLevel::default(),
            sign_in: None,
        };
        let (rules, trust) = decided.taken(taking);
        let transport = server.definition.transport.fingerprint();
        // What restricts is there before anything can run.
        self.policies
            .import_rules(&SourceId::from(&server.id), &transport, rules, trust)
            .await?;
        self.servers.add_imported(server, reviewed).await?;
        Ok(())
    }

    async fn import_webtool(
        &self,
        mut definition: WebtoolDefinition,
        pins: Vec<Pin>,
        current: usize,
        decided: SetupPermissions,
        taking: PermissionImport,
    ) -> Result<(), SetupError> {
        definition.label = self.free(&definition.label);
        let webtool = ConfiguredWebtool {
            id: WebtoolId::generate(),
            definition,
            current: PinId(0),
            consent: String::new(),
            consent_on_file: None,
            enabled: true,
            checked: None,
            created_at: self.clock.now_ms(),
        };
        let (rules, trust) = decided.taken(taking);
        let transport = fingerprint(&webtool.definition);
        self.policies
            .import_rules(&SourceId::from(&webtool.id), &transport, rules, trust)
            .await?;
        self.webtools.add_imported(&webtool, pins, current).await?;
        Ok(())
    }

    fn free(&self, label: &Label) -> Label {
        let servers = self.servers.list();
        let webtools = self.webtools.list();
        let taken: Vec<Label> = servers
            .iter()
            .map(|server| server.definition.label.clone())
            .chain(
                webtools
                    .iter()
                    .map(|webtool| webtool.configured.definition.label.clone()),
            )
            .collect();
        free_label(label.as_str(), &taken)
    }
}
