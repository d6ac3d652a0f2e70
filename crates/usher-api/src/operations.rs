//! The one table of operations. Dispatch and the TypeScript map come from the same rows.

use serde_json::Value;

use crate::api::Api;
use crate::app::{AppInfo, Done, Nothing};
use crate::approval::{
    AnswerParams, Approval, ApprovalLimits, ApprovalParams, LinkParams, MuteParams,
};
use crate::approval_record::{
    ApprovalRecord, ApprovalRecordHead, ApprovalRecordListParams, ApprovalRecordParams,
    ClearApprovalRecordsParams, SaveApprovalRecordsParams,
};
use crate::bindings::Operation;
use crate::call::{CallOutcome, CallParams, CancelParams};
use crate::catalog::{EntryParams, ListParams, MarkViewedParams, RawEntry, Section};
use crate::error::ApiError;
use crate::history::{
    ClearHistoryParams, HistoryEntry, HistoryParams, HistoryRow, HistoryRowParams,
};
use crate::icon::{IconImage, IconParams};
use crate::import::{ImportParams, ImportSource, PasteParams, PasteReading};
use crate::model::{
    AddProviderParams, EditProviderParams, ModelMappings, ModelProvider, ModelRef, ProviderParams,
    TriedModel,
};
use crate::pin::{
    AcceptLaunchParams, AcceptPinsParams, LaunchReview, PinDetail, PinItem, PinItemParams,
};
use crate::policy::{
    PolicyList, PolicyRule, RuleParams, ServerRuleParams, ToolRuleParams, TrustParams,
};
use crate::process::ProcessList;
use crate::prompt::{GetPromptParams, PromptHead, PromptOutcome};
use crate::resource::{
    CompleteParams, Completion, ReadOutcome, ReadParams, ReadTemplateParams, ResourceHead,
    SubscribeParams, TemplateHead,
};
use crate::root::{
    AddRootParams, ChosenFolder, RootFolder, RootList, RootListParams, RootParams,
    RootsConsentParams,
};
use crate::sampling::{
    PlanSamplingParams, RunSamplingParams, SamplingPlan, ServerSampling, SetSamplingParams,
};
use crate::secret::KeyringStatus;
use crate::server::{
    AddServerParams, LogLevelParams, RemovedServer, ResolveCommandParams, ResolvedCommand,
    ServerDetail, ServerParams, ServerSnapshot, SetEnabledParams, TestReport, TestServerParams,
    UpdateServerParams,
};
use crate::setting::Settings;
use crate::setup::{SetupEntry, SetupImportParams, SetupImported, SetupSaved, SetupTextParams};
use crate::sign_in::{OpenSignInParams, SignInPlan};
use crate::task::RunningTask;
use crate::tool::{ToolDetail, ToolHead, ToolParams};
use crate::webtool::{
    AddWebtoolParams, ConfigureWebtoolParams, DiscoverWebtoolParams, EnableWebtoolParams,
    FetchWebtoolParams, ParseWebtoolParams, PinId, WebtoolComparison, WebtoolDetail,
    WebtoolDiscovery, WebtoolParams, WebtoolPinParams, WebtoolPreview, WebtoolSnapshot,
    WebtoolText,
};
use crate::wire::{
    SavedFile, WireCopy, WireCopyParams, WireFrame, WireFrameParams, WireGetManyParams, WireHits,
    WireListParams, WireLog, WireParams, WireSearchParams, WireText,
};
use crate::{dispatch, handle};

macro_rules! operations {
    ($($(#[doc = $doc:literal])+ $name:literal => $module:ident::$function:ident($params:ty) -> $result:ty;)+) => {
        /// Every operation, for the TypeScript map.
        pub fn all() -> Vec<Operation> {
            vec![$(Operation::of::<$params, $result>($name, &[$($doc),+])),+]
        }

        /// Runs the operation called `name`.
        pub(crate) async fn dispatch(api: &Api, name: &str, params: Value) -> Result<Value, ApiError> {
            match name {
                $($name => {
                    let params: $params = dispatch::read_params(name, params)?;
                    // Boxed, or the future of every call would be as large as the largest of them.
                    let result: $result = Box::pin(handle::$module::$function(api, params)).await?;
                    dispatch::write_result(name, &result)
                })+
                unknown => Err(dispatch::unknown(unknown)),
            }
        }
    };
}

operations! {
    /// The app as it started. Always answers, even when the data could not be opened.
    "app.info" => app::info(Nothing) -> AppInfo;

    /// All servers, in the person's order.
    "server.list" => server::list(Nothing) -> Vec<ServerSnapshot>;
    /// What Usher and its running local servers use of this computer. Looks when asked, never otherwise.
    "server.processes" => server::processes(Nothing) -> ProcessList;
    /// Everything about one server.
    "server.get" => server::get(ServerParams) -> ServerDetail;
    /// Adds a server and starts it: saving is the consent to exactly this definition.
    "server.add" => server::add(AddServerParams) -> ServerSnapshot;
    /// Adds the built-in demo server and starts it; answers with the existing one if there is one.
    "server.addDemo" => server::add_demo(Nothing) -> ServerSnapshot;
    /// Replaces a server's definition; restarts it if it was on.
    "server.update" => server::update(UpdateServerParams) -> ServerSnapshot;
    /// Turns a server on or off.
    "server.setEnabled" => server::set_enabled(SetEnabledParams) -> ServerSnapshot;
    /// Stops and starts a server; also the manual retry after a failure.
    "server.restart" => server::restart(ServerParams) -> ServerSnapshot;
    /// Forgets how a server is spoken to and where it was found, and restarts it if it is on, so that both are
    /// found out again.
    "server.redetectProtocol" => server::redetect_protocol(ServerParams) -> ServerSnapshot;
    /// Chooses from which level on a server logs; a running one is told at once.
    "server.setLogLevel" => server::set_log_level(LogLevelParams) -> ServerSnapshot;
    /// Adds a copy of a server, turned off.
    "server.duplicate" => server::duplicate(ServerParams) -> ServerSnapshot;
    /// Removes a server; `server.restore` brings it back for ten seconds.
    "server.remove" => server::remove(ServerParams) -> RemovedServer;
    /// Brings a removed server back.
    "server.restore" => server::restore(ServerParams) -> ServerSnapshot;
    /// Tries a definition without saving it.
    "server.test" => server::test(TestServerParams) -> TestReport;
    /// Where a program would be found.
    "server.resolveCommand" => server::resolve_command(ResolveCommandParams) -> ResolvedCommand;
    /// Finds out where the person would sign in to a server, and for what. Opens nothing.
    "signIn.prepare" => sign_in::prepare(ServerParams) -> SignInPlan;
    /// Opens the page that was looked at in the system's browser, and waits for it in the background.
    "signIn.open" => sign_in::open(OpenSignInParams) -> Done;
    /// Stops waiting for the browser.
    "signIn.cancel" => sign_in::cancel(ServerParams) -> Done;
    /// Signs out: forgets the access to a server, everywhere.
    "signIn.forget" => sign_in::forget(ServerParams) -> Done;
    /// Reads pasted text.
    "server.readPaste" => import::read_paste(PasteParams) -> PasteReading;

    /// Looks for the configurations of other apps on disk. Reads only, and only when asked.
    "import.scan" => import::scan(Nothing) -> Vec<ImportSource>;
    /// Takes servers over, turned off. Starts nothing.
    "import.apply" => import::apply(ImportParams) -> Vec<ServerSnapshot>;

    /// Tools of one server or of all that are on.
    "tool.list" => tool::list(ListParams) -> Vec<Section<ToolHead>>;
    /// One tool with its schemas.
    "tool.get" => tool::get(ToolParams) -> ToolDetail;
    /// Runs a tool and answers when the call has ended, however it ended.
    "tool.call" => tool::call(CallParams) -> CallOutcome;
    /// Cancels a running call; the server is told.
    "tool.cancel" => tool::cancel(CancelParams) -> Done;

    /// Writes all servers and webtools, without secrets, to a file.
    "setup.save" => setup::save(Nothing) -> SetupSaved;
    /// Reads such a file and verifies it. Adds nothing.
    "setup.read" => setup::read(SetupTextParams) -> Vec<SetupEntry>;
    /// Adds entries of such a file. Starts nothing, reaches nothing, agrees to nothing.
    "setup.import" => setup::import(SetupImportParams) -> SetupImported;

    /// All webtools, in the person's order.
    "webtool.list" => webtool::list(Nothing) -> Vec<WebtoolSnapshot>;
    /// Everything about one webtool.
    "webtool.get" => webtool::get(WebtoolParams) -> WebtoolDetail;
    /// Looks whether a webtool or an OpenAPI document is at an address. Adds nothing.
    "webtool.discover" => webtool::discover(DiscoverWebtoolParams) -> WebtoolDiscovery;
    /// Reads a pasted OpenAPI document. Adds nothing.
    "webtool.parse" => webtool::parse(ParseWebtoolParams) -> WebtoolPreview;
    /// Adds what was looked at: saving is the consent to exactly that document.
    "webtool.add" => webtool::add(AddWebtoolParams) -> WebtoolSnapshot;
    /// Saves what the person configures.
    "webtool.configure" => webtool::configure(ConfigureWebtoolParams) -> WebtoolSnapshot;
    /// Turns a webtool on or off.
    "webtool.setEnabled" => webtool::set_enabled(EnableWebtoolParams) -> WebtoolSnapshot;
    /// Removes a webtool, with its credentials and all its documents.
    "webtool.remove" => webtool::remove(WebtoolParams) -> Done;
    /// Looks whether the document is still the same. What is used stays what it is.
    "webtool.check" => webtool::check(WebtoolParams) -> WebtoolSnapshot;
    /// Fetches one version and keeps it beside the others.
    "webtool.fetch" => webtool::fetch(FetchWebtoolParams) -> PinId;
    /// One kept document exactly as it came.
    "webtool.text" => webtool::text(WebtoolPinParams) -> WebtoolText;
    /// What is different in another kept document.
    "webtool.compare" => webtool::compare(WebtoolPinParams) -> WebtoolComparison;
    /// Uses this document from now on: a new version, or an old one again. Choosing is the consent.
    "webtool.activateVersion" => webtool::activate_version(WebtoolPinParams) -> WebtoolSnapshot;
    /// Keeps what is used although another document was found.
    "webtool.dismissUpdate" => webtool::dismiss_update(WebtoolParams) -> WebtoolSnapshot;
    /// Begins a new session with a webtool.
    "webtool.renewSession" => webtool::renew(WebtoolParams) -> WebtoolDetail;

    /// Calls that go on as tasks, newest first.
    "task.list" => task::list(Nothing) -> Vec<RunningTask>;

    /// Resources of one server or of all that are on.
    "resource.list" => resource::list(ListParams) -> Vec<Section<ResourceHead>>;
    /// Reads a resource.
    "resource.read" => resource::read(ReadParams) -> ReadOutcome;
    /// Follows or stops following a resource's changes.
    "resource.subscribe" => resource::subscribe(SubscribeParams) -> Done;
    /// Resource templates of one server or of all that are on.
    "template.list" => resource::list_templates(ListParams) -> Vec<Section<TemplateHead>>;
    /// Expands a template (RFC 6570) and reads the resource.
    "template.read" => resource::read_template(ReadTemplateParams) -> ReadOutcome;
    /// Asks a server to complete an argument.
    "completion.complete" => resource::complete(CompleteParams) -> Completion;

    /// Prompts of one server or of all that are on.
    "prompt.list" => prompt::list(ListParams) -> Vec<Section<PromptHead>>;
    /// Gets a prompt with arguments.
    "prompt.get" => prompt::get(GetPromptParams) -> PromptOutcome;

    /// Everything a server declares, and how each item stands to what the person looked at.
    "pin.list" => pin::list(ServerParams) -> Vec<PinItem>;
    /// One item, with what was pinned and what is declared now.
    "pin.get" => pin::get(PinItemParams) -> PinDetail;
    /// Takes items as they were shown, all or none; answers with the whole list.
    "pin.accept" => pin::accept(AcceptPinsParams) -> Vec<PinItem>;
    /// Does not take items as they were shown: what was accepted before stays what is accepted.
    "pin.dismiss" => pin::dismiss(AcceptPinsParams) -> Done;
    /// How a server is started or reached, and what of it nobody has agreed to.
    "pin.getLaunch" => pin::get_launch(ServerParams) -> LaunchReview;
    /// Agrees to how a server is started or reached, as it was shown, and starts it if it is on.
    "pin.acceptLaunch" => pin::accept_launch(AcceptLaunchParams) -> ServerSnapshot;
    /// Takes note that the program a server starts is another file now.
    "pin.acceptProgram" => pin::accept_program(ServerParams) -> ServerSnapshot;

    /// Reads a server's lists anew.
    "catalog.refresh" => server::refresh(ServerParams) -> Done;
    /// Says that somebody looks at a list; where it is out of date by the server's own word it is read anew, in
    /// the background.
    "catalog.markViewed" => server::mark_viewed(MarkViewedParams) -> Done;
    /// One entry of a list exactly as the server sent it.
    "catalog.entry" => server::entry(EntryParams) -> RawEntry;

    /// Finished calls, newest first.
    "history.list" => history::list(HistoryParams) -> Vec<HistoryRow>;
    /// One finished call with its outcome.
    "history.get" => history::get(HistoryRowParams) -> HistoryEntry;
    /// Deletes finished calls.
    "history.clear" => history::clear(ClearHistoryParams) -> Done;

    /// Open questions, oldest first.
    "approval.list" => approval::list(Nothing) -> Vec<Approval>;
    /// Answers a question.
    "approval.answer" => approval::answer(AnswerParams) -> Done;
    /// Has the window show a question the person was told of elsewhere.
    "approval.focus" => approval::focus(ApprovalParams) -> Done;
    /// Asks the person about an address that stands in what a server sent, before it is opened.
    "approval.requestOpenLink" => approval::request_open_link(LinkParams) -> Approval;
    /// Opens the address of a question, exactly as shown, in the system's browser.
    "approval.openUrl" => approval::open_url(ApprovalParams) -> Done;
    /// What is limited about servers' questions: those that are muted, or of which some were refused.
    "approval.limits" => approval::limits(Nothing) -> Vec<ApprovalLimits>;
    /// Mutes a server: all its further questions are declined. Or hears it again.
    "approval.setMuted" => approval::set_muted(MuteParams) -> Done;
    /// Questions that are over, newest first.
    "approvalRecord.list" => approval_record::list(ApprovalRecordListParams) -> Vec<ApprovalRecordHead>;
    /// One question that is over, whole.
    "approvalRecord.get" => approval_record::get(ApprovalRecordParams) -> ApprovalRecord;
    /// Writes questions that are over to a file in the data directory, secrets redacted.
    "approvalRecord.save" => approval_record::save(SaveApprovalRecordsParams) -> SavedFile;
    /// Deletes questions that are over.
    "approvalRecord.clear" => approval_record::clear(ClearApprovalRecordsParams) -> Done;

    /// Folders shown to all servers, or to one.
    "root.list" => root::list(RootListParams) -> RootList;
    /// Has the person choose a folder with the system's own dialog, and answers when they have. Adds nothing.
    "root.choose" => root::choose(Nothing) -> ChosenFolder;
    /// Shows another folder.
    "root.add" => root::add(AddRootParams) -> RootFolder;
    /// Shows a folder no longer.
    "root.remove" => root::remove(RootParams) -> Done;
    /// Decides whether a server may see its folders without a question.
    "root.setConsent" => root::set_consent(RootsConsentParams) -> Done;

    /// All rules about tools, the newest first, and the servers whose claims about their tools count.
    "policy.list" => policy::list(Nothing) -> PolicyList;
    /// Gives a rule for one tool, in the place of one there may be.
    "policy.setForTool" => policy::set_for_tool(ToolRuleParams) -> PolicyRule;
    /// Gives a rule for all tools of a server, or those with an effect, in the place of one there may be.
    "policy.setForServer" => policy::set_for_server(ServerRuleParams) -> PolicyRule;
    /// Takes a rule back.
    "policy.revoke" => policy::revoke(RuleParams) -> Done;
    /// Brings a rule back that was taken back in this run, with what it has decided.
    "policy.restore" => policy::restore(RuleParams) -> Done;
    /// Decides whether what a server says of its tools counts.
    "policy.setTrust" => policy::set_trust(TrustParams) -> Done;

    /// What would happen if a model were asked what a server asks. Nothing is sent.
    "sampling.plan" => sampling::plan(PlanSamplingParams) -> SamplingPlan;
    /// Has a model write for a question. The server sees nothing of it.
    "sampling.run" => sampling::run(RunSamplingParams) -> Done;
    /// Stops the model that writes for a question.
    "sampling.stop" => sampling::stop(ApprovalParams) -> Done;
    /// What each server may have of models, and has had; without servers that never asked.
    "sampling.servers" => sampling::servers(Nothing) -> Vec<ServerSampling>;
    /// Decides what a server may have of models.
    "sampling.setServer" => sampling::set_server(SetSamplingParams) -> Done;

    /// Providers of models, in the order they were added.
    "model.providers" => model::providers(Nothing) -> Vec<ModelProvider>;
    /// Adds a provider. Nothing is sent to it.
    "model.add" => model::add(AddProviderParams) -> ModelProvider;
    /// Changes a provider. Nothing is sent to it.
    "model.edit" => model::edit(EditProviderParams) -> ModelProvider;
    /// Removes a provider and its key.
    "model.remove" => model::remove(ProviderParams) -> Done;
    /// Asks a provider for its models and keeps the list.
    "model.list" => model::list(ProviderParams) -> ModelProvider;
    /// Has a model write one short sentence.
    "model.test" => model::test(ModelRef) -> TriedModel;
    /// The person's own table of hints.
    "model.mappings" => model::mappings(Nothing) -> ModelMappings;
    /// Replaces the table of hints.
    "model.setMappings" => model::set_mappings(ModelMappings) -> ModelMappings;

    /// A page of a server's wire log.
    "wire.list" => wire::list(WireListParams) -> WireLog;
    /// Single frames of a server's wire log, as far as they are kept.
    "wire.getMany" => wire::get_many(WireGetManyParams) -> Vec<WireFrame>;
    /// Looks for frames in a bounded part of a server's wire log, and says where to go on.
    "wire.search" => wire::search(WireSearchParams) -> WireHits;
    /// One frame as text to be taken elsewhere.
    "wire.copy" => wire::copy(WireCopyParams) -> WireCopy;
    /// The text of one frame.
    "wire.get" => wire::get(WireFrameParams) -> WireText;
    /// Empties a server's wire log.
    "wire.clear" => wire::clear(WireParams) -> Done;
    /// Writes a server's wire log to a file in the data directory, secrets redacted.
    "wire.save" => wire::save(WireParams) -> SavedFile;

    /// An icon's bytes.
    "icon.get" => icon::get(IconParams) -> IconImage;

    /// The state of the keyring.
    "secret.status" => secret::status(Nothing) -> KeyringStatus;
    /// Tries the keyring again (the system may ask for its password) and restarts what waited for it.
    "secret.retry" => secret::retry(Nothing) -> KeyringStatus;
    /// Keeps new secrets in memory until Usher ends, while the keyring cannot be used.
    "secret.useMemoryStore" => secret::use_memory_store(Nothing) -> KeyringStatus;

    /// All settings.
    "setting.get" => setting::get(Nothing) -> Settings;
    /// Replaces all settings.
    "setting.set" => setting::set(Settings) -> Settings;
}
