//! `model.*`

use crate::app::{Done, Nothing};
use crate::model::{
    AddProviderParams, EditProviderParams, ModelMappings, ModelProvider, ModelRef, ProviderParams,
    TriedModel,
};
use crate::model::{draft_of, edit_of};
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// Providers of models, in the order they were added.
    "model.providers", changed by ["modelsChanged"] => ModelProviders(Nothing) -> Vec<ModelProvider> {
        host.models()
            .providers()
            .await?
            .into_iter()
            .map(Into::into)
            .collect()
    }

    /// Adds a provider. Nothing is sent to it.
    "model.add" => ModelAdd(AddProviderParams) -> ModelProvider {
        host.models().add(draft_of(params)).await?.into()
    }

    /// Changes a provider. Nothing is sent to it.
    "model.edit" => ModelEdit(EditProviderParams) -> ModelProvider {
        let (id, edit) = edit_of(params);
        host.models().edit(&id, edit).await?.into()
    }

    /// Removes a provider and its key.
    "model.remove" => ModelRemove(ProviderParams) -> Done {
        host.models().remove(&params.provider_id).await?;
        Done
    }

    /// Asks a provider for its models and keeps the list.
    "model.list" => ModelList(ProviderParams) -> ModelProvider {
        host.models().list_of(&params.provider_id).await?.into()
    }

    /// Has a model write one short sentence.
    "model.test" => ModelTest(ModelRef) -> TriedModel {
        host.models().try_out(&params).await?
    }

    /// The person's own table of hints.
    "model.mappings", changed by ["modelsChanged"] => ModelMappings(Nothing) -> ModelMappings {
        let rows = host.models().mappings().await?;
        ModelMappings { rows }
    }

    /// Replaces the table of hints.
    "model.setMappings" => ModelSetMappings(ModelMappings) -> ModelMappings {
        let rows = host.models().set_mappings(params.rows).await?;
        ModelMappings { rows }
    }
}
