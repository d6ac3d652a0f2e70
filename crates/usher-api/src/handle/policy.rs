//! `policy.*`

use crate::api::Api;
use crate::app::{Done, Nothing};
use crate::error::ApiError;
use crate::policy::{
    PolicyList, PolicyRule, RuleParams, ServerRuleParams, ToolRuleParams, TrustParams,
};

pub(crate) async fn list(api: &Api, _: Nothing) -> Result<PolicyList, ApiError> {
    Ok(api.host()?.policies().view().into())
}

pub(crate) async fn set_for_tool(
    api: &Api,
    params: ToolRuleParams,
) -> Result<PolicyRule, ApiError> {
    let decision = params.decision.into();
    let rule = api
        .host()?
        .policies()
        .set_tool_rule(
            &params.server_id,
            &params.tool,
            &params.definition,
            decision,
        )
        .await?;
    Ok(rule.into())
}

pub(crate) async fn set_for_server(
    api: &Api,
    params: ServerRuleParams,
) -> Result<PolicyRule, ApiError> {
    let rule = api
        .host()?
        .policies()
        .set_server_rule(&params.server_id, params.effect, params.decision.into())
        .await?;
    Ok(rule.into())
}

pub(crate) async fn revoke(api: &Api, params: RuleParams) -> Result<Done, ApiError> {
    api.host()?.policies().revoke(&params.rule_id).await?;
    Ok(Done)
}

pub(crate) async fn restore(api: &Api, params: RuleParams) -> Result<Done, ApiError> {
    api.host()?.policies().restore(&params.rule_id).await?;
    Ok(Done)
}

pub(crate) async fn set_trust(api: &Api, params: TrustParams) -> Result<Done, ApiError> {
    api.host()?
        .policies()
        .set_trust(&params.server_id, params.trust)
        .await?;
    Ok(Done)
}
