//! The one table of operations. Dispatch and the TypeScript map come from the same rows.

use serde_json::Value;

use crate::agent::{
    AgentList, AgentParams, AgentPreview, AgentPreviewParams, AgentServersParams, AgentUndone,
    AgentWritten,
};
use crate::api::Api;
use crate::app::{AppInfo, Done, Nothing};
use crate::approval::{
    AnswerParams, Approval, ApprovalLimits, ApprovalParams, DeclineAllParams, LinkParams,
    MuteParams,
};
use crate::approval_record::{
    ApprovalRecord, ApprovalRecordHead, ApprovalRecordListParams, ApprovalRecordParams,
    ClearApprovalRecordsParams, SaveApprovalRecordsParams,
};
use crate::bookmark::{EntryKey, KeepEntryParams, KeepValuesParams, KeptEntry, RecentValues};
use crate::call::{CallOutcome, CallParams, CancelParams};
use crate::catalog::{
    EntryParams, ListParams, ListResourcesParams, ListToolsParams, MarkViewedParams, RawEntry,
    Section,
};
use crate::client::{
    AddHttpClientParams, AdoptClientParams, ClientParams, ClientSnapshot, DecideClientParams,
    HttpAccess, HttpClientToken, ListingCost, ListingCostParams, RemovedClient, RenameClientParams,
    SetHttpAccessParams, SetHttpOriginsParams,
};
use crate::content::{
    ContentParams, ContentPart, ContentPartParams, ContentsParams, ReserveTextDragParams,
    SaveBytesParams, SaveTextParams, SavedContent, SavedMany, SavedPathParams, TextDragParams,
};
use crate::declarations::Operation;
use crate::error::ApiError;
use crate::history::{
    ClearHistoryParams, HistoryEntry, HistoryParams, HistoryRow, HistoryRowParams,
};
use crate::icon::{IconImage, IconParams};
use crate::import::{ImportParams, ImportSource, PasteParams, PasteReading, PastedTransport};
use crate::mcp_app::{
    AnswerAppFilesParams, AppLook, AppParams, AppSnapshot, AppToolParams, OpenAppParams,
    OpenHtmlParams, OpenedHtml, PlaceAppParams, PreparedApp,
};
use crate::model::{
    AddProviderParams, EditProviderParams, ModelMappings, ModelProvider, ModelRef, ProviderParams,
    TriedModel,
};
use crate::pin::{
    AcceptLaunchParams, AcceptPinsParams, AcceptVaryingParams, LaunchReview, PinDetail, PinItem,
    PinItemParams,
};
use crate::policy::{
    PolicyList, PolicyRule, RuleParams, ServerRuleParams, ToolRuleParams, TrustParams,
};
use crate::prompt::{GetPromptParams, PromptHead, PromptOutcome};
use crate::resource::{
    CompleteParams, Completion, DragParams, ReadOutcome, ReadParams, ReadTemplateParams,
    ReserveDragParams, ReservedFile, ResourceHead, SaveResourcesParams, SavedResourcesOutcome,
    SubscribeParams, Subscription, TemplateHead, Thumbnail,
};
use crate::root::{
    AddRootParams, ChosenFolder, RootFolder, RootList, RootListParams, RootParams,
    RootsConsentParams,
};
use crate::sampling::{
    PlanSamplingParams, RunSamplingParams, SamplingPlan, ServerSampling, SetSamplingParams,
};
use crate::server::{
    AddServerParams, ArrangeServersParams, EndTestParams, LogLevelParams, PassVariablesParams,
    RemovedServer, ResolveCommandParams, ResolvedCommand, ServerDetail, ServerParams,
    ServerSnapshot, SetEnabledParams, SetGroupParams, TestReport, TestServerParams,
    UpdateServerParams,
};
use crate::server_config::{CheckedConfigText, ServerConfigText, ServerConfigTextParams};
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
use usher_types::id::SourceId;
use usher_types::keyring::KeyringStatus;
use usher_types::process::ProcessList;
use usher_types::settings::Settings;

/// An operation as a type: its name, parameters and result.
pub trait TypedOperation {
    /// As it is called by.
    const NAME: &'static str;
    /// What it takes.
    type Params;
    /// What it answers.
    type Result;
}

macro_rules! operations {
    ($($(#[doc = $doc:literal])+ $name:literal => $operation:ident = $module:ident::$function:ident($params:ty) -> $result:ty;)+) => {
        /// Every operation as a type.
        pub mod op {
            $($(#[doc = $doc])+ #[derive(Debug, Clone, Copy)] pub struct $operation;)+
        }

        $(impl TypedOperation for op::$operation {
            const NAME: &'static str = $name;
            type Params = $params;
            type Result = $result;
        })+

        /// Every operation, for the TypeScript map.
        pub fn all() -> Vec<Operation> {
            vec![$(Operation::of::<$params, $result>($name, &[$($doc),+])),+]
        }

        /// Runs the operation called `name`.
        async fn dispatch(api: &Api, name: &str, params: Value) -> Result<Value, ApiError> {
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

impl Api {
    /// Runs one operation of the table. Cancelling the returned future may leave the operation half done;
    /// callers should let it end.
    pub async fn call(&self, name: &str, params: Value) -> Result<Value, ApiError> {
        dispatch::guarded(name, dispatch(self, name, params)).await
    }
}

operations! {
    /// The app as it started. Always answers, even when the data could not be opened.
    "app.info" => AppInfo = app::info(Nothing) -> AppInfo;
    /// Closes Usher although questions are open: they are dismissed.
    "app.close" => AppClose = app::close(Nothing) -> Done;

    /// All servers, in the person's order.
    "server.list" => ServerList = server::list(Nothing) -> Vec<ServerSnapshot>;
    /// What Usher and its running local servers use of this computer. Looks when asked, never otherwise.
    "server.processes" => ServerProcesses = server::processes(Nothing) -> ProcessList;
    /// Everything about one server.
    "server.get" => ServerGet = server::get(ServerParams) -> ServerDetail;
    /// Adds a server and starts it: saving is the consent to exactly this definition.
    "server.add" => ServerAdd = server::add(AddServerParams) -> ServerSnapshot;
    /// Adds the built-in demo server and starts it; answers with the existing one if there is one.
    "server.addDemo" => ServerAddDemo = server::add_demo(Nothing) -> ServerSnapshot;
    /// Replaces a server's definition; restarts it if it was on.
    "server.update" => ServerUpdate = server::update(UpdateServerParams) -> ServerSnapshot;
    /// A server's configuration as JSON, without secret values.
    "serverConfig.get" => ServerConfigGet = server_config::get(ServerParams) -> ServerConfigText;
    /// Checks an edited configuration. Saves nothing.
    "serverConfig.check" => ServerConfigCheck = server_config::check(ServerConfigTextParams) -> CheckedConfigText;
    /// Saves an edited configuration, as `server.update` does.
    "serverConfig.update" => ServerConfigUpdate = server_config::update(ServerConfigTextParams) -> ServerSnapshot;
    /// Turns a server on or off.
    "server.setEnabled" => ServerSetEnabled = server::set_enabled(SetEnabledParams) -> ServerSnapshot;
    /// Stops and starts a server; also the manual retry after a failure.
    "server.restart" => ServerRestart = server::restart(ServerParams) -> ServerSnapshot;
    /// Adds variables that were withheld from a failed server to its environment, as secrets, and starts it again.
    "server.passVariables" => ServerPassVariables = server::pass_variables(PassVariablesParams) -> ServerSnapshot;
    /// Forgets a server's detected protocol and endpoint, and restarts it if enabled.
    "server.redetectProtocol" => ServerRedetectProtocol = server::redetect_protocol(ServerParams) -> ServerSnapshot;
    /// Chooses from which level on a server logs; a running one is told at once.
    "server.setLogLevel" => ServerSetLogLevel = server::set_log_level(LogLevelParams) -> ServerSnapshot;
    /// Adds a copy of a server, turned off.
    "server.duplicate" => ServerDuplicate = server::duplicate(ServerParams) -> ServerSnapshot;
    /// Lists the servers in this order and in these groups, all or none.
    "server.arrange" => ServerArrange = server::arrange(ArrangeServersParams) -> Vec<ServerSnapshot>;
    /// Puts servers into a group, or in none.
    "server.setGroup" => ServerSetGroup = server::set_group(SetGroupParams) -> Vec<ServerSnapshot>;
    /// Removes a server; `server.restore` brings it back for ten seconds.
    "server.remove" => ServerRemove = server::remove(ServerParams) -> RemovedServer;
    /// Brings a removed server back.
    "server.restore" => ServerRestore = server::restore(ServerParams) -> ServerSnapshot;
    /// Tries a definition without saving it.
    "server.test" => ServerTest = server::test(TestServerParams) -> TestReport;
    /// Ends a test that runs: its program is stopped.
    "server.endTest" => ServerEndTest = server::end_test(EndTestParams) -> Done;
    /// Where a program would be found.
    "server.resolveCommand" => ServerResolveCommand = server::resolve_command(ResolveCommandParams) -> ResolvedCommand;
    /// Discovers where, and for which scopes, the person would sign in. Opens nothing.
    "signIn.prepare" => SignInPrepare = sign_in::prepare(ServerParams) -> SignInPlan;
    /// Opens the reviewed authorization page in the browser, and waits in the background.
    "signIn.open" => SignInOpen = sign_in::open(OpenSignInParams) -> Done;
    /// Stops waiting for the browser.
    "signIn.cancel" => SignInCancel = sign_in::cancel(ServerParams) -> Done;
    /// Signs out: forgets the access to a server, everywhere.
    "signIn.forget" => SignInForget = sign_in::forget(ServerParams) -> Done;
    /// Reads pasted text.
    "server.readPaste" => ServerReadPaste = import::read_paste(PasteParams) -> PasteReading;
    /// Takes what looks like a secret out of arguments and URLs, as reading pasted text does. Saves nothing.
    "server.takeSecrets" => ServerTakeSecrets = import::take_secrets(PastedTransport) -> PastedTransport;

    /// Looks for the configurations of other apps on disk. Reads only, and only when asked.
    "import.scan" => ImportScan = import::scan(Nothing) -> Vec<ImportSource>;
    /// Takes servers over, turned off. Starts nothing.
    "import.apply" => ImportApply = import::apply(ImportParams) -> Vec<ServerSnapshot>;

    /// Tools of one server or of all that are on.
    "tool.list" => ToolList = tool::list(ListToolsParams) -> Vec<Section<ToolHead, SourceId>>;
    /// One tool with its schemas.
    "tool.get" => ToolGet = tool::get(ToolParams) -> ToolDetail;
    /// Runs a tool and answers once the call has ended.
    "tool.call" => ToolCall = tool::call(CallParams) -> CallOutcome;
    /// Cancels a running call; the server is told.
    "tool.cancel" => ToolCancel = tool::cancel(CancelParams) -> Done;

    /// Reads the page that draws results of a tool, and what it declares. Draws nothing.
    "mcpApp.prepare" => McpAppPrepare = mcp_app::prepare(AppToolParams) -> PreparedApp;
    /// Opens a hidden web view, in which the next app is drawn sooner. It ends if none comes.
    "mcpApp.prepareView" => McpAppPrepareView = mcp_app::prepare_view(Nothing) -> Done;
    /// Draws the result of a call by the app of its tool; refused while its page is not the reviewed one.
    "mcpApp.open" => McpAppOpen = mcp_app::open(OpenAppParams) -> AppSnapshot;
    /// Draws HTML of a server that is no app, in a web view of its own in which nothing runs. It is placed and stopped as
    /// an app, and an event tells that it ended.
    "mcpApp.openHtml" => McpAppOpenHtml = mcp_app::open_html(OpenHtmlParams) -> OpenedHtml;
    /// Running apps, the oldest first.
    "mcpApp.list" => McpAppList = mcp_app::list(Nothing) -> Vec<AppSnapshot>;
    /// Draws an app elsewhere: in the window of Usher, in its own, or nowhere for now. An app in a window of its own
    /// stays there.
    "mcpApp.place" => McpAppPlace = mcp_app::place(PlaceAppParams) -> Done;
    /// Takes an app back from a window of its own. It is hidden until it is placed.
    "mcpApp.showInPage" => McpAppShowInPage = mcp_app::show_in_page(AppParams) -> Done;
    /// Gives an app the keyboard.
    "mcpApp.focus" => McpAppFocus = mcp_app::focus(AppParams) -> Done;
    /// Ends an app.
    "mcpApp.stop" => McpAppStop = mcp_app::stop(AppParams) -> Done;
    /// Tells an app what became of the files it offers; `content.save` saves them.
    "mcpApp.answerFiles" => McpAppAnswerFiles = mcp_app::answer_files(AnswerAppFilesParams) -> Done;
    /// Tells apps how the window looks now.
    "mcpApp.setLook" => McpAppSetLook = mcp_app::set_look(AppLook) -> Done;

    /// Writes all servers and webtools, without secrets, to a file.
    "setup.save" => SetupSave = setup::save(Nothing) -> SetupSaved;
    /// Reads such a file and verifies it. Adds nothing.
    "setup.read" => SetupRead = setup::read(SetupTextParams) -> Vec<SetupEntry>;
    /// Adds entries of such a file. Starts nothing, reaches nothing, agrees to nothing.
    "setup.import" => SetupImport = setup::import(SetupImportParams) -> SetupImported;

    /// All webtools, in the person's order.
    "webtool.list" => WebtoolList = webtool::list(Nothing) -> Vec<WebtoolSnapshot>;
    /// Everything about one webtool.
    "webtool.get" => WebtoolGet = webtool::get(WebtoolParams) -> WebtoolDetail;
    /// Looks whether a webtool or an OpenAPI document is at an address. Adds nothing.
    "webtool.discover" => WebtoolDiscover = webtool::discover(DiscoverWebtoolParams) -> WebtoolDiscovery;
    /// Reads a pasted OpenAPI document. Adds nothing.
    "webtool.parse" => WebtoolParse = webtool::parse(ParseWebtoolParams) -> WebtoolPreview;
    /// Adds what was looked at: saving is the consent to exactly that document.
    "webtool.add" => WebtoolAdd = webtool::add(AddWebtoolParams) -> WebtoolSnapshot;
    /// Saves what the person configures.
    "webtool.configure" => WebtoolConfigure = webtool::configure(ConfigureWebtoolParams) -> WebtoolSnapshot;
    /// Turns a webtool on or off.
    "webtool.setEnabled" => WebtoolSetEnabled = webtool::set_enabled(EnableWebtoolParams) -> WebtoolSnapshot;
    /// Removes a webtool, with its credentials and all its documents.
    "webtool.remove" => WebtoolRemove = webtool::remove(WebtoolParams) -> Done;
    /// Looks whether the document is still the same. What is used stays what it is.
    "webtool.check" => WebtoolCheck = webtool::check(WebtoolParams) -> WebtoolSnapshot;
    /// Fetches one version and keeps it beside the others.
    "webtool.fetch" => WebtoolFetch = webtool::fetch(FetchWebtoolParams) -> PinId;
    /// One kept document exactly as it came.
    "webtool.text" => WebtoolText = webtool::text(WebtoolPinParams) -> WebtoolText;
    /// What is different in another kept document.
    "webtool.compare" => WebtoolCompare = webtool::compare(WebtoolPinParams) -> WebtoolComparison;
    /// Uses this document from now on: a new version, or an old one again. Choosing is the consent.
    "webtool.activateVersion" => WebtoolActivateVersion = webtool::activate_version(WebtoolPinParams) -> WebtoolSnapshot;
    /// Keeps what is used although another document was found.
    "webtool.dismissUpdate" => WebtoolDismissUpdate = webtool::dismiss_update(WebtoolParams) -> WebtoolSnapshot;
    /// Begins a new session with a webtool.
    "webtool.renewSession" => WebtoolRenewSession = webtool::renew(WebtoolParams) -> WebtoolDetail;

    /// Calls that go on as tasks, newest first.
    "task.list" => TaskList = task::list(Nothing) -> Vec<RunningTask>;

    /// Resources of one server or of all that are on.
    "resource.list" => ResourceList = resource::list(ListResourcesParams) -> Vec<Section<ResourceHead>>;
    /// Reads a resource.
    "resource.read" => ResourceRead = resource::read(ReadParams) -> ReadOutcome;
    /// What a listed resource looks like in the gallery. It is read from its server if it is not known yet.
    "resource.thumbnail" => ResourceThumbnail = resource::thumbnail(ReadParams) -> Thumbnail;
    /// Reads resources and saves them into a folder the person chooses, each under a name of its own.
    "resource.saveMany" => ResourceSaveMany = resource::save_many(SaveResourcesParams) -> SavedResourcesOutcome;
    /// Reserves the path of a file that a resource becomes if it is dragged out of the window. Nothing is read.
    "resource.reserveDrag" => ResourceReserveDrag = resource::reserve_drag(ReserveDragParams) -> ReservedFile;
    /// Writes what a path was reserved for; a resource is read from its server.
    "resource.writeDrag" => ResourceWriteDrag = resource::write_drag(DragParams) -> SavedFile;
    /// Follows or stops following a resource's changes.
    "resource.subscribe" => ResourceSubscribe = resource::subscribe(SubscribeParams) -> Done;
    /// All resources whose changes are followed, of servers that are on.
    "resource.subscriptions" => ResourceSubscriptions = resource::subscriptions(Nothing) -> Vec<Subscription>;
    /// Resource templates of one server or of all that are on.
    "template.list" => TemplateList = resource::list_templates(ListParams) -> Vec<Section<TemplateHead>>;
    /// Expands a template (RFC 6570) and reads the resource.
    "template.read" => TemplateRead = resource::read_template(ReadTemplateParams) -> ReadOutcome;
    /// Asks a server to complete an argument.
    "completion.complete" => CompletionComplete = resource::complete(CompleteParams) -> Completion;
    /// A part of the bytes of a content that was read or returned. They are kept for a while.
    "content.read" => ContentRead = content::read(ContentPartParams) -> ContentPart;
    /// Saves a content with the system's dialog.
    "content.save" => ContentSave = content::save(ContentParams) -> SavedContent;
    /// Saves a text with the system's dialog.
    "content.saveText" => ContentSaveText = content::save_text(SaveTextParams) -> SavedContent;
    /// Opens a copy of a content in the system's app for it.
    "content.open" => ContentOpen = content::open(ContentParams) -> SavedFile;
    /// Reserves the path of a file that a content becomes if it is dragged out of the window. Nothing is written.
    "content.reserveDrag" => ContentReserveDrag = content::reserve_drag(ContentParams) -> ReservedFile;
    /// Reserves the path of a file that a text becomes if it is dragged out of the window. Nothing is written.
    "content.reserveTextDrag" => ContentReserveTextDrag = content::reserve_text_drag(ReserveTextDragParams) -> ReservedFile;
    /// Writes a text to the path that was reserved for it.
    "content.writeTextDrag" => ContentWriteTextDrag = content::write_text_drag(TextDragParams) -> SavedFile;
    /// Saves bytes the page made, such as a picture of a chart, where the person chooses.
    "content.saveBytes" => ContentSaveBytes = content::save_bytes(SaveBytesParams) -> SavedContent;
    /// Saves contents into a folder chosen with the system's dialog; no file is replaced.
    "content.saveMany" => ContentSaveMany = content::save_many(ContentsParams) -> SavedMany;
    /// Opens the folder of what was saved in this session in the system's file manager.
    "content.openFolder" => ContentOpenFolder = content::open_folder(SavedPathParams) -> Done;

    /// Programs that reach the servers through Usher, in the order they came.
    "client.list" => ClientList = client::list(Nothing) -> Vec<ClientSnapshot>;
    /// Shows a client that waits in the window, after a click on its notification.
    "client.focus" => ClientFocus = client::focus(ClientParams) -> Done;
    /// Does what the person decides about a client.
    "client.decide" => ClientDecide = client::decide(DecideClientParams) -> ClientSnapshot;
    /// Makes a client that waits one with a known client, whose program was moved or updated.
    "client.adopt" => ClientAdopt = client::adopt(AdoptClientParams) -> ClientSnapshot;
    /// Gives a client another name; its permissions and records go with it.
    "client.rename" => ClientRename = client::rename(RenameClientParams) -> ClientSnapshot;
    /// Forgets a client and the permissions for its calls; if it connects again, it is new. `client.restore` brings it
    /// back for ten seconds.
    "client.forget" => ClientForget = client::forget(ClientParams) -> RemovedClient;
    /// Adds a client that connects over HTTP. Its token is in the result, and nowhere else.
    "client.addHttp" => ClientAddHttp = client::add_http(AddHttpClientParams) -> HttpClientToken;
    /// Gives a client over HTTP another token. The one before stops working at once.
    "client.replaceToken" => ClientReplaceToken = client::replace_token(ClientParams) -> HttpClientToken;
    /// Whether clients may connect over HTTP, and where.
    "client.httpAccess" => ClientHttpAccess = client::http_access(Nothing) -> HttpAccess;
    /// Lets clients connect over HTTP, or no longer.
    "client.setHttpAccess" => ClientSetHttpAccess = client::set_http_access(SetHttpAccessParams) -> HttpAccess;
    /// Lets pages at these origins connect over HTTP, and no others.
    "client.setHttpOrigins" => ClientSetHttpOrigins = client::set_http_origins(SetHttpOriginsParams) -> HttpAccess;
    /// Brings a client back that was just forgotten.
    "client.restore" => ClientRestore = client::restore(ClientParams) -> ClientSnapshot;
    /// What listing its tools would cost the model of a client, all of them or with search.
    "client.listingCost" => ClientListingCost = client::listing_cost(ListingCostParams) -> ListingCost;

    /// Agents on this computer, and whether each is connected to Usher. Their files are read, and nothing is started.
    "agent.list" => AgentList = agent::list(Nothing) -> AgentList;
    /// What connecting an agent would write into its file. It is kept for a while, and nothing is written.
    "agent.preview" => AgentPreview = agent::preview(AgentParams) -> AgentPreview;
    /// What removing servers from an agent's file would write, each of which Usher has too. It is kept in the same way.
    "agent.previewRemoval" => AgentPreviewRemoval = agent::preview_removal(AgentServersParams) -> AgentPreview;
    /// Writes what a preview showed, if the file is still what it was.
    "agent.apply" => AgentApply = agent::apply(AgentPreviewParams) -> AgentWritten;
    /// Takes back what was written last into an agent's file.
    "agent.undo" => AgentUndo = agent::undo(AgentParams) -> AgentUndone;
    /// Removes the entry of Usher from an agent's file, and nothing else.
    "agent.remove" => AgentRemove = agent::remove(AgentParams) -> AgentUndone;

    /// Tools, resources, templates and prompts that the person marked, the latest first.
    "bookmark.list" => BookmarkList = bookmark::list(Nothing) -> Vec<KeptEntry>;
    /// Adds a bookmark; one that is there already becomes the latest.
    "bookmark.add" => BookmarkAdd = bookmark::add(KeepEntryParams) -> Done;
    /// Removes a bookmark.
    "bookmark.remove" => BookmarkRemove = bookmark::remove(EntryKey) -> Done;
    /// Tools, resources, templates and prompts that were opened last, the latest first; a bounded number of them.
    "recent.list" => RecentList = recent::list(Nothing) -> Vec<KeptEntry>;
    /// Notes that an entry was opened. One that holds a secret of its server is not kept.
    "recent.add" => RecentAdd = recent::add(KeepEntryParams) -> Done;
    /// Forgets what was opened last, the thumbnails of resources, and all values that were given.
    "recent.clear" => RecentClear = recent::clear(Nothing) -> Done;
    /// Values that were given to the variables of a template, or to the arguments of a prompt.
    "recentValue.list" => RecentValueList = recent::list_values(EntryKey) -> Vec<RecentValues>;
    /// Notes values given to a template or prompt. One that holds a secret of its server is not kept.
    "recentValue.add" => RecentValueAdd = recent::add_values(KeepValuesParams) -> Done;

    /// Prompts of one server or of all that are on.
    "prompt.list" => PromptList = prompt::list(ListParams) -> Vec<Section<PromptHead>>;
    /// Gets a prompt with arguments.
    "prompt.get" => PromptGet = prompt::get(GetPromptParams) -> PromptOutcome;

    /// Lists all items of a server, each compared with its review.
    "pin.list" => PinList = pin::list(ServerParams) -> Vec<PinItem>;
    /// One item, with what was pinned and what is declared now.
    "pin.get" => PinGet = pin::get(PinItemParams) -> PinDetail;
    /// Takes items as they were shown, all or none; answers with the whole list.
    "pin.accept" => PinAccept = pin::accept(AcceptPinsParams) -> Vec<PinItem>;
    /// Takes what alone differs in an item, as it was shown, as changing from now on: the order of a set, or a date, a number or
    /// a path within a text; fails if anything else differs.
    "pin.acceptVarying" => PinAcceptVarying = pin::accept_varying(AcceptVaryingParams) -> Vec<PinItem>;
    /// Does not take items as they were shown: what was accepted before stays what is accepted.
    "pin.dismiss" => PinDismiss = pin::dismiss(AcceptPinsParams) -> Done;
    /// Takes back that items were reviewed: they are new again, and not used.
    "pin.forget" => PinForget = pin::forget(AcceptPinsParams) -> Vec<PinItem>;
    /// Puts back an accepted definition that was altered in the database; fails where it is not known any more.
    "pin.restore" => PinRestore = pin::restore(PinItemParams) -> Vec<PinItem>;
    /// Returns a server's launch and its differences from the accepted one.
    "pin.getLaunch" => PinGetLaunch = pin::get_launch(ServerParams) -> LaunchReview;
    /// Accepts a server's launch as shown, and starts it if enabled.
    "pin.acceptLaunch" => PinAcceptLaunch = pin::accept_launch(AcceptLaunchParams) -> ServerSnapshot;
    /// Takes note that the program a server starts is another file now.
    "pin.acceptProgram" => PinAcceptProgram = pin::accept_program(ServerParams) -> ServerSnapshot;

    /// Reads a server's lists anew.
    "catalog.refresh" => CatalogRefresh = server::refresh(ServerParams) -> Done;
    /// Says that somebody looks at a list; where it is out of date by the server's own word it is read anew, in
    /// the background.
    "catalog.markViewed" => CatalogMarkViewed = server::mark_viewed(MarkViewedParams) -> Done;
    /// One entry of a list exactly as the server sent it.
    "catalog.entry" => CatalogEntry = server::entry(EntryParams) -> RawEntry;

    /// Finished calls, newest first.
    "history.list" => HistoryList = history::list(HistoryParams) -> Vec<HistoryRow>;
    /// One finished call with its outcome.
    "history.get" => HistoryGet = history::get(HistoryRowParams) -> HistoryEntry;
    /// Deletes finished calls.
    "history.clear" => HistoryClear = history::clear(ClearHistoryParams) -> Done;

    /// Open questions, oldest first.
    "approval.list" => ApprovalList = approval::list(Nothing) -> Vec<Approval>;
    /// Answers a question.
    "approval.answer" => ApprovalAnswer = approval::answer(AnswerParams) -> Done;
    /// Declines all questions about calls of a client, and its calls that wait behind them.
    "approval.declineAll" => ApprovalDeclineAll = approval::decline_all(DeclineAllParams) -> Done;
    /// Has the window show a question the person was told of elsewhere.
    "approval.focus" => ApprovalFocus = approval::focus(ApprovalParams) -> Done;
    /// Asks the person before an address from a server's content is opened.
    "approval.requestOpenLink" => ApprovalRequestOpenLink = approval::request_open_link(LinkParams) -> Approval;
    /// Opens the address of an approval, as shown, in the browser.
    "approval.openUrl" => ApprovalOpenUrl = approval::open_url(ApprovalParams) -> Done;
    /// What is limited about servers' questions: those that are muted, or of which some were refused.
    "approval.limits" => ApprovalLimits = approval::limits(Nothing) -> Vec<ApprovalLimits>;
    /// Mutes a server: all its further questions are declined. Or hears it again.
    "approval.setMuted" => ApprovalSetMuted = approval::set_muted(MuteParams) -> Done;
    /// Questions that are over, newest first.
    "approvalRecord.list" => ApprovalRecordList = approval_record::list(ApprovalRecordListParams) -> Vec<ApprovalRecordHead>;
    /// One question that is over, whole.
    "approvalRecord.get" => ApprovalRecordGet = approval_record::get(ApprovalRecordParams) -> ApprovalRecord;
    /// Writes records of approvals to an exports file, without secrets.
    "approvalRecord.save" => ApprovalRecordSave = approval_record::save(SaveApprovalRecordsParams) -> SavedFile;
    /// Deletes questions that are over.
    "approvalRecord.clear" => ApprovalRecordClear = approval_record::clear(ClearApprovalRecordsParams) -> Done;

    /// Folders shown to all servers, or to one.
    "root.list" => RootList = root::list(RootListParams) -> RootList;
    /// Opens the system's dialog to choose a folder. Adds nothing.
    "root.choose" => RootChoose = root::choose(Nothing) -> ChosenFolder;
    /// Shows another folder.
    "root.add" => RootAdd = root::add(AddRootParams) -> RootFolder;
    /// Shows a folder no longer.
    "root.remove" => RootRemove = root::remove(RootParams) -> Done;
    /// Decides whether a server may see its folders without a question.
    "root.setConsent" => RootSetConsent = root::set_consent(RootsConsentParams) -> Done;

    /// Lists all rules, newest first, and the trusted servers.
    "policy.list" => PolicyList = policy::list(Nothing) -> PolicyList;
    /// Gives a rule for one tool, replacing an earlier one.
    "policy.setForTool" => PolicySetForTool = policy::set_for_tool(ToolRuleParams) -> PolicyRule;
    /// Gives a rule for a server's tools, replacing an earlier one.
    "policy.setForServer" => PolicySetForServer = policy::set_for_server(ServerRuleParams) -> PolicyRule;
    /// Takes a rule back.
    "policy.revoke" => PolicyRevoke = policy::revoke(RuleParams) -> Done;
    /// Restores a rule revoked in this run, with its uses.
    "policy.restore" => PolicyRestore = policy::restore(RuleParams) -> Done;
    /// Decides whether what a server says of its tools counts.
    "policy.setTrust" => PolicySetTrust = policy::set_trust(TrustParams) -> Done;

    /// What would happen if a model were asked what a server asks. Nothing is sent.
    "sampling.plan" => SamplingPlan = sampling::plan(PlanSamplingParams) -> SamplingPlan;
    /// Has a model write for a question. The server sees nothing of it.
    "sampling.run" => SamplingRun = sampling::run(RunSamplingParams) -> Done;
    /// Stops the model that writes for a question.
    "sampling.stop" => SamplingStop = sampling::stop(ApprovalParams) -> Done;
    /// What each server may have of models, and has had; without servers that never asked.
    "sampling.servers" => SamplingServers = sampling::servers(Nothing) -> Vec<ServerSampling>;
    /// Decides what a server may have of models.
    "sampling.setServer" => SamplingSetServer = sampling::set_server(SetSamplingParams) -> Done;

    /// Providers of models, in the order they were added.
    "model.providers" => ModelProviders = model::providers(Nothing) -> Vec<ModelProvider>;
    /// Adds a provider. Nothing is sent to it.
    "model.add" => ModelAdd = model::add(AddProviderParams) -> ModelProvider;
    /// Changes a provider. Nothing is sent to it.
    "model.edit" => ModelEdit = model::edit(EditProviderParams) -> ModelProvider;
    /// Removes a provider and its key.
    "model.remove" => ModelRemove = model::remove(ProviderParams) -> Done;
    /// Asks a provider for its models and keeps the list.
    "model.list" => ModelList = model::list(ProviderParams) -> ModelProvider;
    /// Has a model write one short sentence.
    "model.test" => ModelTest = model::test(ModelRef) -> TriedModel;
    /// The person's own table of hints.
    "model.mappings" => ModelMappings = model::mappings(Nothing) -> ModelMappings;
    /// Replaces the table of hints.
    "model.setMappings" => ModelSetMappings = model::set_mappings(ModelMappings) -> ModelMappings;

    /// A page of a server's wire log.
    "wire.list" => WireList = wire::list(WireListParams) -> WireLog;
    /// Returns single frames of a server's wire log, if still kept.
    "wire.getMany" => WireGetMany = wire::get_many(WireGetManyParams) -> Vec<WireFrame>;
    /// Searches a bounded part of a wire log, and says where to continue.
    "wire.search" => WireSearch = wire::search(WireSearchParams) -> WireHits;
    /// One frame as text to be taken elsewhere.
    "wire.copy" => WireCopy = wire::copy(WireCopyParams) -> WireCopy;
    /// The text of one frame.
    "wire.get" => WireGet = wire::get(WireFrameParams) -> WireText;
    /// Empties a server's wire log.
    "wire.clear" => WireClear = wire::clear(WireParams) -> Done;
    /// Writes a server's wire log to an exports file, without secrets.
    "wire.save" => WireSave = wire::save(WireParams) -> SavedFile;

    /// An icon's bytes.
    "icon.get" => IconGet = icon::get(IconParams) -> IconImage;

    /// The state of the keyring.
    "secret.status" => SecretStatus = secret::status(Nothing) -> KeyringStatus;
    /// Unlocks the keyring (the system may prompt) and starts waiting servers.
    "secret.retry" => SecretRetry = secret::retry(Nothing) -> KeyringStatus;
    /// Keeps new secrets in memory while the keyring cannot be used.
    "secret.useMemoryStore" => SecretUseMemoryStore = secret::use_memory_store(Nothing) -> KeyringStatus;

    /// All settings.
    "setting.get" => SettingGet = setting::get(Nothing) -> Settings;
    /// Replaces all settings.
    "setting.set" => SettingSet = setting::set(Settings) -> Settings;
}
