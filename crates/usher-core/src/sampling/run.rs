//! Having a model write for a question. What is asked is what the person left; what comes stays here until they send it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use usher_messages::Message;
use usher_types::secret::Secret;

use super::budget;
use super::plan::{TokenEstimate, read};
use super::{Context, Sampling, choose, estimate};
use crate::approval_queue::{AnswerError, ModelRunError};
use crate::events::HostEvent;
use crate::models::ModelsError;
use crate::request_error::RequestError;
use crate::snapshot::{ModelOutput, ModelRun, SamplingState};
use usher_llm::answer::PartialResponse;
use usher_llm::failure::ModelError;
use usher_llm::prompt::Prompt;
use usher_llm::provider::Provider;
use usher_llm::run::Limits;
use usher_store::StoreError;
use usher_types::fault::Fault;
use usher_types::id::ApprovalId;
use usher_types::model::ModelPrices;
use usher_types::model::ModelRef;
use usher_types::sampling::{Budget, SamplingRule};

/// What has come so far is shown no more often than this.
const SHOWN_EVERY: Duration = Duration::from_millis(100);

/// Why nothing was planned or run.
#[derive(Debug, thiserror::Error)]
pub enum SamplingError {
    /// No such approval is open, or it is of another kind.
    #[error(transparent)]
    Ask(#[from] AnswerError),
    /// The request breaks the rules.
    #[error("{}", self.message())]
    Invalid(Vec<Fault>),
    /// It does not fit into what the server may have.
    #[error("{}", self.message())]
    OverBudget(Message),
    /// The person has not yet said that the server may use models.
    #[error("{}", self.message())]
    NotAllowed,
    /// A model writes already.
    #[error("{}", self.message())]
    Writing,
    /// There is no such server.
    #[error(transparent)]
    Server(#[from] RequestError),
    /// The provider is gone, or its key cannot be read.
    #[error(transparent)]
    Models(#[from] ModelsError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SamplingError {
    /// Returns what a person is told.
    pub fn message(&self) -> Message {
        match self {
            Self::Ask(error) => error.message(),
            Self::Invalid(_) => Message::new("budget.error.invalid"),
            Self::OverBudget(why) => Message::new("budget.error.over").with("reason", why.clone()),
            Self::NotAllowed => Message::new("budget.error.notAllowed"),
            Self::Writing => Message::new("budget.error.writing"),
            Self::Server(error) => error.message(),
            Self::Models(error) => error.message(),
            Self::Store(error) => error.message(),
        }
    }
}

impl From<ModelRunError> for SamplingError {
    fn from(error: ModelRunError) -> Self {
        match error {
            ModelRunError::NotAsked(error) => Self::Ask(error),
            ModelRunError::Writing => Self::Writing,
        }
    }
}

/// Everything a run needs.
struct ModelRunTask {
    sampling: Sampling,
    approval: ApprovalId,
    run: Arc<ModelRun>,
    provider: Provider,
    key: Option<Secret>,
    prompt: Prompt,
    prices: Option<ModelPrices>,
    /// Where it is counted.
    reservation: i64,
}

impl Sampling {
    /// Has a model write for a question. `allow` says, for a server the person has not yet decided about, that it may use
    /// models within this. What comes is shown as it comes; the server sees nothing.
    pub async fn run(
        &self,
        id: &ApprovalId,
        params: Value,
        model: ModelRef,
        allow: Option<Budget>,
    ) -> Result<(), SamplingError> {
        let context = self.context();
        let server = self.requester(id)?;
        let prompt = read(&params).map_err(SamplingError::Invalid)?;
        let provider = context.models.provider(&model.provider_id).await?;
        let key = context
            .models
            .key(&provider)
            .await
            .map_err(ModelsError::Model)?;
        let prices = choose::prices(&context.store.mappings().await?, &model);
        let take = TokenEstimate::of(&prompt);
        let money = prices.map_or(0, |prices| estimate::cost(prices, take.input, take.output));
        // Two requests of one server must not both fit into what is left for one.
        let _one_at_a_time = self.0.counting.lock().await;
        let rule = match (self.rule_of(&server).await?, allow) {
            (Some(rule), _) if rule.allowed => rule,
            (_, Some(budget)) => {
                let rule = SamplingRule {
                    allowed: true,
                    budget,
                };
                self.store_rule(&server, rule).await?;
                rule
            }
            (_, None) => return Err(SamplingError::NotAllowed),
        };
        let spent = self.spent(&server).await?;
        if let Some(why) = budget::over(rule.budget, spent, take.tokens(), money) {
            return Err(SamplingError::OverBudget(why));
        }
        let reservation = context
            .store
            .reserve_sampling(&server, context.clock.now_ms(), take.tokens(), money)
            .await?;
        let run = Arc::new(ModelRun {
            model,
            provider: provider.label.clone(),
            params,
        });
        let work = ModelRunTask {
            sampling: self.clone(),
            approval: id.clone(),
            run: Arc::clone(&run),
            provider,
            key,
            prompt,
            prices,
            reservation,
        };
        let started = context
            .approvals
            .start_writing(id, run, || tokio::spawn(write(work)));
        if started.is_err() {
            context.store.release_sampling(reservation).await?;
        }
        Ok(started?)
    }

    /// Stops the model that writes for a question. What it has cost so far is not known, so it counts whole.
    pub fn stop(&self, id: &ApprovalId) -> Result<(), SamplingError> {
        Ok(self.context().approvals.stop_writing(id)?)
    }
}

async fn write(work: ModelRunTask) {
    let mut shown = Instant::now();
    let ended = usher_llm::run::run(
        &work.provider,
        work.key.as_ref(),
        &work.run.model.model,
        &work.prompt,
        Limits::default(),
        |draft| {
            if shown.elapsed() >= SHOWN_EVERY {
                shown = Instant::now();
                let so_far = so_far(draft);
                let run = Arc::clone(&work.run);
                work.sampling
                    .context()
                    .approvals
                    .set_sampling_state(&work.approval, SamplingState::Writing { run, so_far });
            }
        },
    )
    .await;
    settle(&work, &ended).await;
    let run = Arc::clone(&work.run);
    let state = match ended {
        Ok(draft) => SamplingState::Written {
            run,
            answer: so_far(&draft),
        },
        Err(error) => SamplingState::Failed {
            run,
            why: error.message(),
        },
    };
    work.sampling
        .context()
        .approvals
        .set_sampling_state(&work.approval, state);
}

fn so_far(draft: &PartialResponse) -> ModelOutput {
    ModelOutput {
        content: draft.partial_blocks(),
        stop: draft.stop.clone(),
        usage: draft.usage,
    }
}

/// Counts what a run took instead of what it might have taken. Where that is not known, it stays counted whole.
async fn settle(work: &ModelRunTask, ended: &Result<PartialResponse, ModelError>) {
    let Context { store, events, .. } = work.sampling.context();
    let done = match ended {
        Ok(draft) => {
            let input = draft
                .usage
                .input
                .unwrap_or_else(|| estimate::tokens(&work.prompt));
            let output = draft
                .usage
                .output
                .unwrap_or_else(|| estimate::text(&draft.text()));
            let money = work
                .prices
                .map_or(0, |prices| estimate::cost(prices, input, output));
            store
                .settle_sampling(work.reservation, input.saturating_add(output), money)
                .await
        }
        Err(error) if error.left_no_text() => store.release_sampling(work.reservation).await,
        Err(_) => Ok(()),
    };
    if let Err(error) = done {
        tracing::warn!(%error, "what a model took could not be counted");
    }
    events.send(HostEvent::ModelsChanged);
}
