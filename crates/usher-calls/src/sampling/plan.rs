//! What would happen if a request were run as it stands: with which model, how much it may take, and what stands against it.
//! Nothing is sent for this.

use serde_json::Value;

use super::Sampling;
use super::budget;
use super::choose;
use super::estimate;
use super::sampling_error::SamplingError;
use crate::limits;
use usher_llm::prompt::{Part, Prompt};
use usher_messages::Message;
use usher_types::fault::Fault;
use usher_types::id::ApprovalId;
use usher_types::model::ModelRef;
use usher_types::sampling::{ChosenModel, ModelChoiceReason};
use usher_types::sampling::{SamplingRule, Spent};

#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// What the request itself means; `None` = there is no model.
    pub matched: Option<ChosenModel>,
    /// The model it would be run with.
    pub model: Option<ChosenModel>,
    /// Tokens of the request, about.
    pub tokens_in: u64,
    /// Tokens of the answer, at most.
    pub tokens_out: u64,
    /// Millionths of a dollar at most; `None` = nobody said what the model costs.
    pub cost: Option<u64>,
    /// What the person has decided about the server; `None` = nothing yet.
    pub rule: Option<SamplingRule>,
    /// What the server has had.
    pub spent: Spent,
    /// Why it does not fit into what the server may have.
    pub over: Option<Message>,
    /// What of the request breaks the rules.
    pub faults: Vec<Fault>,
    /// How many rounds of tools this conversation has had.
    pub rounds: usize,
}

/// What a run would take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TokenEstimate {
    pub(super) input: u64,
    pub(super) output: u64,
}

impl TokenEstimate {
    pub(super) fn of(prompt: &Prompt) -> Self {
        Self {
            input: estimate::tokens(prompt),
            output: prompt.max_tokens,
        }
    }

    pub(super) fn tokens(self) -> u64 {
        self.input.saturating_add(self.output)
    }
}

/// Converts the request for models, or says which rule it breaks.
pub(super) fn read(params: &Value) -> Result<Prompt, Vec<Fault>> {
    let prompt = Prompt::read(params)?;
    if !prompt.tools.is_empty() && rounds(&prompt) >= limits::TOOL_ROUNDS {
        return Err(vec![Fault {
            path: "tools".into(),
            message: Message::new("budget.error.rounds").with("count", limits::TOOL_ROUNDS),
        }]);
    }
    Ok(prompt)
}

/// How many messages bring results of tools.
fn rounds(prompt: &Prompt) -> usize {
    prompt
        .turns
        .iter()
        .filter(|turn| {
            turn.parts
                .iter()
                .any(|part| matches!(part, Part::Result { .. }))
        })
        .count()
}

impl Sampling {
    /// What would happen if this question were run with these parameters; `model` = the person's choice.
    pub async fn plan(
        &self,
        id: &ApprovalId,
        params: &Value,
        model: Option<ModelRef>,
    ) -> Result<Plan, SamplingError> {
        let context = self.context();
        let server = self.requester(id)?;
        let (table, providers) = (
            context.store.mappings().await?,
            context.store.providers().await?,
        );
        let matched = choose::choose(&params["modelPreferences"], &table, &providers);
        let model = model
            .filter(|chosen| providers.iter().any(|each| each.id == chosen.provider_id))
            .map(|model| ChosenModel {
                model,
                why: ModelChoiceReason::Person,
            })
            .or_else(|| matched.clone());
        let (prompt, faults) = match read(params) {
            Ok(prompt) => (Some(prompt), Vec::new()),
            // A conversation over the limit still has a size.
            Err(faults) => (Prompt::read(params).ok(), faults),
        };
        let take = prompt.as_ref().map_or(
            TokenEstimate {
                input: 0,
                output: 0,
            },
            TokenEstimate::of,
        );
        let cost = model
            .as_ref()
            .and_then(|chosen| choose::prices(&table, &chosen.model))
            .map(|prices| estimate::cost(prices, take.input, take.output));
        let rule = self.rule_of(&server).await?;
        let spent = self.spent(&server).await?;
        let limits = rule.map(|rule| rule.budget).unwrap_or_default();
        Ok(Plan {
            matched,
            model,
            tokens_in: take.input,
            tokens_out: take.output,
            cost,
            rule,
            spent,
            over: budget::over(limits, spent, take.tokens(), cost.unwrap_or_default()),
            faults,
            rounds: prompt.as_ref().map_or(0, rounds),
        })
    }
}
