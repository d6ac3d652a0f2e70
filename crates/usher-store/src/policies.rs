//! Tables `policy_rules`, `trusted_servers` and `tool_consents`: what the person has decided about the tools of
//! each server. What belongs to a server goes with it. Rules for a session never come here.

use sqlx::types::Json;
use sqlx_macros::FromRow;

use super::authenticate::Reading;
use super::{Store, StoreError, readable};
use serde_json::Value;
use usher_review::canonical::Digest;
use usher_review::policy::arguments::NamedArguments;
use usher_review::policy::{Rule, RuleDecision, RuleScope};
use usher_types::caller::Caller;
use usher_types::id::{RuleId, SourceId};
use usher_types::policy::Effect;

#[derive(FromRow)]
struct Row {
    id: String,
    server_id: String,
    tool: Option<String>,
    definition: Option<String>,
    effect: Option<String>,
    verdict: String,
    until_at: Option<i64>,
    transport: String,
    given_at: i64,
    uses: i64,
    last_used_at: Option<i64>,
    caller: Json<Caller>,
    arguments_digest: Option<String>,
    arguments: Option<Json<Value>>,
}

/// A trusted server, and the digest of what is started or reached.
type Trusted = (String, String);

/// A server, its tool, and the definition it was last run with.
type Consent = (String, String, String);

impl Row {
    /// `None` for one of another version of Usher: it stays in the database.
    fn read(self) -> Option<Rule> {
        let effect = match self.effect {
            Some(word) => Some(Effect::kept(&word)?),
            None => None,
        };
        let arguments = match (self.arguments_digest, self.arguments) {
            (Some(digest), Some(Json(shown))) => Some(NamedArguments {
                digest: Digest::kept(digest),
                shown,
            }),
            (None, None) => None,
            _ => return None,
        };
        let scope = match (self.tool, self.definition, effect, arguments) {
            (Some(name), Some(definition), effect, arguments) => {
                let claimed = effect.unwrap_or(Effect::Unknown);
                match arguments {
                    Some(arguments) => RuleScope::ToolWithArguments {
                        name,
                        definition,
                        claimed,
                        arguments,
                    },
                    None => RuleScope::Tool {
                        name,
                        definition,
                        claimed,
                    },
                }
            }
            (_, _, _, Some(_)) => return None,
            (_, _, Some(effect), None) => RuleScope::WithEffect(effect),
            (_, _, None, None) => RuleScope::AllTools,
        };
        let decision = match (self.verdict.as_str(), self.until_at) {
            ("ask", _) => RuleDecision::Ask,
            ("never", _) => RuleDecision::Never,
            ("allow_until", Some(until)) => RuleDecision::AllowUntil(until),
            ("allow_always", _) => RuleDecision::AllowAlways,
            _ => return None,
        };
        Some(Rule {
            id: self.id.into(),
            source: self.server_id.into(),
            caller: self.caller.0,
            scope,
            decision,
            transport: self.transport,
            given_at: self.given_at,
            uses: u64::try_from(self.uses).unwrap_or_default(),
            last_used_at: self.last_used_at,
        })
    }
}

/// What is kept of policies.
#[derive(Debug)]
pub struct StoredPolicies {
    /// All rules that outlive a run, in the order they were given.
    pub rules: Vec<Rule>,
    /// Trusted servers, with the digest of what is started or reached.
    pub trusted: Vec<(SourceId, String)>,
    /// Tools that were run, with the definition each had then.
    pub last_run: Vec<(SourceId, String, String)>,
}

impl Store {
    /// Reads what is kept of policies, all of one moment.
    pub async fn policies(&self) -> Result<StoredPolicies, StoreError> {
        let mut reading = self.reading_all().await?;
        Ok(StoredPolicies {
            rules: self.policy_rules(&mut reading).await?,
            trusted: self.trusted_servers(&mut reading).await?,
            last_run: self.tool_consents(&mut reading).await?,
        })
    }

    async fn policy_rules(&self, reading: &mut Reading) -> Result<Vec<Rule>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, server_id, tool, definition, effect, verdict, until_at, transport, given_at, uses, last_used_at, caller,
                 arguments_digest, arguments
             FROM policy_rules ORDER BY given_at, id",
        )
        .fetch_all(&mut **reading)
        .await
        .map_err(|error| self.failed(error))?;
        let rows = readable::<Row, Row>("a policy", &rows);
        let is_held = |rule: &Rule| !rule.decision.allows() || self.is_verified(&rule.source);
        Ok(rows
            .into_iter()
            .filter_map(Row::read)
            .filter(is_held)
            .collect())
    }

    /// Writes a rule in the place of the one for the same calls, if there is one. Of a rule for a session only the other's
    /// going is written.
    pub async fn put_policy_rule(&self, rule: &Rule) -> Result<(), StoreError> {
        let (verdict, until_at) = match rule.decision {
            RuleDecision::Ask => (Some("ask"), None),
            RuleDecision::Never => (Some("never"), None),
            RuleDecision::AllowUntil(until) => (Some("allow_until"), Some(until)),
            RuleDecision::AllowAlways => (Some("allow_always"), None),
            RuleDecision::AllowSession => (None, None),
        };
        let (tool, definition, effect, arguments) = match &rule.scope {
            RuleScope::Tool {
                name,
                definition,
                claimed,
            } => (Some(name), Some(definition), Some(claimed), None),
            RuleScope::ToolWithArguments {
                name,
                definition,
                claimed,
                arguments,
            } => (Some(name), Some(definition), Some(claimed), Some(arguments)),
            RuleScope::WithEffect(effect) => (None, None, Some(effect), None),
            RuleScope::AllTools => (None, None, None, None),
        };
        let mut change = self.begin_change([&rule.source]).await?;
        // As `RuleScope::is_same_as`.
        sqlx::query(
            "DELETE FROM policy_rules
             WHERE server_id = ? AND caller = ? AND tool IS ? AND arguments_digest IS ? AND (tool IS NOT NULL OR effect IS ?)",
        )
        .bind(rule.source.as_str())
        .bind(Json(&rule.caller))
        .bind(tool)
        .bind(arguments.map(|arguments| arguments.digest.as_str()))
        .bind(effect.map(|effect| effect.as_str()))
        .execute(&mut *change)
        .await
        .map_err(|error| self.failed(error))?;
        if let Some(verdict) = verdict {
            sqlx::query(
                "INSERT INTO policy_rules
                 (id, server_id, tool, definition, effect, verdict, until_at, transport, given_at, uses, last_used_at, caller,
                  arguments_digest, arguments)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )
            .bind(rule.id.as_str())
            .bind(rule.source.as_str())
            .bind(tool)
            .bind(definition)
            .bind(effect.map(|effect| effect.as_str()))
            .bind(verdict)
            .bind(until_at)
            .bind(&rule.transport)
            .bind(rule.given_at)
            .bind(i64::try_from(rule.uses).unwrap_or(i64::MAX))
            .bind(rule.last_used_at)
            .bind(Json(&rule.caller))
            .bind(arguments.map(|arguments| arguments.digest.as_str()))
            .bind(arguments.map(|arguments| Json(&arguments.shown)))
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        }
        self.commit_change(change).await
    }

    /// Writes what a rule has decided so far.
    pub async fn count_policy_rule(&self, rule: &Rule) -> Result<(), StoreError> {
        sqlx::query("UPDATE policy_rules SET uses = ?, last_used_at = ? WHERE id = ?")
            .bind(i64::try_from(rule.uses).unwrap_or(i64::MAX))
            .bind(rule.last_used_at)
            .bind(rule.id.as_str())
            .execute(&self.pool)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(())
    }

    /// Removes a rule; one that is not there is no failure.
    pub async fn remove_policy_rule(
        &self,
        source: &SourceId,
        id: &RuleId,
    ) -> Result<(), StoreError> {
        let mut change = self.begin_change([source]).await?;
        sqlx::query("DELETE FROM policy_rules WHERE id = ?")
            .bind(id.as_str())
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        self.commit_change(change).await
    }

    async fn trusted_servers(
        &self,
        reading: &mut Reading,
    ) -> Result<Vec<(SourceId, String)>, StoreError> {
        let rows = sqlx::query("SELECT server_id, transport FROM trusted_servers")
            .fetch_all(&mut **reading)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(readable::<Trusted, Trusted>("a trusted server", &rows)
            .into_iter()
            .map(|(server, transport)| (SourceId::from(server), transport))
            .filter(|(server, _)| self.is_verified(server))
            .collect())
    }

    /// Trusts a server as long as this is started or reached; `None` = no longer.
    pub async fn set_trusted_server(
        &self,
        server: &SourceId,
        transport: Option<&str>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let query = match transport {
            Some(transport) => sqlx::query(
                "INSERT OR REPLACE INTO trusted_servers (server_id, transport, given_at) VALUES (?, ?, ?)",
            )
            .bind(server.as_str())
            .bind(transport)
            .bind(now_ms),
            None => sqlx::query("DELETE FROM trusted_servers WHERE server_id = ?")
                .bind(server.as_str()),
        };
        let mut change = self.begin_change([server]).await?;
        query
            .execute(&mut *change)
            .await
            .map_err(|error| self.failed(error))?;
        self.commit_change(change).await
    }

    async fn tool_consents(
        &self,
        reading: &mut Reading,
    ) -> Result<Vec<(SourceId, String, String)>, StoreError> {
        let rows = sqlx::query("SELECT server_id, tool, definition FROM tool_consents")
            .fetch_all(&mut **reading)
            .await
            .map_err(|error| self.failed(error))?;
        Ok(readable::<Consent, Consent>("a consent", &rows)
            .into_iter()
            .map(|(server, tool, definition)| (SourceId::from(server), tool, definition))
            .filter(|(server, ..)| self.is_verified(server))
            .collect())
    }

    /// Keeps which definition of a tool was run.
    pub async fn keep_tool_consent(
        &self,
        server: &SourceId,
        tool: &str,
        definition: &str,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut change = self.begin_change([server]).await?;
        sqlx::query(
            "INSERT OR REPLACE INTO tool_consents (server_id, tool, definition, given_at) VALUES (?, ?, ?, ?)",
        )
        .bind(server.as_str())
        .bind(tool)
        .bind(definition)
        .bind(now_ms)
        .execute(&mut *change)
        .await
        .map_err(|error| self.failed(error))?;
        self.commit_change(change).await
    }
}
