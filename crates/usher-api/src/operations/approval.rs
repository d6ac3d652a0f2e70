//! `approval.*`

use crate::app::{Done, Nothing};
use crate::approval::{
    Answer, AnswerParams, Approval, ApprovalLimits, ApprovalParams, DeclineAllParams, LinkParams,
    MuteParams,
};
use crate::error::ApiError;
use usher_calls::approvals::LinkError;
use usher_core::host::Host;
use usher_messages::Message;

operations! {
    |host: Host, params|

    /// Open questions, oldest first.
    "approval.list" => ApprovalList(Nothing) -> Vec<Approval> {
        // A server that was removed in between has no open questions any more.
        host.approvals()
            .list()
            .into_iter()
            .filter_map(|approval| crate::approval::of(host, approval))
            .collect()
    }

    /// Answers a question.
    "approval.answer" => ApprovalAnswer(AnswerParams) -> Done {
        answer(host, params).await?
    }

    /// Declines all questions about calls of a client, and its calls that wait behind them.
    "approval.declineAll" => ApprovalDeclineAll(DeclineAllParams) -> Done {
        for client in host.clients().named(&params.client) {
            host.approvals().decline_all_of(&client).await?;
        }
        Done
    }

    /// Shows an approval in the window, such as one that a notification names.
    "approval.focus" => ApprovalFocus(ApprovalParams) -> Done {
        host.approvals().show(&params.approval_id)?;
        Done
    }

    /// Asks the person before an address from a server's content is opened.
    "approval.requestOpenLink" => ApprovalRequestOpenLink(LinkParams) -> Approval {
        request_open_link(host, params).await?
    }

    /// Opens the address of an approval, as shown, in the browser.
    "approval.openUrl" => ApprovalOpenUrl(ApprovalParams) -> Done {
        host.approvals().visit(&params.approval_id).await?;
        Done
    }

    /// Takes note that the person has opened the address of a server's request elsewhere, as by copying it.
    "approval.confirmUrl" => ApprovalConfirmUrl(ApprovalParams) -> Done {
        host.approvals()
            .visited_elsewhere(&params.approval_id)
            .await?;
        Done
    }

    /// What is limited about servers' questions: those that are muted, or of which some were refused.
    "approval.limits", changed by ["approvalRecordsChanged"] => ApprovalLimits(Nothing) -> Vec<ApprovalLimits> {
        host.approvals().limits()
    }

    /// Mutes a server, so that all its further requests are declined, or unmutes it.
    "approval.setMuted" => ApprovalSetMuted(MuteParams) -> Done {
        if params.muted {
            host.approvals().mute(&params.server_id).await?;
        } else {
            host.approvals().unmute(&params.server_id).await?;
        }
        Done
    }
}

async fn answer(host: &Host, params: AnswerParams) -> Result<Done, ApiError> {
    if let Answer::Run { arguments, .. } = &params.answer
        && !arguments.is_object()
    {
        let message = Message::new("field.arguments");
        return Err(ApiError::invalid("arguments", message));
    }
    host.approvals()
        .answer(&params.approval_id, params.answer.into())
        .await?;
    Ok(Done)
}

async fn request_open_link(host: &Host, params: LinkParams) -> Result<Approval, ApiError> {
    let place = params.place;
    let approval = host
        .approvals()
        .ask_about_link(&params.server_id, &params.address, place)
        .await?;
    crate::approval::of(host, approval).ok_or_else(|| LinkError::UnknownServer.into())
}
