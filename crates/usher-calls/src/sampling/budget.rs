//! What each server may have of models, and what it has had. A server that has never asked may have nothing; the first
//! time the person lets a model answer it, they say how much. While a model writes, it counts with all it may take.

use std::sync::Arc;
use std::time::Duration;

use usher_messages::Message;
use usher_store::{Store, StoreError};
use usher_types::sampling::Budget;
use usher_types::sampling::SamplingRule;
use usher_types::sampling::ServerSampling;
use usher_types::sampling::Spent;

use super::Sampling;
use super::sampling_error::SamplingError;
use usher_servers::events::HostEvent;
use usher_types::id::ServerId;

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// Says why a request exceeds the rest of the budget.
pub(super) fn over(budget: Budget, spent: Spent, tokens: u64, money: u64) -> Option<Message> {
    if spent.requests >= budget.requests_per_hour {
        return Some(
            Message::new("budget.requests")
                .with("used", spent.requests)
                .with("limit", budget.requests_per_hour),
        );
    }
    if spent.tokens.saturating_add(tokens) > budget.tokens_per_day {
        return Some(
            Message::new("budget.tokensLeft")
                .with("tokens", tokens)
                .with("left", budget.tokens_per_day.saturating_sub(spent.tokens))
                .with("limit", budget.tokens_per_day),
        );
    }
    if spent.money.saturating_add(money) > budget.money_per_day {
        return Some(
            Message::new("budget.costLeft")
                .with("cost", dollars(money))
                .with(
                    "left",
                    dollars(budget.money_per_day.saturating_sub(spent.money)),
                )
                .with("limit", dollars(budget.money_per_day)),
        );
    }
    None
}

/// Says why nothing at all is left.
fn used_up(budget: Budget, spent: Spent) -> Option<Message> {
    if spent.requests >= budget.requests_per_hour {
        return over(budget, spent, 0, 0);
    }
    if spent.tokens >= budget.tokens_per_day {
        return Some(
            Message::new("budget.tokens")
                .with("used", spent.tokens)
                .with("limit", budget.tokens_per_day),
        );
    }
    // Models without a price run within a budget of nothing, too.
    if spent.money > 0 && spent.money >= budget.money_per_day {
        return Some(
            Message::new("budget.cost")
                .with("used", dollars(spent.money))
                .with("limit", dollars(budget.money_per_day)),
        );
    }
    None
}

/// Whether what a server asks of models reaches the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SamplingAccess {
    MayAsk,
    /// The person has turned models off for it.
    Off,
    /// Nothing is left of what it may have, for this reason.
    UsedUp(Message),
}

/// Writes millionths of a dollar.
fn dollars(millionths: u64) -> String {
    format!(
        "${}.{:03}",
        millionths / 1_000_000,
        millionths / 1_000 % 1_000
    )
}

impl Sampling {
    /// Decides whether this server may ask for a model now. Where that cannot be read, the person is asked, who can
    /// still say no.
    pub(crate) async fn access(&self, server: &ServerId) -> SamplingAccess {
        let Ok(Some(rule)) = self.rule_of(server).await else {
            return SamplingAccess::MayAsk;
        };
        if !rule.allowed {
            return SamplingAccess::Off;
        }
        let Ok(spent) = self.spent(server).await else {
            return SamplingAccess::MayAsk;
        };
        used_up(rule.budget, spent).map_or(SamplingAccess::MayAsk, SamplingAccess::UsedUp)
    }

    pub(super) async fn spent(&self, server: &ServerId) -> Result<Spent, SamplingError> {
        let context = self.context();
        let now = context.clock.now_ms();
        let ago = |time: Duration| {
            now.saturating_sub(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
        };
        Ok(context
            .store
            .sampling_spent(server, ago(HOUR), ago(DAY))
            .await?)
    }

    /// Lists each server's sampling rule and use; without servers that never asked.
    pub async fn rules(&self) -> Result<Vec<ServerSampling>, SamplingError> {
        let mut all = Vec::new();
        let mut rules = self.context().store.sampling_rules().await?;
        for (server, held) in self.0.unwritten.lock().clone() {
            match rules.iter_mut().find(|(known, _)| *known == server) {
                Some((_, rule)) => *rule = held,
                None => rules.push((server, held)),
            }
        }
        for (server, rule) in rules {
            let spent = self.spent(&server).await?;
            all.push(ServerSampling {
                server_id: server,
                rule,
                spent,
            });
        }
        Ok(all)
    }

    /// Decides about a server and models. A request that is open stays open.
    pub async fn set_rule(
        &self,
        server: &ServerId,
        rule: SamplingRule,
    ) -> Result<(), SamplingError> {
        let context = self.context();
        context.sources.require_server(&server.into())?;
        let before = self.rule_of(server).await?;
        // Of a server that was not decided about, the person is asked.
        let narrowed = before.map_or(
            SamplingRule {
                allowed: false,
                ..rule
            },
            |before| rule.narrowed_by(before),
        );
        // Where models are off, the budget is for later.
        if !rule.allowed || rule == narrowed {
            return self.restrict(server, rule).await;
        }
        if let Err(error) = self.store_rule(server, rule).await {
            if before.is_some_and(|before| before.allowed)
                && let Err(error) = self.restrict(server, narrowed).await
            {
                // What the person takes away holds all the same.
                tracing::warn!(%error, "what a server may not have of models is not stored");
            }
            return Err(error.into());
        }
        Ok(())
    }

    /// Returns what the person has decided about a server and models, also if that is not stored yet.
    pub(super) async fn rule_of(
        &self,
        server: &ServerId,
    ) -> Result<Option<SamplingRule>, StoreError> {
        let held = self.0.unwritten.lock().get(server).copied();
        match held {
            Some(rule) => Ok(Some(rule)),
            None => self.context().store.sampling_rule(server).await,
        }
    }

    /// Stores a rule, which holds then.
    pub(super) async fn store_rule(
        &self,
        server: &ServerId,
        rule: SamplingRule,
    ) -> Result<(), StoreError> {
        let context = self.context();
        context.store.set_sampling_rule(server, rule).await?;
        context.store.lift_restriction(&about(server));
        self.0.unwritten.lock().remove(server);
        context.events.send(HostEvent::ModelsChanged);
        Ok(())
    }

    /// Has a rule hold, and then stores it.
    async fn restrict(&self, server: &ServerId, rule: SamplingRule) -> Result<(), SamplingError> {
        let context = self.context();
        self.0.unwritten.lock().insert(server.clone(), rule);
        let (sampling, restricted) = (Arc::downgrade(&self.0), server.clone());
        let write = move |store: Store| {
            let (sampling, server) = (sampling.upgrade(), restricted.clone());
            async move {
                store.set_sampling_rule(&server, rule).await?;
                if let Some(sampling) = sampling {
                    let mut unwritten = sampling.unwritten.lock();
                    if unwritten.get(&server) == Some(&rule) {
                        unwritten.remove(&server);
                    }
                }
                Ok(())
            }
        };
        let stored = context.store.restrict(about(server), write).await;
        context.events.send(HostEvent::ModelsChanged);
        Ok(stored?)
    }
}

/// Names what a server may have of models, as what is restricted.
fn about(server: &ServerId) -> String {
    format!("models {server}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_that_may_take_too_much_is_said_so() {
        let budget = Budget {
            requests_per_hour: 2,
            tokens_per_day: 100,
            money_per_day: 50_000,
        };
        let spent = |requests, tokens, money| Spent {
            requests,
            tokens,
            money,
        };
        let tokens_left = |tokens: u64, left: u64| {
            Message::new("budget.tokensLeft")
                .with("tokens", tokens)
                .with("left", left)
                .with("limit", 100)
        };
        let rows = [
            (spent(1, 50, 20_000), 50, 30_000, None),
            (
                spent(2, 0, 0),
                0,
                0,
                Some(
                    Message::new("budget.requests")
                        .with("used", 2)
                        .with("limit", 2),
                ),
            ),
            (spent(0, 51, 0), 50, 0, Some(tokens_left(50, 49))),
            (
                spent(0, 0, 20_001),
                0,
                30_000,
                Some(
                    Message::new("budget.costLeft")
                        .with("cost", "$0.030")
                        .with("left", "$0.029")
                        .with("limit", "$0.050"),
                ),
            ),
            (spent(0, u64::MAX, 0), 1, 0, Some(tokens_left(1, 0))),
        ];
        for (spent, tokens, money, expected) in rows {
            assert_eq!(over(budget, spent, tokens, money), expected, "{spent:?}");
        }
    }

    #[test]
    fn a_budget_is_used_up_when_nothing_at_all_is_left() {
        let budget = Budget {
            requests_per_hour: 2,
            tokens_per_day: 100,
            money_per_day: 50_000,
        };
        let nothing = Budget {
            money_per_day: 0,
            ..budget
        };
        let spent = |requests, tokens, money| Spent {
            requests,
            tokens,
            money,
        };
        let rows = [
            (budget, spent(1, 99, 49_999), None),
            (
                budget,
                spent(2, 0, 0),
                Some(
                    Message::new("budget.requests")
                        .with("used", 2)
                        .with("limit", 2),
                ),
            ),
            (
                budget,
                spent(0, 120, 0),
                Some(
                    Message::new("budget.tokens")
                        .with("used", 120)
                        .with("limit", 100),
                ),
            ),
            (
                budget,
                spent(0, 0, 50_000),
                Some(
                    Message::new("budget.cost")
                        .with("used", "$0.050")
                        .with("limit", "$0.050"),
                ),
            ),
            (nothing, spent(1, 99, 0), None),
        ];
        for (budget, spent, expected) in rows {
            assert_eq!(used_up(budget, spent), expected, "{spent:?}");
        }
    }
}
