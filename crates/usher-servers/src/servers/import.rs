//! Taking servers over from other apps: what they have configured, and adding what the person chose, turned off.

use std::path::PathBuf;

use super::Servers;
use usher_config::definition::DraftDefinition;
use usher_config::definition::{ServerDefinition, free_label};
use usher_config::other_apps::{self, Source};
use usher_messages::Message;
use usher_types::field_problem::FieldProblem;
use usher_types::paste::PastedServer;

use super::edit::ServerError;
use crate::snapshot::ServerSnapshot;

/// One configuration file of another app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportSource {
    pub app: &'static str,
    pub path: PathBuf,
    /// The servers in it.
    pub servers: Vec<ImportCandidate>,
    /// Why it cannot be read.
    pub problem: Option<Message>,
}

/// One server in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportCandidate {
    pub key: String,
    /// What it is, or why it cannot be taken over.
    pub server: Result<PastedServer, Message>,
    /// Whether an equal one is configured here.
    pub known: bool,
}

impl Servers {
    /// Reads the configurations of other apps. Nothing is kept of them.
    pub async fn scan_imports(&self) -> Vec<ImportSource> {
        let known = self.definitions();
        let offers = self.scan().await.into_iter().map(|source| ImportSource {
            app: source.app,
            path: source.path,
            servers: source
                .candidates
                .into_iter()
                .map(|candidate| ImportCandidate {
                    known: candidate
                        .server
                        .as_ref()
                        .is_ok_and(|server| other_apps::is_known(server, &known)),
                    key: candidate.key,
                    server: candidate.server,
                })
                .collect(),
            problem: source.problem,
        });
        offers.collect()
    }

    /// Adds the chosen servers (file and key), turned off. All or none; nothing is started, and nothing agreed to:
    /// not all that is in the file was shown, and it may have changed since.
    pub async fn import(
        &self,
        choices: &[(String, String)],
    ) -> Result<Vec<ServerSnapshot>, ServerError> {
        let sources = self.scan().await;
        let mut labels: Vec<_> = self
            .definitions()
            .into_iter()
            .map(|definition| definition.label)
            .collect();
        let mut drafts = Vec::new();
        for (path, key) in choices {
            let mut draft = DraftDefinition::from(chosen(&sources, path, key)?);
            let label = free_label(&draft.label, &labels);
            draft.label = label.to_string();
            labels.push(label);
            drafts.push(draft);
        }
        self.add_unreviewed(drafts).await
    }

    /// What is configured here.
    pub(crate) fn definitions(&self) -> Vec<ServerDefinition> {
        self.list()
            .into_iter()
            .map(|server| server.definition)
            .collect()
    }

    async fn scan(&self) -> Vec<Source> {
        let Some(places) = self.context().other_apps.clone() else {
            return Vec::new();
        };
        match tokio::task::spawn_blocking(move || other_apps::scan(&places)).await {
            Ok(sources) => sources,
            Err(fault) => {
                tracing::error!(%fault, "reading the configurations of other apps failed");
                Vec::new()
            }
        }
    }
}

fn chosen(sources: &[Source], path: &str, key: &str) -> Result<PastedServer, ServerError> {
    let candidate = sources
        .iter()
        .find(|source| source.path.as_os_str() == path)
        .and_then(|source| {
            source
                .candidates
                .iter()
                .find(|candidate| candidate.key == key)
        });
    let problem = match candidate {
        Some(candidate) => match &candidate.server {
            Ok(server) => return Ok(server.clone()),
            Err(problem) => problem.clone(),
        },
        None => Message::new("edit.offerGone")
            .with("server", key)
            .with("path", path),
    };
    Err(ServerError::Draft(vec![FieldProblem::new(key, problem)]))
}
