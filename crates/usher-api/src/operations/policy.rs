//! `policy.*`

use crate::app::{Done, Nothing};
use crate::error::ApiError;
use crate::policy::{
    PolicyList, PolicyRule, RuleParams, ServerRuleParams, ToolRuleParams, TrustParams,
};
use usher_core::host::Host;
use usher_types::caller::Caller;

operations! {
    |host: Host, params|

    /// Lists all rules, newest first, and the trusted servers.
    "policy.list", changed by ["catalogChanged.tools", "policiesChanged"] => PolicyList(Nothing) -> PolicyList {
        PolicyList::of(host, host.policies().view())
    }

    /// Gives a rule for one tool, replacing an earlier one.
    "policy.setForTool" => PolicySetForTool(ToolRuleParams) -> PolicyRule {
        set_for_tool(host, params).await?
    }

    /// Gives a rule for a server's tools, replacing an earlier one.
    "policy.setForServer" => PolicySetForServer(ServerRuleParams) -> PolicyRule {
        set_for_server(host, params).await?
    }

    /// Takes a rule back.
    "policy.revoke" => PolicyRevoke(RuleParams) -> Done {
        host.policies().revoke(&params.rule_id).await?;
        Done
    }

    /// Restores a rule revoked in this run, with its uses.
    "policy.restore" => PolicyRestore(RuleParams) -> Done {
        host.policies().restore(&params.rule_id).await?;
        Done
    }

    /// Decides whether what a server says of its tools counts.
    "policy.setTrust" => PolicySetTrust(TrustParams) -> Done {
        host.policies()
            .set_trust(&params.server_id, params.trust)
            .await?;
        Done
    }
}

async fn set_for_server(host: &Host, params: ServerRuleParams) -> Result<PolicyRule, ApiError> {
    let caller = match &params.client_id {
        // One that is not known is refused.
        Some(id) => Caller::Client {
            id: host.clients().snapshot(id)?.client.id,
        },
        None => Caller::Person,
    };
    let (effect, decision) = (params.effect, params.decision.into());
    let rule = host
        .policies()
        .set_server_rule(&params.server_id, caller, effect, decision)
        .await?;
    Ok(PolicyRule::given(host, rule))
}

async fn set_for_tool(host: &Host, params: ToolRuleParams) -> Result<PolicyRule, ApiError> {
    let decision = params.decision.into();
    let rule = host
        .policies()
        .set_tool_rule(
            &params.server_id,
            &params.tool,
            &params.definition,
            decision,
        )
        .await?;
    Ok(PolicyRule::given(host, rule))
}
