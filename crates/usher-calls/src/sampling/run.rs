//! Having a model write for a question. What is asked is what the person left; what comes stays here until they send it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use usher_types::secret::Secret;

use super::budget;
use super::plan::{TokenEstimate, read};
use super::sampling_error::SamplingError;
use super::{Context, Sampling, choose, estimate};
use crate::models::ModelsError;
use usher_llm::answer::PartialResponse;
use usher_llm::failure::ModelError;
use usher_llm::prompt::Prompt;
use usher_llm::provider::Provider;
use usher_llm::run::Limits;
use usher_servers::events::HostEvent;
use usher_servers::snapshot::{ModelOutput, ModelRun, SamplingState};
use usher_types::id::ApprovalId;
use usher_types::model::ModelPrices;
use usher_types::model::ModelRef;
use usher_types::sampling::{Budget, SamplingRule};

/// What has come so far is shown no more often than this.
const SHOWN_EVERY: Duration = Duration::from_millis(100);

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
