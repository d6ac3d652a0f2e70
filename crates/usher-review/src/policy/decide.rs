//! Decides which rule applies to a call. Pure: everything it depends on is handed in.

use std::cell::LazyCell;

use serde_json::{Map, Value};

use super::arguments::arguments_digest;
use super::definition::is_definition;
use super::{Rule, RuleDecision, RuleScope, RuleStatus};
use usher_types::approval::CallReason;
use usher_types::caller::Caller;
use usher_types::id::RuleId;
use usher_types::policy::{Effect, Trust};

/// A call as far as rules look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallFacts<'a> {
    pub caller: &'a Caller,
    pub tool: &'a str,
    /// What would be sent.
    pub arguments: &'a Map<String, Value>,
    /// The digest of its definition as it is now.
    pub definition: &'a str,
    /// What the server claims it does.
    pub claimed: Effect,
    /// Whether that claim counts.
    pub trust: Trust,
    /// The digest of what is started or reached now.
    pub transport: &'a str,
    /// The tool's definition when the person last ran it.
    pub last_run: Option<&'a str>,
    /// Unix ms.
    pub now_ms: i64,
}

/// What becomes of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is sent; by this rule, or because nothing speaks against it.
    Run(Option<RuleId>),
    /// The person is asked.
    Ask(CallReason),
    /// It is not sent, by this rule.
    Refuse(RuleId),
}

impl Verdict {
    /// Whether a call that was let through when the rules said `before` may still be sent now that they say this.
    pub fn upholds(&self, before: &Self) -> bool {
        match self {
            Self::Run(_) => true,
            // A rule that has come since asks for another answer.
            Self::Ask(CallReason::Rule { .. }) => self == before,
            Self::Ask(_) => matches!(before, Self::Ask(_)),
            Self::Refuse(_) => false,
        }
    }
}

/// Decides about a call. A rule for the tool comes before one for tools of its effect, and that before one for all
/// tools of the server; of two alike the stricter counts. One that names the arguments is a rule for the tool, but comes
/// before an older one that asks about all its calls. What restricts holds whatever has changed since it was
/// given, and on a server's bare word; what allows holds only for exactly what it was given for, and only on the
/// word of a trusted server. A rule that allows a client what only reads was given on the word of this server, trusted
/// or not. A rule for all tools allows none that may destroy something.
pub fn decide<'a>(rules: impl IntoIterator<Item = &'a Rule>, call: &CallFacts<'_>) -> Verdict {
    let mut changed = call
        .last_run
        .is_some_and(|last| !is_definition(last, call.definition));
    let digest = LazyCell::new(|| arguments_digest(call.arguments));
    let mut fitting: Vec<(Scope, &Rule)> = Vec::new();
    for rule in rules {
        let Some(rank) = rank(rule, call) else {
            continue;
        };
        if let RuleScope::ToolWithArguments { arguments, .. } = &rule.scope
            && arguments.digest != *digest
        {
            continue;
        }
        if rule.decision.allows() {
            match rule.status(call.now_ms, call.transport, Some(call.definition)) {
                RuleStatus::Holds => {}
                RuleStatus::Expired => continue,
                RuleStatus::Outdated => {
                    // What was run since then was agreed to since then.
                    changed |= rank == Scope::Tool && call.last_run.is_none();
                    continue;
                }
            }
        }
        fitting.push((rank, rule));
    }
    let arguments_allowed_at = fitting
        .iter()
        .filter(|(_, rule)| rule.decision.allows() && rule.names_arguments())
        .map(|(_, rule)| rule.given_at)
        .max();
    let is_answered = |rule: &Rule| {
        rule.decision == RuleDecision::Ask
            && matches!(rule.scope, RuleScope::Tool { .. })
            && arguments_allowed_at.is_some_and(|at| rule.given_at < at)
    };
    let found = fitting
        .into_iter()
        .filter(|(_, rule)| !is_answered(rule))
        .max_by_key(|(rank, rule)| (*rank, strictness(rule.decision), rule.names_arguments()));
    match found {
        Some((_, rule)) if rule.decision == RuleDecision::Never => Verdict::Refuse(rule.id.clone()),
        Some((_, rule)) if rule.decision == RuleDecision::Ask => Verdict::Ask(CallReason::Rule {
            rule_id: rule.id.clone(),
        }),
        // Only a rule for the tool itself was given for the definition it has now.
        Some((Scope::Tool, rule)) => Verdict::Run(Some(rule.id.clone())),
        _ if changed => Verdict::Ask(CallReason::Changed),
        Some((_, rule)) => Verdict::Run(Some(rule.id.clone())),
        None if call.claimed == Effect::Destroys => Verdict::Ask(CallReason::Destructive),
        // Nobody has clicked on it: an app may read what its own server offers, and asks about all else.
        None if matches!(call.caller, Caller::App { .. }) && call.claimed != Effect::Reads => {
            Verdict::Ask(CallReason::App)
        }
        // Nobody saw it coming: what a client does is asked about, unless a trusted server says that it only reads.
        None if matches!(call.caller, Caller::Client { .. })
            && (call.claimed, call.trust) != (Effect::Reads, Trust::Yes) =>
        {
            Verdict::Ask(CallReason::Client)
        }
        None => Verdict::Run(None),
    }
}

/// How closely a rule fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Scope {
    Server,
    Effect,
    Tool,
}

/// How closely a rule fits a call, whatever arguments it names; `None` if it is about others.
fn rank(rule: &Rule, call: &CallFacts<'_>) -> Option<Scope> {
    if !rule.covers(call.caller) {
        return None;
    }
    let allows = rule.decision.allows();
    match &rule.scope {
        RuleScope::Tool { name, .. } | RuleScope::ToolWithArguments { name, .. } => {
            (name == call.tool).then_some(Scope::Tool)
        }
        RuleScope::WithEffect(effect) => {
            let is_for_client = allows && rule.caller.client().is_some();
            let known = match call.trust {
                Trust::Yes => call.claimed,
                Trust::No if is_for_client && call.claimed == Effect::Reads => Effect::Reads,
                Trust::No => Effect::Unknown,
            };
            let fits = *effect == known || (!allows && *effect == call.claimed);
            // An unknown effect may be allowed, but not where the server itself warns.
            let warned = allows && *effect == Effect::Unknown && call.claimed == Effect::Destroys;
            (fits && !warned).then_some(Scope::Effect)
        }
        RuleScope::AllTools => {
            let covered = !allows || call.claimed != Effect::Destroys;
            covered.then_some(Scope::Server)
        }
    }
}

fn strictness(decision: RuleDecision) -> u8 {
    match decision {
        RuleDecision::AllowSession | RuleDecision::AllowUntil(_) | RuleDecision::AllowAlways => 0,
        RuleDecision::Ask => 1,
        RuleDecision::Never => 2,
    }
}

#[cfg(test)]
mod tests;
