// Generated from crates/usher-api by `cargo xtask bindings`. Do not edit.

/**
 * What the person agrees to.
 */
export type AcceptLaunchParams = { serverId: ServerId, 
/**
 * Fingerprint of what was shown.
 */
fingerprint: string, };

/**
 * What the person takes, or does not, as it was shown.
 */
export type AcceptPinsParams = { serverId: ServerId, items: Array<ViewedItem>, };

/**
 * What the person takes as changing, as it was shown.
 */
export type AcceptVaryingParams = { serverId: ServerId, item: ViewedItem, };

export type AddHttpClientParams = { name: string, profile: ClientProfile, };

export type AddProviderParams = { 
/**
 * What is spoken there.
 */
kind: ProviderKind, 
/**
 * What the person calls it.
 */
label: string, 
/**
 * Where it is; empty = where that kind usually is.
 */
baseUrl: string, 
/**
 * Its key; `null` = none.
 */
key: SecretText | null, };

export type AddRootParams = { 
/**
 * To whose list; `null` = that of all servers.
 */
serverId: ServerId | null, path: string, 
/**
 * What servers are told it is called; empty = its own name.
 */
name: string, };

/**
 * Adds a server; it starts at once, because saving is the person's consent to exactly this definition.
 */
export type AddServerParams = { draft: ServerDraft, };

/**
 * Adds what was looked at: that is the consent to exactly that document.
 */
export type AddWebtoolParams = { 
/**
 * Empty = the name the document gives.
 */
label: string, sha256: string, 
/**
 * Where calls go; `null` = the usual address.
 */
base: string | null, 
/**
 * Sent as `Authorization: Bearer`; kept in the keyring.
 */
token: SecretText | null, };

/**
 * An address, split so that its host can be shown apart.
 */
export type Address = { 
/**
 * What stands before the host; all of it if there is no host.
 */
before: string, 
/**
 * The host exactly as it would be reached.
 */
host: string, 
/**
 * What follows. The three together are what would be opened.
 */
after: string, 
/**
 * What the person should know of it.
 */
warnings: Array<AddressWarning>, 
/**
 * Why it cannot be opened.
 */
refused: Message | null, };

/**
 * What makes an address worth a second look.
 */
export type AddressWarning = { "kind": "punycode", 
/**
 * The host as a browser would show it.
 */
looksLike: string, } | { "kind": "ipAddress" } | { "kind": "unencrypted" } | { "kind": "long" };

/**
 * A client that waits is one that is known.
 */
export type AdoptClientParams = { 
/**
 * The client that waits. It is gone afterwards.
 */
clientId: ClientId, 
/**
 * Gets its program and its connections, and keeps everything else.
 */
knownClientId: ClientId, };

/**
 * What would be changed.
 */
export type AgentChange = "none" | "create" | "add" | "update" | "remove";

/**
 * One line of a difference.
 */
export type AgentFileLine = { kind: AgentLineKind, 
/**
 * Its number in the new text, or in the old one if it was removed; from 1.
 */
number: number, 
/**
 * Without its newline.
 */
text: string, };

/**
 * What an agent is known to bear; null = not established.
 */
export type AgentLimits = { 
/**
 * How long it waits for the answer to a call, in seconds.
 */
callSeconds: number | null, 
/**
 * The most tools it takes.
 */
tools: number | null, };

/**
 * Whether a line stays, comes or goes.
 */
export type AgentLineKind = "same" | "added" | "removed";

/**
 * The agents that were found, and what helps where none was.
 */
export type AgentList = { agents: Array<AgentSnapshot>, 
/**
 * The text to paste into an agent that was not found, in the form that most of them read.
 */
paste: string, };

/**
 * Names an agent and one of its files, as `agent.list` has them.
 */
export type AgentParams = { id: string, file: string, };

/**
 * What a change of an agent's file would write.
 */
export type AgentPreview = { "kind": "ready", 
/**
 * What `agent.apply` takes: only what was shown can be written.
 */
previewId: AgentPreviewId, change: AgentChange, file: string, 
/**
 * Where the copy of the file would be; null = no copy is needed.
 */
backup: string | null, 
/**
 * The lines that differ, with a few around them. Text of the file.
 */
lines: Array<AgentFileLine>, } | { "kind": "refused", 
/**
 * What is wrong and what to do.
 */
reason: Message, 
/**
 * The text to add to the file by hand, or the keys of the servers to remove from it, one a line.
 */
byHand: string, };

/**
 * One preview of what connecting an agent would write. Opaque, and never used again.
 */
export type AgentPreviewId = string & { readonly __id: 'AgentPreviewId' };

export type AgentPreviewParams = { previewId: AgentPreviewId, };

/**
 * Names servers of an agent's own.
 */
export type AgentServersParams = { 
/**
 * Their names in the file.
 */
names: Array<string>, id: string, file: string, };

/**
 * An agent on this computer, with one of its files. An agent with several files is several entries.
 */
export type AgentSnapshot = { 
/**
 * `codex`, `claude-code`; also the name it connects with.
 */
id: string, 
/**
 * "Claude Code".
 */
name: string, 
/**
 * The path of its file; it may not exist yet.
 */
file: string, state: AgentState, 
/**
 * How many servers it has beside Usher.
 */
ownServers: number, 
/**
 * How many of them Usher does not have and can import.
 */
importable: number, 
/**
 * Those that Usher has too, in the order of the file.
 */
imported: Array<ImportedServer>, limits: AgentLimits, 
/**
 * When Usher wrote into the file last, Unix ms; null = there is nothing to undo.
 */
writtenAt: number | null, 
/**
 * The servers that were removed then; empty = the entry of Usher was written.
 */
removed: Array<string>, };

/**
 * Whether an agent is connected to Usher, or can be.
 */
export type AgentState = { "kind": "connected" } | { "kind": "notConnected" } | { "kind": "differs" } | { "kind": "refused", 
/**
 * What is wrong and what to do.
 */
reason: Message, 
/**
 * The text to add to the file by hand, or the keys of the servers to remove from it, one a line.
 */
byHand: string, };

/**
 * What taking back came to.
 */
export type AgentUndone = { "kind": "restored", agent: AgentSnapshot, } | { "kind": "entryRemoved", agent: AgentSnapshot, } | { "kind": "serversAdded", agent: AgentSnapshot, } | { "kind": "nothing", agent: AgentSnapshot, } | { "kind": "refused", 
/**
 * What is wrong and what to do.
 */
reason: Message, };

/**
 * What writing an agent's file came to.
 */
export type AgentWritten = { "kind": "done", agent: AgentSnapshot, 
/**
 * The copy of the file as it was.
 */
backup: string | null, } | { "kind": "refused", 
/**
 * What is wrong and what to do.
 */
reason: Message, 
/**
 * The text to add to the file by hand, or the keys of the servers to remove from it, one a line.
 */
byHand: string, };

/**
 * The person's answer. One of another kind than the question is refused.
 */
export type Answer = { "kind": "accept", 
/**
 * The values: an object.
 */
content: JsonValue, } | { "kind": "visited" } | { "kind": "sampled", author: Author, 
/**
 * Its blocks: text and uses of tools.
 */
content: Array<JsonValue>, 
/**
 * Why it ends, as the protocol names it.
 */
stopReason: string, } | { "kind": "share", 
/**
 * For how long that holds.
 */
remember: Remember, } | { "kind": "run", 
/**
 * As the person left them: an object.
 */
arguments: JsonValue, 
/**
 * For how long the yes holds, and for which later calls.
 */
grant: Grant, } | { "kind": "never" } | { "kind": "decline" } | { "kind": "cancel" };

/**
 * What the person did with the files an app offers.
 */
export type AnswerAppFilesParams = { appId: AppId, 
/**
 * Whether they were saved; if not, they were dismissed.
 */
saved: boolean, };

export type AnswerParams = { approvalId: ApprovalId, answer: Answer, };

/**
 * Who answers a request of a server.
 */
export type AnsweredBy = "person" | "client";

/**
 * An operation's failure: what we were doing, in which server, and what to do next.
 */
export type ApiError = { 
/**
 * What the page acts on.
 */
code: Code, 
/**
 * One or two sentences for the person.
 */
message: Message, 
/**
 * More for the curious, or the fields at fault: `{ "fields": [{ "field", "message": Message }] }`.
 */
detail?: JsonValue, };

/**
 * Something changed in the core. Ordered; the page patches its cache in one place.
 */
export type AppEvent = { "kind": "serverChanged", server: ServerSnapshot, } | { "kind": "serverRemoved", serverId: ServerId, } | { "kind": "serversArranged", 
/**
 * All servers, in their order.
 */
serverIds: Array<ServerId>, } | { "kind": "catalogChanged", serverId: ServerId, list: CatalogKind, } | { "kind": "resourceUpdated", serverId: ServerId, uri: string, } | { "kind": "callProgress", progress: CallProgress, } | { "kind": "historyChanged" } | { "kind": "bookmarksChanged" } | { "kind": "recentChanged" } | { "kind": "tasksChanged" } | { "kind": "approvalOpened", approval: Approval, } | { "kind": "approvalChanged", approval: Approval, } | { "kind": "approvalShown", approvalId: ApprovalId, } | { "kind": "closeRequested", 
/**
 * How many.
 */
questions: number, } | { "kind": "samplingChanged", approvalId: ApprovalId, 
/**
 * How far it is.
 */
state: SamplingState, } | { "kind": "approvalClosed", closed: ApprovalClosed, } | { "kind": "approvalRecordsChanged" } | { "kind": "wireAppended", serverId: ServerId, 
/**
 * What its log holds now.
 */
extent: WireExtent, } | { "kind": "testAwaitsSignIn", testId: TestId, 
/**
 * Where the program asks the person to sign in. Server text.
 */
url: string, } | { "kind": "testProgressed", testId: TestId, 
/**
 * The steps that are over, in order.
 */
steps: Array<TestStep>, 
/**
 * The last lines of stderr so far, in order. Server text.
 */
stderr: Array<string>, } | { "kind": "stderrAppended", serverId: ServerId, 
/**
 * The number of the first of them; [`ServerDetail::stderr_next_seq`](crate::ServerDetail) tells which are
 * known.
 */
firstSeq: number, 
/**
 * The new lines, in order.
 */
lines: Array<string>, } | { "kind": "serverRepaired", serverId: ServerId, } | { "kind": "serverLogged", serverId: ServerId, 
/**
 * `debug` … `emergency`, as it came.
 */
level: string, 
/**
 * Which part of the server.
 */
logger: string | null, 
/**
 * The message. Server text.
 */
text: string, } | { "kind": "keyringChanged", status: KeyringStatus, } | { "kind": "rootsChanged" } | { "kind": "policiesChanged" } | { "kind": "modelsChanged" } | { "kind": "clientsChanged" } | { "kind": "clientShown", clientId: ClientId, } | { "kind": "agentsChanged" } | { "kind": "settingsChanged", settings: Settings, } | { "kind": "webtoolsChanged" } | { "kind": "mcpAppChanged", app: AppSnapshot, } | { "kind": "mcpAppStopped", appId: AppId, 
/**
 * Why, if nobody stopped it.
 */
why: Message | null, } | { "kind": "resync" };

/**
 * A file an app offers.
 */
export type AppFile = { 
/**
 * Its bytes.
 */
contentId: ContentId, 
/**
 * The name it would be saved under.
 */
name: string, };

/**
 * The hosts an app may reach, as far as Usher lets it: each a source of a content security policy. It shows no frame of
 * another host.
 */
export type AppHosts = { 
/**
 * Where it may send requests to.
 */
connect: Array<string>, 
/**
 * Where it may load scripts, styles, images, fonts and media from.
 */
resource: Array<string>, 
/**
 * What its relative addresses may be based on.
 */
baseUri: Array<string>, };

/**
 * One running MCP App. Opaque, and never used again.
 */
export type AppId = string & { readonly __id: 'AppId' };

/**
 * The app as it started.
 */
export type AppInfo = { version: string, 
/**
 * Where all data lives.
 */
dataDir: string, 
/**
 * Where the logs live.
 */
logDir: string, 
/**
 * `linux`, `macos`, `windows`.
 */
platform: string, 
/**
 * Where the demo server's webtool is, as long as that runs; `null` = there is none.
 */
demoWebtool: string | null, 
/**
 * Why the host could not open its data; every other operation then fails with this error.
 */
blocked: ApiError | null, 
/**
 * Things the person should know about this start: a database that was moved aside, and where to.
 */
notices: Array<Message>, };

/**
 * How the window looks, as the page of Usher says, for apps that want to look alike.
 */
export type AppLook = { theme: AppTheme, 
/**
 * CSS variables by their standardised names.
 */
variables: { [key in string]: string }, 
/**
 * CSS with the rules of the fonts that the variables name; empty = they need none.
 */
fonts: string, 
/**
 * BCP 47.
 */
locale: string, 
/**
 * IANA.
 */
timeZone: string, };

export type AppParams = { appId: AppId, };

/**
 * What an app asks of the person's computer. None of it is granted.
 */
export type AppPermission = "camera" | "microphone" | "geolocation" | "clipboardWrite";

/**
 * Where an app is drawn.
 */
export type AppPlace = { "kind": "inline", 
/**
 * Where the whole app is.
 */
area: AppRect, 
/**
 * What of it can be seen.
 */
visible: AppRect, } | { "kind": "hidden" } | { "kind": "ownWindow" };

/**
 * A rectangle of the window, in CSS pixels from its top left corner.
 */
export type AppRect = { x: number, y: number, width: number, height: number, };

/**
 * A running app.
 */
export type AppSnapshot = { id: AppId, serverId: ServerId, tool: string, 
/**
 * URI of its page. Server text.
 */
uri: string, 
/**
 * The call whose result it draws.
 */
callId: CallId, status: AppStatus, place: AppPlace, 
/**
 * The height it asks for, in CSS pixels; `null` = it has not said.
 */
height: number | null, 
/**
 * The hosts it may reach.
 */
hosts: AppHosts, 
/**
 * Whether it wants a border; `null` = it leaves that to the host.
 */
prefersBorder: boolean | null, 
/**
 * How often it tried what its content policy forbids.
 */
violations: number, 
/**
 * The last of them, newest last.
 */
lastViolations: Array<AppViolation>, 
/**
 * The last message it has for the conversation. Text of the app.
 */
message: string | null, 
/**
 * What it wants a model to know. Text of the app.
 */
modelContext: string | null, 
/**
 * Files it offers for saving, until the person has saved or dismissed them.
 */
files: Array<AppFile>, };

/**
 * How an app is.
 */
export type AppStatus = "loading" | "running" | "notResponding";

/**
 * Light or dark.
 */
export type AppTheme = "light" | "dark";

/**
 * A tool whose results an app draws.
 */
export type AppToolParams = { serverId: ServerId, tool: string, };

/**
 * Something an app tried and its content policy forbids.
 */
export type AppViolation = { 
/**
 * The directive of the policy.
 */
directive: string, 
/**
 * What was to be reached. Text of the app.
 */
blocked: string, };

/**
 * One question of a server.
 */
export type Approval = { id: ApprovalId, 
/**
 * Its number since the data folder was opened, from 1. Messages to clients name it so: `A-17`.
 */
number: number, serverId: SourceId, 
/**
 * The user's label of who asks.
 */
serverLabel: string, 
/**
 * Where who asks really comes from.
 */
origin: Origin, 
/**
 * What the server calls itself.
 */
callsItself: string | null, 
/**
 * The call that caused it, if one is running there.
 */
cause: ApprovalCause | null, 
/**
 * The calls open there when it came, if the cause is unknown: it may belong to one of them.
 */
possibleCauses: Array<ApprovalCause>, 
/**
 * Since when, Unix ms.
 */
openedAt: number, request: ApprovalRequest, };

/**
 * The call a question belongs to.
 */
export type ApprovalCause = { callId: CallId, tool: string, arguments: JsonValue, };

/**
 * An approval that is over.
 */
export type ApprovalClosed = { approvalId: ApprovalId, serverId: SourceId, ending: ApprovalEnding, 
/**
 * Why: answered, the call was cancelled, the server stopped.
 */
reason: Message, };

/**
 * How an approval ended.
 */
export type ApprovalEnding = "accepted" | "declined" | "cancelled" | "moot" | "refused" | "failed" | "automatic";

/**
 * One question of a server to the person. Opaque.
 */
export type ApprovalId = string & { readonly __id: 'ApprovalId' };

/**
 * What an approval was about.
 */
export type ApprovalKind = "form" | "url" | "sample" | "roots" | "toolCall" | "link" | "definition" | "launch" | "signIn" | "client" | "other";

/**
 * What limits the approvals of one server.
 */
export type ApprovalLimits = { serverId: SourceId, 
/**
 * Whether all of them are declined.
 */
muted: boolean, 
/**
 * How many were refused since Usher was opened.
 */
refused: number, 
/**
 * The last of them, newest first.
 */
last: Array<RefusedApproval>, };

export type ApprovalParams = { approvalId: ApprovalId, };

/**
 * An approval that is over, whole. Without secrets.
 */
export type ApprovalRecord = { 
/**
 * What a list shows.
 */
head: ApprovalRecordHead, 
/**
 * The arguments of the causing call.
 */
arguments: JsonValue | null, 
/**
 * The calls open there when it came, if the cause is unknown: a list of their ids, tools and arguments.
 */
possibleCauses: JsonValue | null, 
/**
 * What the person was shown. Server text.
 */
shown: JsonValue, 
/**
 * What the person changed of it.
 */
changed: JsonValue | null, 
/**
 * What went to the server beside yes and no.
 */
sent: JsonValue | null, };

export type ApprovalRecordFilter = { serverId: SourceId | null, 
/**
 * Only of this client: decisions about it, and calls it made. The person's name for it.
 */
client?: string, 
/**
 * Only of this kind.
 */
approvalKind: ApprovalKind | null, 
/**
 * Only those that ended in one of these ways; empty = all.
 */
endings: Array<ApprovalEnding>, 
/**
 * Only those that hold this text, in whatever case.
 */
text: string | null, 
/**
 * Only over since then, Unix ms.
 */
since: number | null, };

/**
 * An approval that is over, as a list shows it.
 */
export type ApprovalRecordHead = { id: ApprovalRecordId, approvalId: ApprovalId, 
/**
 * Who asked; the server may be gone.
 */
serverId: SourceId, 
/**
 * The server's label at that time.
 */
serverLabel: string, 
/**
 * The call that caused it.
 */
callId: CallId | null, tool: string | null, 
/**
 * The person's name for the client that made the call, or that was decided about; `null` = no client.
 */
client: string | null, approvalKind: ApprovalKind, 
/**
 * When it was asked, Unix ms.
 */
openedAt: number, 
/**
 * When it was over, Unix ms.
 */
closedAt: number, ending: ApprovalEnding, 
/**
 * Why.
 */
reason: Message, 
/**
 * Under which rule it was answered without the person.
 */
policy: Message | null, 
/**
 * How often the same happened within a minute; more than once only where nobody was asked.
 */
times: number, };

/**
 * One question that is over, in the record; larger is newer. Opaque.
 */
export type ApprovalRecordId = string & { readonly __id: 'ApprovalRecordId' };

/**
 * Which part of the record.
 */
export type ApprovalRecordListParams = { filter: ApprovalRecordFilter, 
/**
 * Only older than this one, for the next page.
 */
before: ApprovalRecordId | null, 
/**
 * At most this many (1 to 200).
 */
limit: number, };

export type ApprovalRecordParams = { id: ApprovalRecordId, };

export type ApprovalRequest = { "kind": "elicitForm", 
/**
 * What the server says. Server text.
 */
message: string, 
/**
 * The requested schema, as it came.
 */
schema: JsonValue, 
/**
 * Names of fields that look like they ask for a secret; servers must not do that.
 */
looksSecret: Array<string>, } | { "kind": "elicitUrl", 
/**
 * What the server says. Server text.
 */
message: string, address: Address, 
/**
 * When the browser was told to open it, Unix ms; `null` = nothing has been opened.
 */
visitedAt: number | null, 
/**
 * Whether the call failed without this and must be repeated (error -32042).
 */
callFailed: boolean, } | { "kind": "sample", 
/**
 * URI of the server's app that asks; `null` = the server itself does. Server text.
 */
app: string | null, 
/**
 * What the model should be told first. Server text.
 */
systemPrompt: string | null, 
/**
 * The messages, oldest first.
 */
messages: Array<SampledMessage>, 
/**
 * The parameters exactly as they came: limits, preferences, tools. Server text.
 */
params: JsonValue, 
/**
 * How far it is.
 */
state: SamplingState, } | { "kind": "call", 
/**
 * The call, as it would be sent.
 */
call: CallRequest, } | { "kind": "roots", 
/**
 * What it would be told, and nothing else.
 */
folders: Array<RootFolder>, } | { "kind": "link", address: Address, place: LinkPlace, };

/**
 * What to do with arguments that break the declared schema.
 */
export type ArgumentCheck = "refuse" | "sendAnyway";

/**
 * Lists servers in another order, and in other groups.
 */
export type ArrangeServersParams = { 
/**
 * All servers in their order. One that is missing comes after the last one of its group.
 */
servers: Array<ServerPlace>, };

/**
 * Who wrote an answer.
 */
export type Author = "person" | "model";

/**
 * An entry that could not be used.
 */
export type BrokenEntry = { 
/**
 * Its name; `None` if it has none, or the whole list is meant.
 */
name: string | null, 
/**
 * What is wrong with it.
 */
problem: Message, };

/**
 * How a call ended.
 */
export type CallEnding = { "kind": "result", 
/**
 * The tool itself reports failure (`isError`); the connection is fine.
 */
isError: boolean, 
/**
 * What Usher noticed about the answer of a webtool.
 */
notes: Array<Message>, content: Array<Content>, structured: JsonValue | null, 
/**
 * The structured result held against the declared schema.
 */
verdict: Verdict, 
/**
 * The result exactly as it came.
 */
raw: JsonValue, 
/**
 * Size of the answer on the wire.
 */
sizeBytes: number, } | { "kind": "prompt", 
/**
 * The server's description of this result.
 */
description: string | null, messages: Array<PromptMessage>, 
/**
 * The result exactly as it came.
 */
raw: JsonValue, 
/**
 * Size of the answer on the wire.
 */
sizeBytes: number, } | { "kind": "read", 
/**
 * Those that are whole in `raw`.
 */
contents: Array<ResourceContents>, 
/**
 * The result as it came, but for long blobs: of those only the beginning.
 */
raw: JsonValue, 
/**
 * How many blobs of `raw` are shortened.
 */
shortened: number, 
/**
 * Size of the answer on the wire.
 */
sizeBytes: number, } | { "kind": "failed", 
/**
 * What happened and what to do next.
 */
error: ApiError, } | { "kind": "cancelled" };

/**
 * One run of a tool. Made by the page, so that it can cancel and follow a call it has just begun.
 */
export type CallId = string & { readonly __id: 'CallId' };

/**
 * A call that has ended.
 */
export type CallOutcome = { callId: CallId, 
/**
 * Where it stands in the history; `None` if the history could not be written.
 */
historyId: HistoryId | null, 
/**
 * When it was sent, Unix ms.
 */
startedAt: number, 
/**
 * How long it took, without the time the person was being asked.
 */
durationMs: number, ending: CallEnding, };

/**
 * Runs a tool. The operation returns when the call has ended, however it ended.
 */
export type CallParams = { 
/**
 * Made by the page: a fresh UUID.
 */
callId: CallId, serverId: SourceId, name: string, 
/**
 * The arguments: an object.
 */
arguments: JsonValue, 
/**
 * Whether arguments that break the schema are refused or sent.
 */
check: ArgumentCheck, 
/**
 * How a tool is run that leaves that to the person; `None` = as a call.
 */
runAs: RunAs | null, };

/**
 * Progress of a running call, in the order the server sent it.
 */
export type CallProgress = { callId: CallId, progress: number, 
/**
 * Out of how much, if known.
 */
total: number | null, 
/**
 * What the server says it is doing.
 */
message: string | null, };

/**
 * Why a call waits for the person.
 */
export type CallReason = { "kind": "rule", ruleId: RuleId, } | { "kind": "destructive" } | { "kind": "changed" } | { "kind": "app" } | { "kind": "client" };

/**
 * A call that waits for the person's word.
 */
export type CallRequest = { 
/**
 * The tool's name in the protocol.
 */
tool: string, 
/**
 * URI of the server's app that calls it; `null` = the person does. Server text.
 */
app: string | null, 
/**
 * The person's name for the client that calls it; `null` = no client does.
 */
client: string | null, 
/**
 * Its display name. Server text.
 */
title: string, 
/**
 * JSON Schema of its arguments. Server text.
 */
inputSchema: JsonValue, 
/**
 * What the server claims about it.
 */
annotations: ToolAnnotations, 
/**
 * Whether those claims count.
 */
trust: Trust, 
/**
 * What would be sent: an object.
 */
arguments: JsonValue, 
/**
 * Whether arguments that break the schema are sent all the same.
 */
check: ArgumentCheck, 
/**
 * Why the person is asked.
 */
why: CallReason, 
/**
 * Arguments that may hold a secret, by name. Calls that fill one in cannot be named by a rule.
 */
looksSecret: Array<string>, 
/**
 * Larger arguments cannot be named by a rule ([`GrantedCalls::SameArguments`]), in bytes of canonical JSON.
 */
namedArgumentsBytes: number, 
/**
 * Integers among the arguments that no double holds, as `name: value`. They are sent as they are.
 */
largeIntegers: Array<string>, };

/**
 * How a call ended, in one word.
 */
export type CallStatus = "completed" | "toolError" | "failed" | "cancelled";

/**
 * How the time between a request and its answer divides. No moment counts twice.
 */
export type CallTimes = { 
/**
 * Until it could be sent: its server started, its definition was compared with the reviewed one.
 */
queueMs: number, 
/**
 * The person was asked.
 */
personMs: number, 
/**
 * From its sending until the server's answer was read.
 */
serverMs: number, 
/**
 * Until the answer had been masked and converted for the caller.
 */
wireMs: number, };

/**
 * Names one running call.
 */
export type CancelParams = { callId: CallId, };

/**
 * The four lists of a server.
 */
export type CatalogKind = "tools" | "resources" | "templates" | "prompts";

/**
 * What an edited configuration comes to.
 */
export type CheckedConfigText = { 
/**
 * What is wrong with it; empty = it can be saved.
 */
problems: Array<ConfigTextProblem>, 
/**
 * What of the text is not used.
 */
notes: Array<Message>, 
/**
 * Whether the server is started or reached in another way; saving then agrees to that, and starts it anew.
 */
restarts: boolean, };

/**
 * What came of the dialog for choosing a folder.
 */
export type ChosenFolder = { 
/**
 * Its whole path; `null` = none was chosen.
 */
path: string | null, };

/**
 * A model, and why it.
 */
export type ChosenModel = { model: ModelRef, why: ModelChoiceReason, };

/**
 * Which records to delete.
 */
export type ClearApprovalRecordsParams = { 
/**
 * Only this server's; `None` = all.
 */
serverId: SourceId | null, 
/**
 * Only this client's, by the person's name for it; `None` = those of everybody.
 */
client?: string, };

/**
 * Which rows to delete.
 */
export type ClearHistoryParams = { 
/**
 * Only this server's; `None` = all.
 */
serverId: SourceId | null, 
/**
 * Only this client's, by the person's name for it; `None` = those of everybody.
 */
client?: string, };

/**
 * Who answers what servers request during calls of a client, and whether its calls may run. A client that cannot answer
 * leaves it to the person.
 */
export type ClientAnswers = { 
/**
 * Forms and web pages (client/elicitation).
 */
elicitation: AnsweredBy, 
/**
 * Requests to models (client/sampling).
 */
sampling: AnsweredBy, 
/**
 * The folders a server may work in (client/roots).
 */
roots: AnsweredBy, 
/**
 * Whether a call of the client may run. What the client answers, the person may answer in Usher meanwhile.
 */
approvals: AnsweredBy, };

/**
 * What the person decides about a client.
 */
export type ClientDecision = { "kind": "allow", profile: ClientProfile, } | { "kind": "refuse" } | { "kind": "pause" } | { "kind": "limit", profile: ClientProfile, };

/**
 * A program that reaches the servers through Usher. Opaque.
 */
export type ClientId = string & { readonly __id: 'ClientId' };

/**
 * What a client sent for a call and what it was answered, without secrets.
 */
export type ClientLeg = { 
/**
 * `params` of its request.
 */
request: JsonValue, 
/**
 * `result` or `error` of the response, in an object.
 */
answer: JsonValue, };

export type ClientParams = { clientId: ClientId, };

/**
 * What a client may see. The database holds its serialised form.
 */
export type ClientProfile = { sources: SourceChoice, 
/**
 * Tools that are not offered, whatever else is.
 */
hiddenTools: Array<SourceTool>, prompts: Offering, resources: Offering, names: NameStyle, listing: ToolListing, 
/**
 * Tools that are listed also where the client has to search for the others.
 */
favoriteTools: Array<SourceTool>, answers: ClientAnswers, };

/**
 * What is known of a client without asking it.
 */
export type ClientProgram = { 
/**
 * The program that connects, as the system names it.
 */
path: string | null, 
/**
 * What it runs, if it is an interpreter.
 */
script: ClientScript | null, 
/**
 * The program that started it, when it connected last. Shown, and never compared.
 */
parent: string | null, };

/**
 * What an interpreter runs as a client.
 */
export type ClientScript = { 
/**
 * The arguments of the interpreter up to the script, whose path is absolute. Long ones are cut.
 */
text: string, 
/**
 * The SHA-256 digest of the arguments and of the script's content, in lower-case hexadecimal digits.
 */
digest: string, };

/**
 * A client, and whether it is connected.
 */
export type ClientSnapshot = { id: ClientId, 
/**
 * Unique. Rules and records name the client by it.
 */
name: string, 
/**
 * The name it connects with: `--as`, or that of its program.
 */
connectsAs: string, program: ClientProgram, 
/**
 * Whether it shows the key that Usher wrote into its agent's file.
 */
hasKey: boolean, transport: ClientTransport, 
/**
 * What it says of itself since it connected last. Text of the client.
 */
declared: DeclaredClient | null, 
/**
 * Whether it is known to read its lists only when it starts: then it has to be restarted to see a change.
 */
ignoresListChanged: boolean, status: ClientStatus, profile: ClientProfile, 
/**
 * How many connections it has.
 */
sessions: number, 
/**
 * Since when it is connected, Unix ms.
 */
connectedSince: number | null, 
/**
 * How many calls it has made since Usher was opened.
 */
calls: number, 
/**
 * Those of its calls that it does not wait for any more, and that may still be sent. `tool.cancel` revokes one.
 */
keptCalls: Array<KeptCall>, 
/**
 * When it connected first, or was added, Unix ms.
 */
createdAt: number, 
/**
 * When the person decided about it, Unix ms.
 */
decidedAt: number | null, 
/**
 * When it connected last, Unix ms; `null` = it was added, and has not connected yet.
 */
seenAt: number | null, };

/**
 * What a client may do.
 */
export type ClientStatus = "waiting" | "allowed" | "paused" | "refused";

/**
 * How a client reaches Usher.
 */
export type ClientTransport = "stdio" | "http";

/**
 * Why an operation failed, as far as somebody acts on the difference.
 */
export type Code = "notFound" | "invalid" | "needsReview" | "cancelled" | "timeout" | "serverUnreachable" | "serverRejected" | "forbidden" | "keyringUnavailable" | "browserUnavailable" | "storeTooNew" | "storeInUse" | "storeUnwritable" | "internal";

/**
 * Asks a server to complete an argument (2025-11-25, server/utilities/completion).
 */
export type CompleteParams = { serverId: ServerId, 
/**
 * What the argument belongs to.
 */
reference: CompletionReference, 
/**
 * The argument being typed.
 */
argument: string, 
/**
 * What has been typed so far.
 */
value: string, 
/**
 * The other arguments already filled in.
 */
context: { [key in string]: string }, };

export type Completion = { 
/**
 * At most 100.
 */
values: Array<string>, 
/**
 * How many there are in all, if known.
 */
total: number | null, 
/**
 * Whether there are more.
 */
hasMore: boolean, };

/**
 * What a completed argument belongs to.
 */
export type CompletionReference = { "kind": "prompt", name: string, } | { "kind": "template", uriTemplate: string, };

/**
 * A fault of an edited text; `detail.fields` of a failed `serverConfig.update` has the same members.
 */
export type ConfigTextProblem = { 
/**
 * `label`, `command`, `args[2]`, `env.API_KEY`, `url`, `headers.Authorization`, `cwd`; `text` = all of it.
 */
field: string, 
/**
 * What is wrong and what to do.
 */
message: Message, 
/**
 * From 1.
 */
line: number | null, 
/**
 * From 1.
 */
column: number | null, };

/**
 * Saves what the person configures.
 */
export type ConfigureWebtoolParams = { webtoolId: WebtoolId, 
/**
 * The person's name for it.
 */
label: string, 
/**
 * Values without credentials: an object.
 */
config: JsonValue, 
/**
 * Credentials; those that are not named stay as they are.
 */
secrets: Array<WebtoolSecret>, 
/**
 * The token that is sent as `Authorization: Bearer`.
 */
token: WebtoolSecretChange, 
/**
 * How often a new version is looked for, in hours; 0 = only when asked.
 */
checkEveryHours: number, };

/**
 * One content block of a tool result or prompt message.
 */
export type Content = { "kind": "text", text: string, } | { "kind": "image" } & Media | { "kind": "audio" } & Media | { "kind": "resourceLink", 
/**
 * The resource's identifier within its server. Never opened by the host.
 */
uri: string, title: string, description: string | null, mimeType: string | null, sizeBytes: number | null, icon: ThemedIcon | null, } | { "kind": "resource" } & ResourceContents | { "kind": "unknown", 
/**
 * The block as it came.
 */
raw: JsonValue, };

/**
 * Bytes a server sent, named by their digest. Opaque; kept for a while, so that they can be read and saved.
 */
export type ContentId = string & { readonly __id: 'ContentId' };

/**
 * Names a content.
 */
export type ContentParams = { contentId: ContentId, };

/**
 * A part of the bytes of a content.
 */
export type ContentPart = { 
/**
 * Where it begins, in bytes.
 */
offset: number, 
/**
 * Size of the whole, in bytes.
 */
sizeBytes: number, 
/**
 * Standard base64; empty beyond the end.
 */
base64: string, };

/**
 * Names a part of a content.
 */
export type ContentPartParams = { contentId: ContentId, 
/**
 * Where it begins, in bytes.
 */
offset: number, 
/**
 * At most 4 MiB are read at once.
 */
lengthBytes: number, };

/**
 * Names contents to be saved together.
 */
export type ContentsParams = { 
/**
 * At most 1,000.
 */
contentIds: Array<ContentId>, };

/**
 * How many entries of each kind a server offers; `None` where it is not known (yet) or not offered.
 */
export type Counts = { tools: number | null, resources: number | null, templates: number | null, prompts: number | null, };

export type DecideClientParams = { clientId: ClientId, decision: ClientDecision, };

/**
 * What a client says of itself (`clientInfo`). Text of the client.
 */
export type DeclaredClient = { name: string, title: string | null, version: string, 
/**
 * The protocol version it speaks.
 */
protocolVersion: string, };

export type DeclineAllParams = { 
/**
 * The name of the client.
 */
client: string, };

/**
 * One difference between two definitions.
 */
export type Difference = { 
/**
 * Where, as a JSON pointer (RFC 6901).
 */
path: string, 
/**
 * What it is about.
 */
kind: DifferenceKind, 
/**
 * What a person is told; names stand between backticks.
 */
message: Message, 
/**
 * What was there; absent = nothing. Server text.
 */
old?: JsonValue, 
/**
 * What is there now; absent = nothing. Server text.
 */
new?: JsonValue, 
/**
 * Deceptive characters of the new value, counted by kind.
 */
hidden: Array<Message>, };

/**
 * What a difference is about; the weightiest first.
 */
export type DifferenceKind = "host" | "auth" | "schema" | "text" | "annotation" | "other";

/**
 * Which way a message went.
 */
export type Direction = "out" | "in";

/**
 * Looks at what is at an address. Adds nothing.
 */
export type DiscoverWebtoolParams = { url: string, 
/**
 * Sent as `Authorization: Bearer`.
 */
token: SecretText | null, };

export type Done = null;

/**
 * How a server is started or reached, with values coming in and nothing checked yet.
 */
export type DraftConfig = { "kind": "stdio", command: string, args: Array<string>, env: Array<DraftValue>, 
/**
 * Working directory; `None` or empty = the person's home.
 */
cwd: string | null, 
/**
 * The secrets that arguments refer to, as `${input:NAME}`. Each reference has one, and each is referred to.
 */
inputs: Array<DraftValue>, } | { "kind": "http", url: string, headers: Array<DraftValue>, 
/**
 * The secrets that the query of the URL refers to.
 */
inputs: Array<DraftValue>, } | { "kind": "demo" };

/**
 * One environment value or header coming in.
 */
export type DraftValue = { name: string, 
/**
 * Whether it goes to the keyring instead of the database.
 */
secret: boolean, 
/**
 * The value; `null` = keep the secret that is already stored under this name.
 */
value: SecretText | null, };

/**
 * A drag that has begun.
 */
export type DragParams = { dragId: number, };

/**
 * A host that was declared and is not let through.
 */
export type DroppedHost = { 
/**
 * As it was declared. Server text.
 */
text: string, 
/**
 * Why.
 */
reason: Message, };

/**
 * Changes a provider; its kind stays.
 */
export type EditProviderParams = { providerId: ProviderId, 
/**
 * What the person calls it.
 */
label: string, 
/**
 * Where it is; empty = where that kind usually is.
 */
baseUrl: string, 
/**
 * What becomes of its key.
 */
key: KeyChange, };

/**
 * What running a tool does. Setup files hold its serialised form.
 */
export type Effect = "reads" | "changes" | "destroys" | "unknown";

/**
 * Turns a webtool on or off.
 */
export type EnableWebtoolParams = { webtoolId: WebtoolId, 
/**
 * Whether it is to be usable.
 */
enabled: boolean, };

/**
 * Ends a test of a draft.
 */
export type EndTestParams = { testId: TestId, };

/**
 * Where a server behind an address was found.
 */
export type Endpoint = { 
/**
 * How messages travel there.
 */
transport: HttpTransport, 
/**
 * For Streamable HTTP where messages go, for HTTP+SSE where the stream is.
 */
url: string, };

/**
 * Identifies an entry of a list: a tool, resource, template or prompt.
 */
export type EntryKey = { serverId: SourceId, list: CatalogKind, 
/**
 * Name of a tool or prompt, or URI (template) of a resource.
 */
key: string, };

/**
 * Names one entry of a list.
 */
export type EntryParams = { serverId: SourceId, list: CatalogKind, 
/**
 * Name of a tool or prompt, or URI (template) of a resource.
 */
key: string, };

/**
 * The two generations of the protocol.
 */
export type Era = "legacy" | "modern";

/**
 * Which era of the protocol is used with a server.
 */
export type EraChoice = "auto" | "legacy" | "modern";

/**
 * How a server's era came to be known.
 */
export type EraFound = "chosen" | "probed" | "assumed" | "remembered";

/**
 * What is cached of a server's era between starts.
 */
export type EraVerdict = { 
/**
 * The era it showed; `None` = it was chosen, or the server did not say, and only the endpoint is known.
 */
era: Era | null, 
/**
 * The protocol revision it picked.
 */
protocolVersion: string, 
/**
 * Where it was found.
 */
endpoint: Endpoint | null, 
/**
 * When, Unix ms.
 */
foundAt: number, };

/**
 * Why a server is not running: what happened, and what to do next.
 */
export type Failure = { 
/**
 * The kind, for an icon and for tests.
 */
kind: FailureKind, 
/**
 * What happened.
 */
summary: Message, 
/**
 * What to do next.
 */
nextStep: Message, 
/**
 * What the summary leaves out: an error text of the system, an HTTP response.
 */
detail: Message | null, 
/**
 * The last lines the program wrote to stderr.
 */
stderr: Array<string>, 
/**
 * Names of variables of Usher's environment that the program did not get and may miss.
 */
withheld: Array<string>, };

/**
 * Kinds of failure a person can do something about.
 */
export type FailureKind = "programNotFound" | "notExecutable" | "workingDirectory" | "exitedEarly" | "exited" | "timeout" | "notMcp" | "unsupportedVersion" | "unreachable" | "httpStatus" | "unauthorized" | "refused" | "secretUnavailable" | "other";

/**
 * One place where a value breaks its schema.
 */
export type Fault = { 
/**
 * Where: `items[3].updated`; empty = the whole value.
 */
path: string, 
/**
 * What is wrong.
 */
message: Message, };

/**
 * Fetches one version of a webtool.
 */
export type FetchWebtoolParams = { webtoolId: WebtoolId, version: string, };

/**
 * What a message is.
 */
export type FrameKind = "request" | "result" | "error" | "notification" | "noise";

/**
 * Gets a prompt with arguments.
 */
export type GetPromptParams = { serverId: ServerId, name: string, arguments: { [key in string]: string }, };

/**
 * For how long a yes to a call holds, and for which later calls.
 */
export type Grant = { "kind": "once" } | { "kind": "session", calls: GrantedCalls, } | { "kind": "until", 
/**
 * Unix ms.
 */
at: number, calls: GrantedCalls, } | { "kind": "always", calls: GrantedCalls, };

/**
 * Which later calls of the same caller a yes to a call holds for.
 */
export type GrantedCalls = "sameArguments" | "allOfTool" | "readOnlyOfServer";

/**
 * Whose calls are asked for.
 */
export type HistoryCaller = { "kind": "person" } | { "kind": "client", 
/**
 * The person's name for it.
 */
name: string, };

/**
 * A row with its whole outcome.
 */
export type HistoryEntry = { row: HistoryRow, 
/**
 * What came of the call.
 */
outcome: CallOutcome, 
/**
 * How its time divides; `null` = not known.
 */
times: CallTimes | null, 
/**
 * What its client sent and was answered; `null` = no client made it.
 */
clientLeg: ClientLeg | null, };

/**
 * One finished call in the history; larger is newer. Opaque.
 */
export type HistoryId = string & { readonly __id: 'HistoryId' };

/**
 * Which part of the history.
 */
export type HistoryParams = { serverId: SourceId | null, 
/**
 * Only requests of this kind; `None` = all.
 */
kind?: RequestKind, 
/**
 * Only what has this name in the protocol, or this URI. What is named alike is told apart by `kind`.
 */
name?: string, 
/**
 * Only what this one did; `None` = everybody.
 */
caller?: HistoryCaller, 
/**
 * Only calls with all its words in the names of server and tool, prompt or resource, the arguments or the outcome.
 */
query?: string, 
/**
 * Only rows older than this one, for the next page.
 */
before: HistoryId | null, 
/**
 * At most this many rows (1 to 200).
 */
limit: number, };

/**
 * One row of the history.
 */
export type HistoryRow = { id: HistoryId, 
/**
 * Whose tool, prompt or resource; the server may be gone.
 */
serverId: SourceId, 
/**
 * The server's label at that time.
 */
serverLabel: string, kind: RequestKind, 
/**
 * The name in the protocol; of a resource its URI.
 */
name: string, 
/**
 * The person's name for the client that called it; `null` = no client did.
 */
client: string | null, 
/**
 * When it was sent, Unix ms.
 */
startedAt: number, 
/**
 * How long it took.
 */
durationMs: number, status: CallStatus, 
/**
 * The arguments that were sent.
 */
arguments: JsonValue, };

export type HistoryRowParams = { id: HistoryId, };

/**
 * Whether clients may connect over HTTP.
 */
export type HttpAccess = { isOn: boolean, 
/**
 * Where they connect; `null` = the endpoint is closed.
 */
url: string | null, 
/**
 * Why the endpoint cannot be opened.
 */
problem: Message | null, 
/**
 * Pages at these origins may connect: scheme, host and port as browsers send them.
 */
origins: Array<string>, };

/**
 * A client over HTTP, with what it has to be configured with. The token is shown once.
 */
export type HttpClientToken = { client: ClientSnapshot, token: string, 
/**
 * Where it connects; `null` = the endpoint is closed.
 */
url: string | null, };

/**
 * The two ways messages travel over HTTP.
 */
export type HttpTransport = "streamableHttp" | "httpSse";

/**
 * An icon's bytes, re-encoded by the core.
 */
export type IconImage = { "kind": "png", 
/**
 * Standard base64, no line breaks.
 */
base64: string, } | { "kind": "refused", 
/**
 * Why.
 */
reason: Message, };

/**
 * One icon source, named by a digest of where it comes from. Opaque; ask `icon.get` for the bytes.
 */
export type IconKey = string & { readonly __id: 'IconKey' };

/**
 * Asks for the bytes of one icon.
 */
export type IconParams = { key: IconKey, };

/**
 * One server in another app's configuration. Its values stay in the core.
 */
export type ImportCandidate = { 
/**
 * Its key in that file.
 */
key: string, 
/**
 * Where it comes from.
 */
origin: Origin, 
/**
 * Names of values that look secret and would go to the keyring.
 */
secretNames: Array<string>, 
/**
 * Whether an equal server is already configured here.
 */
known: boolean, 
/**
 * Why it cannot be imported.
 */
problem: Message | null, };

/**
 * One server to take.
 */
export type ImportChoice = { 
/**
 * The file it stands in.
 */
path: string, key: string, };

/**
 * Imports chosen servers. They arrive turned off; nothing is started.
 */
export type ImportParams = { choices: Array<ImportChoice>, };

/**
 * One configuration file of another app.
 */
export type ImportSource = { 
/**
 * "Claude Desktop", "VS Code", "Cursor", "Cline", "Goose".
 */
app: string, path: string, 
/**
 * The servers in it.
 */
servers: Array<ImportCandidate>, 
/**
 * Why the file is unreadable, with line and column where known.
 */
problem: Message | null, };

/**
 * A server of an agent's own that Usher has too.
 */
export type ImportedServer = { 
/**
 * Its name in the agent's file.
 */
name: string, 
/**
 * Its name in Usher.
 */
label: string, 
/**
 * Whether it is enabled in Usher.
 */
enabled: boolean, };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/**
 * An entry to be kept.
 */
export type KeepEntryParams = { 
/**
 * Its display name, shown where its server is not running.
 */
title: string, serverId: SourceId, list: CatalogKind, 
/**
 * Name of a tool or prompt, or URI (template) of a resource.
 */
key: string, };

/**
 * Values given to a template or prompt.
 */
export type KeepValuesParams = { 
/**
 * By variable or argument.
 */
values: { [key in string]: string }, serverId: SourceId, list: CatalogKind, 
/**
 * Name of a tool or prompt, or URI (template) of a resource.
 */
key: string, };

/**
 * A call of a client that does not wait for it any more. If it is approved, it is sent when the client makes it again.
 */
export type KeptCall = { callId: CallId, serverId: SourceId, 
/**
 * The tool's name in the protocol.
 */
tool: string, 
/**
 * Whether it may be sent; otherwise it waits for the person.
 */
isApproved: boolean, 
/**
 * When it is dropped, Unix ms.
 */
until: number, };

/**
 * An entry that is kept as a bookmark, or because it was opened.
 */
export type KeptEntry = { 
/**
 * Its display name when it was kept. Server text.
 */
title: string, 
/**
 * When it was marked, or opened last, Unix ms.
 */
at: number, serverId: SourceId, list: CatalogKind, 
/**
 * Name of a tool or prompt, or URI (template) of a resource.
 */
key: string, };

/**
 * What becomes of a key.
 */
export type KeyChange = { "kind": "keep" } | { "kind": "remove" } | { "kind": "set", key: SecretText, };

/**
 * What the system keyring says.
 */
export type KeyringState = { "kind": "available" } | { "kind": "locked", message: Message, } | { "kind": "absent", message: Message, };

/**
 * Whether secrets can be kept.
 */
export type KeyringStatus = { 
/**
 * What the system keyring says.
 */
state: KeyringState, 
/**
 * New secrets stay in memory until Usher ends: the person chose so.
 */
keepingForThisRun: boolean, 
/**
 * Servers that wait for a secret that cannot be read.
 */
waitingServers: number, };

/**
 * A language with a catalogue of texts, by its BCP 47 tag.
 */
export type Language = "system" | "en" | "de" | "en-XA";

/**
 * A server's launch and its differences from the accepted one.
 */
export type LaunchReview = { 
/**
 * What was agreed to, without any secret; `null` = that is not known any more.
 */
old: JsonValue | null, 
/**
 * What would be started or reached now.
 */
new: JsonValue, fingerprint: string, differences: Array<Difference>, };

/**
 * Asks about an address before it is opened.
 */
export type LinkParams = { 
/**
 * Who sent it: a server, or what owns a webtool's actions.
 */
serverId: SourceId, 
/**
 * What it wrote. Server text.
 */
address: string, place: LinkPlace, };

/**
 * Where an address was found.
 */
export type LinkPlace = { "kind": "website" } | { "kind": "signIn" } | { "kind": "resource", 
/**
 * The resource's display name. Server text.
 */
title: string, } | { "kind": "app", 
/**
 * URI of the app's page. Server text.
 */
uri: string, };

/**
 * Which servers a list is asked for.
 */
export type ListParams = { 
/**
 * One server, or all that are on.
 */
serverId: ServerId | null, };

/**
 * Whose resources are asked for, and which of them: a long list is read part by part.
 */
export type ListResourcesParams = { 
/**
 * One server, or all that are on.
 */
serverId: ServerId | null, 
/**
 * How many are passed over, counted over all servers in order.
 */
from: number, 
/**
 * How many are returned at most; `None` = all.
 */
limit: number | null, };

/**
 * How complete a server's list is.
 */
export type ListState = { "kind": "offline" } | { "kind": "loading" } | { "kind": "ready", 
/**
 * When, Unix ms.
 */
fetchedAt: number, 
/**
 * Until when it is fresh by the server's own word, Unix ms; `None` = until the server says that it
 * has changed.
 */
freshUntil: number | null, } | { "kind": "failed", 
/**
 * What happened and what to do.
 */
message: Message, } | { "kind": "notOffered" };

/**
 * Whose tools are asked for.
 */
export type ListToolsParams = { 
/**
 * One server or webtool, or all that are on.
 */
serverId: SourceId | null, };

/**
 * Which tools a client is listed.
 */
export type Listed = "all" | "search";

/**
 * What listing tools to a client costs its model, about, in tokens.
 */
export type ListingCost = { 
/**
 * How many tools it may use.
 */
tools: number, 
/**
 * For all of them.
 */
allTokens: number, 
/**
 * For the tools of Usher with which it searches, and its favorites.
 */
searchTokens: number, 
/**
 * From so many tools on, a client searches if it is not known to do so by itself.
 */
manyTools: number, 
/**
 * What it is listed where the person has chosen nothing.
 */
automatic: Listed, 
/**
 * Whether it is known to search tools by itself.
 */
searchesItself: boolean, };

export type ListingCostParams = { clientId: ClientId, 
/**
 * What it would be allowed to see.
 */
profile: ClientProfile, };

/**
 * The levels of log messages, lowest first (RFC 5424; 2025-11-25, server/utilities/logging).
 */
export type LogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/**
 * Sets the level from which a server logs, also after restarts.
 */
export type LogLevelParams = { serverId: ServerId, 
/**
 * The lowest level it is to send.
 */
level: LogLevel, };

/**
 * Which list somebody looks at.
 */
export type MarkViewedParams = { 
/**
 * Of one server or webtool, or of all.
 */
serverId: SourceId | null, list: CatalogKind, };

/**
 * A picture or sound the core has looked at.
 */
export type Media = { 
/**
 * What the server says it is.
 */
claimedType: string, 
/**
 * What its bytes are, and what `base64` holds; SVG has become `image/png`.
 */
mimeType: string, 
/**
 * Standard base64; empty when `problem` says why it cannot be shown, and where there are so many bytes that they
 * are read in parts, by `contentId`.
 */
base64: string, 
/**
 * Size of the original bytes.
 */
sizeBytes: number, 
/**
 * How large the picture itself is, where `base64` holds it drawn anew, smaller or larger.
 */
ownSize: PixelSize | null, 
/**
 * Why it cannot be shown.
 */
problem: Message | null, 
/**
 * The original bytes; `None` = they are no base64.
 */
contentId: ContentId | null, };

/**
 * A text of the catalogue by its code, with its parameters.
 */
export type Message = { 
/**
 * The key of the text: of a message that crosses the contract, below `core`: `failure.exited`.
 */
code: string, 
/**
 * The parameters by name.
 */
params: { [key in string]: Param }, };

/**
 * What a running server requires beside what the person gave it.
 */
export type MissingAccess = { "kind": "signIn" } | { "kind": "scope", 
/**
 * Separated by spaces. Server text.
 */
scope: string, };

/**
 * A model as its provider lists it.
 */
export type Model = { 
/**
 * What requests call it. Text of the provider.
 */
id: string, 
/**
 * What people call it. Text of the provider.
 */
title: string | null, };

/**
 * What a model wrote.
 */
export type ModelAnswer = { 
/**
 * Blocks of the protocol (2025-11-25, client/sampling): text and uses of tools. Text of the model.
 */
content: Array<JsonValue>, 
/**
 * Why it stopped, as the protocol names it; `null` = it has not.
 */
stopReason: string | null, 
/**
 * Tokens of the request, if the provider says.
 */
tokensIn: number | null, 
/**
 * Tokens of the answer, if the provider says.
 */
tokensOut: number | null, };

/**
 * Why a model was chosen.
 */
export type ModelChoiceReason = { "kind": "table", 
/**
 * The hint. Server text.
 */
hint: string, 
/**
 * The words of the row.
 */
words: string, } | { "kind": "listed", 
/**
 * The hint. Server text.
 */
hint: string, } | { "kind": "priorities" } | { "kind": "first" } | { "kind": "person" };

/**
 * One row of the person's table of hints, in order.
 */
export type ModelMapping = { 
/**
 * A part of what servers hint at; empty = the row only gives prices.
 */
hint: string, 
/**
 * The model that means.
 */
model: ModelRef, 
/**
 * What it costs, if the person knows.
 */
prices: ModelPrices | null, };

/**
 * Replaces the table of hints.
 */
export type ModelMappings = { 
/**
 * Its rows, in order.
 */
rows: Array<ModelMapping>, };

/**
 * Prices in millionths of a dollar per million tokens.
 */
export type ModelPrices = { input: number, output: number, };

/**
 * Where models are reached.
 */
export type ModelProvider = { id: ProviderId, 
/**
 * What is spoken there.
 */
kind: ProviderKind, 
/**
 * What the person calls it.
 */
label: string, baseUrl: string, 
/**
 * Whether a key is kept for it. The key itself never crosses.
 */
hasKey: boolean, 
/**
 * Whether something else than Usher changed what is stored of it. It is not used until it is saved again.
 */
changedOutside: boolean, 
/**
 * The models it listed last. Text of the provider.
 */
models: Array<Model>, 
/**
 * When that was, Unix ms.
 */
fetchedAt: number | null, };

/**
 * Names one model of one provider.
 */
export type ModelRef = { providerId: ProviderId, 
/**
 * What requests call it.
 */
model: string, };

/**
 * Mutes a server, or hears it again.
 */
export type MuteParams = { serverId: SourceId, 
/**
 * Whether all its further questions are declined.
 */
muted: boolean, };

/**
 * How tools and prompts are named for a client.
 */
export type NameStyle = "withServer" | "plain";

/**
 * An environment value or a header as it may be shown.
 */
export type NamedValue = { name: string, 
/**
 * Its value, or where the secret is.
 */
value: ShownValue, };

/**
 * A tool of another server or webtool that has the name of one that is reviewed, and another definition.
 */
export type Namesake = { serverId: SourceId, label: string, 
/**
 * What differs from there to the reviewed one, the weightiest first.
 */
differences: Array<Difference>, 
/**
 * How many more differences there are.
 */
leftOut: number, };

/**
 * Defines what of a source waits for the person, beside approvals: everything that does has one of these.
 */
export type Need = "signIn" | "firstLook" | "changed";

/**
 * What was agreed at the handshake.
 */
export type Negotiated = { 
/**
 * The protocol revision, e.g. `2025-11-25`.
 */
protocolVersion: string, 
/**
 * `legacy` = `initialize`; `modern` = per-request metadata (2026-07-28 and later).
 */
era: Era, 
/**
 * How the era came to be known.
 */
found: EraFound, 
/**
 * Where a server behind an address was found; `None` for a local program.
 */
endpoint: Endpoint | null, 
/**
 * The server's own name (self-reported).
 */
serverName: string, 
/**
 * The server's own title (self-reported).
 */
serverTitle: string | null, 
/**
 * The server's own version (self-reported).
 */
serverVersion: string, 
/**
 * Whether it tells of changes of single resources (`resources.subscribe`).
 */
canSubscribe: boolean, };

export type Nothing = Record<string, never>;

/**
 * Whether a kind of items is offered.
 */
export type Offering = "offered" | "hidden";

/**
 * What an app is opened with.
 */
export type OpenAppParams = { serverId: ServerId, tool: string, 
/**
 * The call whose result it draws.
 */
callId: CallId, 
/**
 * The arguments of the call: an object.
 */
arguments: JsonValue, 
/**
 * What came of the call, as it came; `null` = it was cancelled.
 */
result: JsonValue | null, place: AppPlace, };

/**
 * HTML of a server that is no app.
 */
export type OpenHtmlParams = { 
/**
 * Server text.
 */
html: string, 
/**
 * What the page calls it. Server text.
 */
name: string, };

/**
 * Opens the page that was looked at, and waits for the browser.
 */
export type OpenSignInParams = { serverId: ServerId, 
/**
 * As which app, where the person has registered one.
 */
client: SignInClient | null, };

/**
 * HTML that was opened.
 */
export type OpenedHtml = { 
/**
 * By which it is placed and stopped.
 */
appId: AppId, 
/**
 * Whether it is drawn in the window of Usher, where it is placed; if not, in a window of its own.
 */
inline: boolean, };

/**
 * Where a server comes from, in words the person can check.
 */
export type Origin = { "kind": "command", text: string, } | { "kind": "host", 
/**
 * Scheme, host and port.
 */
text: string, url: string, } | { "kind": "builtIn" };

/**
 * A parameter of a message; what reads it formats it in its locale.
 */
export type Param = { "kind": "text", text: string, } | { "kind": "number", value: number, } | { "kind": "bytes", bytes: number, } | { "kind": "duration", ms: number, } | { "kind": "moment", at: number, } | { "kind": "message", message: Message, } | { "kind": "list", items: Array<Param>, };

/**
 * Reads a pasted `OpenAPI` document.
 */
export type ParseWebtoolParams = { text: string, };

/**
 * Adds variables of Usher's own environment to a server's.
 */
export type PassVariablesParams = { serverId: ServerId, 
/**
 * Names that the server's failure lists as withheld.
 */
names: Array<string>, };

/**
 * Text from the paste field.
 */
export type PasteParams = { 
/**
 * A command line, a URL, or the JSON of any common client.
 */
text: string, };

/**
 * What the pasted text is.
 */
export type PasteReading = { "kind": "empty" } | { "kind": "servers", 
/**
 * "1 local server (stdio), in the format of Claude Desktop."
 */
summary: Message, 
/**
 * The servers found, in order.
 */
servers: Array<PastedServer>, } | { "kind": "problem", 
/**
 * What is wrong, naming server and field where known.
 */
message: Message, 
/**
 * Line of the fault, from 1.
 */
line: number | null, 
/**
 * Column of the fault, from 1.
 */
column: number | null, };

/**
 * One server read from text. It holds only what the page itself just sent.
 */
export type PastedServer = { 
/**
 * The configuration's name for it, or one from command or host.
 */
label: string, 
/**
 * How it is started or reached.
 */
config: PastedTransport, 
/**
 * Remarks: unknown fields that were ignored, a variable that has to be filled in.
 */
notes: Array<Message>, };

/**
 * How a pasted server is started or reached.
 */
export type PastedTransport = { "kind": "stdio", command: string, args: Array<string>, env: Array<PastedValue>, cwd: string | null, 
/**
 * The secrets that arguments refer to, as `${input:NAME}`. An empty value has yet to be filled in.
 */
inputs: Array<PastedValue>, } | { "kind": "http", url: string, headers: Array<PastedValue>, 
/**
 * The secrets that the query of the URL refers to.
 */
inputs: Array<PastedValue>, };

/**
 * A pasted environment value, header or secret of an argument.
 */
export type PastedValue = { name: string, value: string, 
/**
 * Whether it looks like a secret, so that the toggle starts on.
 */
looksSecret: boolean, };

/**
 * One item, with what was pinned and what is declared.
 */
export type PinDetail = { item: PinItem, 
/**
 * What the person looked at, or as a setup file says; `null` = nothing, or not what was written. Server text.
 */
old: JsonValue | null, oldDigest: string | null, 
/**
 * What is declared now; `null` = nothing. Server text.
 */
new: JsonValue | null, 
/**
 * What differs, the weightiest first.
 */
differences: Array<Difference>, 
/**
 * How many more differences there are.
 */
leftOut: number, 
/**
 * What alone differs, if `pin.acceptVarying` may take it as changing: the order of a set, a date, a number or a path;
 * empty = other things do.
 */
differs: Array<Message>, 
/**
 * What the person has accepted as changing.
 */
varying: Array<Message>, 
/**
 * Whether what was accepted was altered in the database and can be put back (`pin.restore`).
 */
restorable: boolean, 
/**
 * Deceptive characters of what is declared now, counted by kind.
 */
hidden: Array<Message>, 
/**
 * Words in it that mix letters of several alphabets. Server text.
 */
mixed: Array<string>, 
/**
 * How a tool of the same name differs that another server or webtool has; `null` = none has, or it is the same.
 */
namesake: Namesake | null, };

/**
 * One kept document of a webtool. Opaque.
 */
export type PinId = number & { readonly __id: 'PinId' };

/**
 * An item in a server's review.
 */
export type PinItem = { state: PinState, 
/**
 * SHA-256 of the canonical form of what is declared now; `null` = nothing is.
 */
digest: string | null, 
/**
 * When the pin was reviewed here or elsewhere, Unix ms; `null` = never, or Usher brings it itself.
 */
reviewedAt: number | null, 
/**
 * What a change is about, the weightiest first.
 */
about: Array<DifferenceKind>, 
/**
 * Why it is accepted only by itself; empty = it may be accepted together with others.
 */
single: Array<SingleReason>, 
/**
 * Labels of other sources with a tool of this name and another definition.
 */
namesakes: Array<string>, 
/**
 * Whether the person has seen exactly what is declared now, and keeps what was reviewed before: it stays stopped.
 */
keptOld: boolean, kind: PinKind, 
/**
 * Its name in the protocol. Server text.
 */
name: string, };

export type PinItemParams = { serverId: ServerId, kind: PinKind, 
/**
 * Its name in the protocol. Server text.
 */
name: string, };

/**
 * What kind of thing a server declares. Setup files hold its serialised form.
 */
export type PinKind = "tool" | "prompt" | "template" | "instructions" | "uiResource";

/**
 * How an item stands to what the person looked at.
 */
export type PinState = { "kind": "unchanged" } | { "kind": "new" } | { "kind": "renamed", 
/**
 * What that one was called. Server text.
 */
from: string, } | { "kind": "asBrought" } | { "kind": "unlikeBrought" } | { "kind": "changed" } | { "kind": "gone" } | { "kind": "tampered" };

/**
 * How large a picture is, in pixels.
 */
export type PixelSize = { width: number, height: number, };

export type PlaceAppParams = { appId: AppId, place: AppPlace, };

/**
 * Asks what would happen.
 */
export type PlanSamplingParams = { approvalId: ApprovalId, 
/**
 * The parameters as the person left them.
 */
params: JsonValue, 
/**
 * The person's choice; `null` = what the request means.
 */
model: ModelRef | null, };

/**
 * All rules, and whose claims count.
 */
export type PolicyList = { rules: Array<PolicyRule>, 
/**
 * Servers whose claims about their tools the person trusts.
 */
trusted: Array<SourceId>, };

/**
 * One decision of the person about tools.
 */
export type PolicyRule = { id: RuleId, serverId: SourceId, 
/**
 * The person's name for the client whose calls it is about; `null` = it was given for no client.
 */
client: string | null, scope: RuleScope, decision: RuleDecision, 
/**
 * Whether it still does anything.
 */
status: RuleStanding, 
/**
 * When it was given, Unix ms.
 */
givenAt: number, 
/**
 * How many calls it has decided about.
 */
uses: number, 
/**
 * When it last did, Unix ms.
 */
lastUsedAt: number | null, };

/**
 * The page of a tool, as it would be drawn.
 */
export type PreparedApp = { 
/**
 * URI of the page. Server text.
 */
uri: string, 
/**
 * How long its document is.
 */
sizeBytes: number, 
/**
 * The hosts it may reach.
 */
hosts: AppHosts, 
/**
 * The hosts it declares and may not reach.
 */
dropped: Array<DroppedHost>, 
/**
 * What it asks for. None of it is granted.
 */
permissions: Array<AppPermission>, 
/**
 * How it compares with what the person agreed to; `pin.accept` agrees to it.
 */
review: PinItem, 
/**
 * Whether it can be drawn in the window of Usher.
 */
inline: boolean, };

/**
 * Usher and every running local server.
 */
export type ProcessList = { 
/**
 * Usher with its window, without its servers; `null` where the system does not tell.
 */
usher: ProcessUsage | null, 
/**
 * The servers, in the person's order.
 */
servers: Array<ServerProcess>, };

/**
 * What a tree of processes uses.
 */
export type ProcessUsage = { 
/**
 * The first process of the tree.
 */
pid: number, 
/**
 * How many there are.
 */
processes: number, 
/**
 * Memory they hold; what several of them share is counted for each.
 */
memoryBytes: number, 
/**
 * Share of one processor since anybody last looked, in percent; `null` at the first look.
 */
cpuPercent: number | null, 
/**
 * How long the first process has been running, in whole seconds.
 */
uptimeMs: number, };

/**
 * A server's program that is another one than at the start before.
 */
export type ProgramChange = { 
/**
 * When that was found, Unix ms.
 */
at: number, 
/**
 * Where the program is.
 */
path: string, 
/**
 * Where the same name led before; `null` = it is another file at the same place.
 */
before: string | null, };

/**
 * One argument of a prompt; always text.
 */
export type PromptArgument = { name: string, title: string, description: string | null, 
/**
 * Whether it has to be given.
 */
required: boolean, };

/**
 * A prompt as its row shows it.
 */
export type PromptHead = { serverId: ServerId, 
/**
 * Its name in the protocol.
 */
name: string, 
/**
 * Its display name: `title`, else `name`.
 */
title: string, description: string | null, icon: ThemedIcon | null, 
/**
 * Its arguments, in the server's order.
 */
arguments: Array<PromptArgument>, };

/**
 * One message of a prompt.
 */
export type PromptMessage = { 
/**
 * `user` or `assistant`, as it came.
 */
role: string, content: Content, };

/**
 * What a prompt yields.
 */
export type PromptOutcome = { 
/**
 * The server's description of this result.
 */
description: string | null, 
/**
 * The messages, in order.
 */
messages: Array<PromptMessage>, 
/**
 * Where it stands in the history; `None` if the history could not be written, or keeps nothing.
 */
historyId: HistoryId | null, 
/**
 * How long it took.
 */
durationMs: number, 
/**
 * The result exactly as it came.
 */
raw: JsonValue, };

/**
 * How prompts are shown.
 */
export type PromptView = "list" | "gallery";

/**
 * One provider of models. Opaque.
 */
export type ProviderId = string & { readonly __id: 'ProviderId' };

/**
 * What is spoken at a provider.
 */
export type ProviderKind = "anthropic" | "openai" | "gemini" | "ollama" | "compatible";

export type ProviderParams = { providerId: ProviderId, };

/**
 * An entry as the server listed it.
 */
export type RawEntry = { 
/**
 * All of it, known and unknown. Server text: data.
 */
raw: JsonValue, 
/**
 * What had to be put right to use it, in plain words.
 */
repaired: Array<Message>, };

/**
 * What a read returned.
 */
export type ReadOutcome = { 
/**
 * The URI that was read (expanded, for a template).
 */
uri: string, 
/**
 * One or more contents.
 */
contents: Array<ResourceContents>, 
/**
 * When it was read, Unix ms.
 */
readAt: number, 
/**
 * Until when it is fresh by the server's own word, Unix ms; `None` = the server says nothing about that.
 */
freshUntil: number | null, 
/**
 * How long it took.
 */
durationMs: number, 
/**
 * The result as it came, but for long blobs: of those only the beginning.
 */
raw: JsonValue, 
/**
 * How many blobs of `raw` are shortened; `content.read` has the whole of each.
 */
shortened: number, };

export type ReadParams = { serverId: ServerId, uri: string, };

/**
 * A resource to be read through a template.
 */
export type ReadTemplateParams = { serverId: ServerId, uriTemplate: string, 
/**
 * A value for each variable; missing = empty.
 */
variables: { [key in string]: string }, };

/**
 * Values that the person gave to one variable of a template, or one argument of a prompt.
 */
export type RecentValues = { argument: string, 
/**
 * The latest first.
 */
values: Array<string>, };

/**
 * An approval that was declined without asking the person.
 */
export type RefusedApproval = { 
/**
 * When, Unix ms.
 */
at: number, 
/**
 * Why.
 */
reason: Message, };

/**
 * For how long an answer holds.
 */
export type Remember = "once" | "always";

/**
 * A client that was removed can be brought back for a while.
 */
export type RemovedClient = { clientId: ClientId, name: string, 
/**
 * How many permissions went with it.
 */
permissions: number, 
/**
 * Until when `client.restore` works, Unix ms.
 */
undoUntilAt: number, };

/**
 * A removed server can be brought back until then.
 */
export type RemovedServer = { serverId: ServerId, 
/**
 * Its label, for the undo notice.
 */
label: string, 
/**
 * Until when `server.restore` works, Unix ms. Its secrets are deleted only then.
 */
undoUntilAt: number, };

export type RenameClientParams = { clientId: ClientId, 
/**
 * 1 to 64 characters, all visible; unique.
 */
name: string, };

/**
 * What a recorded request was for.
 */
export type RequestKind = "tool" | "prompt" | "resource";

/**
 * A resource that the pointer went down on.
 */
export type ReserveDragParams = { serverId: ServerId, uri: string, 
/**
 * Claimed media type, for the end of the file's name.
 */
mimeType: string | null, };

/**
 * A text that may be dragged out of the window as a file.
 */
export type ReserveTextDragParams = { 
/**
 * What the file is called.
 */
name: string, };

/**
 * Where a resource is written while it is dragged out of the window.
 */
export type ReservedFile = { 
/**
 * Names it when the drag begins.
 */
dragId: number, 
/**
 * `file:` URL of its path. Nothing is there yet.
 */
fileUrl: string, };

/**
 * Asks where a program would be found.
 */
export type ResolveCommandParams = { 
/**
 * A program name or path.
 */
command: string, };

/**
 * Where a program was found.
 */
export type ResolvedCommand = { 
/**
 * Its absolute path; `None` = nowhere.
 */
path: string | null, 
/**
 * Where it was found, why it was not, or what to install.
 */
note: Message, };

/**
 * What a server claims about a resource.
 */
export type ResourceAnnotations = { 
/**
 * `user`, `assistant`.
 */
audience: Array<string>, 
/**
 * 0 = optional, 1 = required.
 */
priority: number | null, 
/**
 * ISO 8601, as it came.
 */
lastModified: string | null, };

/**
 * What a resource holds.
 */
export type ResourceBody = { "kind": "text", text: string, 
/**
 * Size of the text in UTF-8.
 */
sizeBytes: number, 
/**
 * For `image/svg+xml`: the picture, drawn by the core.
 */
picture: Media | null, } | { "kind": "image" } & Media | { "kind": "audio" } & Media | { "kind": "binary", 
/**
 * Size of the bytes.
 */
sizeBytes: number, 
/**
 * The first 512 bytes, base64, for a hex view.
 */
headBase64: string, };

/**
 * A column of the list of resources.
 */
export type ResourceColumn = "name" | "type" | "size" | "modified" | "priority" | "audience";

/**
 * Contents of one resource.
 */
export type ResourceContents = { 
/**
 * Which resource (a read may return several).
 */
uri: string, 
/**
 * The media type the server reports.
 */
mimeType: string | null, 
/**
 * The media type its beginning shows; `None` = text without a mark of its own, or bytes of no known kind.
 */
detectedType: string | null, 
/**
 * Its bytes; `None` = they are no base64.
 */
contentId: ContentId | null, body: ResourceBody, };

/**
 * A resource as its row shows it.
 */
export type ResourceHead = { serverId: ServerId, 
/**
 * Its identifier within the server. Opaque: never opened, fetched or read from disk by the host.
 */
uri: string, 
/**
 * Its name in the protocol.
 */
name: string, 
/**
 * Its display name: `title`, else `name`.
 */
title: string, description: string | null, mimeType: string | null, sizeBytes: number | null, icon: ThemedIcon | null, 
/**
 * Claimed audience, priority (0 to 1) and time of last change.
 */
annotations: ResourceAnnotations, 
/**
 * Whether Usher is subscribed to its changes.
 */
subscribed: boolean, };

/**
 * What resources are sorted by.
 */
export type ResourceSort = { column: ResourceColumn, descending: boolean, };

/**
 * How resources are shown.
 */
export type ResourceView = "list" | "tree" | "gallery";

/**
 * How much of a server waits for the person's look.
 */
export type ReviewCounts = { 
/**
 * Items nobody has looked at yet. They are not used.
 */
new: number, 
/**
 * Items that are stopped.
 */
changed: number, 
/**
 * Items that are gone.
 */
gone: number, 
/**
 * Items that are stopped, of which the person does not want what is declared now. Nothing of them is waited for.
 */
keptOld: number, };

/**
 * A folder that servers may be told of.
 */
export type RootFolder = { id: RootId, 
/**
 * Whose list it is on; `null` = that of all servers.
 */
serverId: ServerId | null, 
/**
 * Where it really is: absolute, without links.
 */
path: string, 
/**
 * What servers are told it is called.
 */
name: string, 
/**
 * The `file://` URI servers are told.
 */
uri: string, };

/**
 * One folder shown to servers. Opaque.
 */
export type RootId = string & { readonly __id: 'RootId' };

/**
 * A list of folders.
 */
export type RootList = { 
/**
 * The folders, in the order they were added.
 */
folders: Array<ShownRoot>, 
/**
 * For the list of one server: whether it may see its folders without a question.
 */
consent: RootsConsent, };

/**
 * Names a list of folders.
 */
export type RootListParams = { 
/**
 * Whose; `null` = the list of all servers.
 */
serverId: ServerId | null, };

export type RootParams = { rootId: RootId, };

/**
 * How a folder is at this moment. Servers are only told of those that are accessible.
 */
export type RootState = "accessible" | "missing" | "replaced" | "unreadable";

/**
 * Whether a server may see its folders.
 */
export type RootsConsent = "ask" | "always";

/**
 * Changes a server's consent.
 */
export type RootsConsentParams = { serverId: ServerId, consent: RootsConsent, };

/**
 * What is decided about calls.
 */
export type RuleDecision = { "kind": "ask" } | { "kind": "allowSession" } | { "kind": "allowUntil", 
/**
 * Unix ms.
 */
at: number, } | { "kind": "allowAlways" } | { "kind": "never" };

/**
 * One rule about tools. Opaque.
 */
export type RuleId = string & { readonly __id: 'RuleId' };

export type RuleParams = { ruleId: RuleId, };

/**
 * Which calls of a server's tools a rule is about.
 */
export type RuleScope = { "kind": "tool", 
/**
 * Its name in the protocol.
 */
name: string, 
/**
 * What the server claimed it does when the rule was given.
 */
claimed: Effect, } | { "kind": "toolWithArguments", 
/**
 * Its name in the protocol.
 */
name: string, 
/**
 * What the server claimed it does when the rule was given.
 */
claimed: Effect, 
/**
 * The arguments: an object.
 */
arguments: JsonValue, } | { "kind": "withEffect", effect: Effect, } | { "kind": "allTools" };

/**
 * Whether a rule still does anything.
 */
export type RuleStanding = "holds" | "expired" | "outdated";

/**
 * How a tool is run.
 */
export type RunAs = "call" | "task";

/**
 * Has a model write for a question.
 */
export type RunSamplingParams = { approvalId: ApprovalId, 
/**
 * The parameters as the person left them.
 */
params: JsonValue, model: ModelRef, 
/**
 * For a server the person has not yet decided about: that it may use models, within this.
 */
allow: SamplingBudget | null, };

/**
 * A call that goes on as a task. `tool.cancel` cancels it; when it ends it becomes a row of the history.
 */
export type RunningTask = { 
/**
 * The call it came from.
 */
callId: CallId, 
/**
 * Whose tool; the server may be gone.
 */
serverId: ServerId, 
/**
 * The server's label at that time.
 */
serverLabel: string, tool: string, 
/**
 * The person's name for the client that called it; `null` = no client did.
 */
client: string | null, 
/**
 * The arguments that were sent.
 */
arguments: JsonValue, 
/**
 * When it was sent, Unix ms.
 */
startedAt: number, 
/**
 * When the server last said something new about it, Unix ms.
 */
heardAt: number, 
/**
 * How long after its making the server keeps it; `None` = it sets no limit.
 */
ttlMs: number | null, 
/**
 * How far it is.
 */
status: TaskStatus, 
/**
 * What the server says about that. Server text.
 */
message: string | null, };

/**
 * One message of a request to a model.
 */
export type SampledMessage = { 
/**
 * `user` or `assistant`, as it came.
 */
role: string, 
/**
 * Its blocks, looked at.
 */
content: Array<Content>, 
/**
 * What each block itself holds, looked at, as a tool's result does; nothing for all others.
 */
within: Array<Array<Content>>, };

/**
 * What a server may have.
 */
export type SamplingBudget = { 
/**
 * Requests within an hour.
 */
requestsPerHour: number, 
/**
 * Tokens within 24 hours, of requests and answers.
 */
tokensPerDay: number, 
/**
 * Millionths of a dollar per 24 hours, where prices are known.
 */
moneyPerDay: number, };

/**
 * One place where a request breaks the rules.
 */
export type SamplingFault = { 
/**
 * Where: `messages.2.content.0`.
 */
path: string, 
/**
 * What is wrong.
 */
message: Message, };

/**
 * What would happen if a request were run.
 */
export type SamplingPlan = { 
/**
 * What the request itself means; `null` = there is no model.
 */
matched: ChosenModel | null, 
/**
 * The model it would be run with.
 */
model: ChosenModel | null, 
/**
 * Tokens of the request, about.
 */
tokensIn: number, 
/**
 * Tokens of the answer, at most.
 */
tokensOut: number, 
/**
 * Millionths of a dollar at most; `null` = nobody said what the model costs.
 */
cost: number | null, 
/**
 * What holds for the server.
 */
rule: SamplingRule, 
/**
 * Whether the person has decided that; if not, a run needs their word.
 */
decided: boolean, 
/**
 * What the server has had.
 */
spent: SamplingSpent, 
/**
 * Why it exceeds the server's budget, in plain words.
 */
over: Message | null, 
/**
 * What of the request breaks the rules.
 */
faults: Array<SamplingFault>, 
/**
 * How many rounds of tools this conversation has had.
 */
rounds: number, };

/**
 * What the person has decided about a server and models.
 */
export type SamplingRule = { 
/**
 * Whether it may ask; if not, what it asks is declined.
 */
allowed: boolean, budget: SamplingBudget, };

/**
 * One request as it was sent to a model.
 */
export type SamplingRun = { model: ModelRef, 
/**
 * What the person calls its provider.
 */
provider: string, };

/**
 * What a server has had.
 */
export type SamplingSpent = { 
/**
 * Requests within the last hour.
 */
requests: number, 
/**
 * Tokens within the last 24 hours.
 */
tokens: number, 
/**
 * Millionths of a dollar within the last 24 hours.
 */
money: number, };

/**
 * How far a request to a model is.
 */
export type SamplingState = { "kind": "request" } | { "kind": "writing", 
/**
 * Which model, and what it was asked.
 */
run: SamplingRun, 
/**
 * What has come so far.
 */
soFar: ModelAnswer, } | { "kind": "written", 
/**
 * Which model, and what it was asked.
 */
run: SamplingRun, answer: ModelAnswer, } | { "kind": "failed", 
/**
 * Which model, and what it was asked.
 */
run: SamplingRun, 
/**
 * Why not.
 */
why: Message, };

/**
 * Which records to save.
 */
export type SaveApprovalRecordsParams = { filter: ApprovalRecordFilter, };

/**
 * Bytes to be saved as a file.
 */
export type SaveBytesParams = { 
/**
 * The name the dialog proposes.
 */
name: string, base64: string, };

/**
 * Resources to be saved together.
 */
export type SaveResourcesParams = { 
/**
 * At most 1,000.
 */
resources: Array<ReadParams>, };

/**
 * A text to be saved as a file.
 */
export type SaveTextParams = { 
/**
 * The name the dialog proposes.
 */
name: string, text: string, };

/**
 * What came of saving a file.
 */
export type SavedContent = { 
/**
 * `null` = the person chose no file.
 */
file: SavedFile | null, };

/**
 * Contents that were saved into a folder.
 */
export type SavedContents = { folder: string, 
/**
 * In the order in which they were named.
 */
files: Array<SavedFile>, };

/**
 * Where a saved log was put.
 */
export type SavedFile = { path: string, sizeBytes: number, };

/**
 * What came of saving several.
 */
export type SavedMany = { 
/**
 * `null` = the person chose no folder.
 */
saved: SavedContents | null, };

/**
 * Names a place where something was saved.
 */
export type SavedPathParams = { 
/**
 * The path of the file, or of the folder with several, as it was told when they were saved.
 */
path: string, };

/**
 * Resources that were read and saved into a folder.
 */
export type SavedResources = { folder: string, 
/**
 * A file for each content, in the order of the resources.
 */
files: Array<SavedFile>, failed: Array<UnsavedResource>, };

/**
 * What came of saving resources.
 */
export type SavedResourcesOutcome = { 
/**
 * `null` = the person chose no folder.
 */
saved: SavedResources | null, };

/**
 * Where a secret is.
 */
export type SecretPlace = "keyring" | "thisRun" | "missing";

/**
 * Text from the page that may be a secret: it can come in, but it can be neither printed nor sent back.
 */
export type SecretText = string;

/**
 * The entries of one server.
 */
export type Section<T, S = ServerId> = { serverId: S, 
/**
 * How complete they are.
 */
state: ListState, 
/**
 * The entries, in the server's order.
 */
items: Array<T>, 
/**
 * Entries that could not be used, each with what is wrong.
 */
broken: Array<BrokenEntry>, };

/**
 * How a server is started or reached, without any secret.
 */
export type ServerConfig = { "kind": "stdio", 
/**
 * The program: a name looked up on the login shell's PATH, or a path.
 */
command: string, 
/**
 * Its arguments, one word each. Never passed through a shell.
 */
args: Array<string>, 
/**
 * Environment values given to it, beside a small inherited set.
 */
env: Array<NamedValue>, 
/**
 * Working directory; `None` = the person's home.
 */
cwd: string | null, 
/**
 * The secrets that arguments refer to, as `${input:NAME}`.
 */
inputs: Array<NamedValue>, } | { "kind": "http", 
/**
 * `https:`, or `http:` on this machine or the local network.
 */
url: string, 
/**
 * Headers sent with each request.
 */
headers: Array<NamedValue>, 
/**
 * The secrets that the query of the URL refers to.
 */
inputs: Array<NamedValue>, } | { "kind": "demo" };

/**
 * A configuration in the form that other clients have.
 */
export type ServerConfigText = { 
/**
 * JSON: a `mcpServers` entry. In place of each secret is a reference, such as `${input:API_KEY}`.
 */
text: string, };

/**
 * An edited configuration. References that were not changed keep the secret they stand for.
 */
export type ServerConfigTextParams = { serverId: ServerId, 
/**
 * JSON of any common client, with one server; comments are allowed.
 */
text: SecretText, };

/**
 * The server page: the snapshot and all that is behind it.
 */
export type ServerDetail = { 
/**
 * What the row shows.
 */
snapshot: ServerSnapshot, 
/**
 * How it is started or reached.
 */
config: ServerConfig, 
/**
 * Which generation of the protocol the person chose for it.
 */
era: EraChoice, 
/**
 * What is remembered for the next start.
 */
verdict: EraVerdict | null, 
/**
 * That the person has signed in to it.
 */
signedIn: SignedIn | null, 
/**
 * What it requires beside what the person gave it.
 */
wantsAccess: MissingAccess | null, 
/**
 * Self-reported `serverInfo`, as it came.
 */
serverInfo: JsonValue | null, 
/**
 * Declared capabilities, as they came.
 */
capabilities: JsonValue | null, 
/**
 * What the server tells a model about itself. Server text: data, never instruction.
 */
instructions: string | null, 
/**
 * The end of what its program wrote to stderr, oldest first.
 */
stderr: Array<string>, 
/**
 * The number of the line after it; those that are told later begin with theirs.
 */
stderrNextSeq: number, 
/**
 * What Usher had to repair in its messages, newest last.
 */
repairs: Array<Message>, };

/**
 * A server as the person enters it: to add, test or replace.
 */
export type ServerDraft = { 
/**
 * The user's own label; empty = made from the command or host.
 */
label: string, 
/**
 * How to start or reach it.
 */
config: DraftConfig, 
/**
 * Which generation of the protocol to speak.
 */
era: EraChoice, };

/**
 * The person's name for a group of servers. It decides nothing but where they are listed.
 */
export type ServerGroup = string;

/**
 * A configured server, for as long as it is configured. Opaque.
 */
export type ServerId = string & { readonly __id: 'ServerId' };

export type ServerParams = { serverId: ServerId, };

/**
 * A server at its place in the order.
 */
export type ServerPlace = { serverId: ServerId, 
/**
 * The name of its group, at most 64 characters; `null` or empty = none.
 */
group: string | null, };

/**
 * What one server uses.
 */
export type ServerProcess = { serverId: ServerId, 
/**
 * What it and everything it started use.
 */
usage: ProcessUsage, };

/**
 * Gives a rule for many tools of a server.
 */
export type ServerRuleParams = { serverId: SourceId, 
/**
 * The client whose calls it is about; `null` = it is for no client.
 */
clientId: ClientId | null, 
/**
 * Those that do this; `null` = all.
 */
effect: Effect | null, decision: RuleDecision, };

/**
 * One server and models.
 */
export type ServerSampling = { serverId: ServerId, 
/**
 * What the person has decided.
 */
rule: SamplingRule, 
/**
 * What it has had.
 */
spent: SamplingSpent, };

/**
 * What a server's row and card show.
 */
export type ServerSnapshot = { 
/**
 * Its identity in this host.
 */
id: ServerId, 
/**
 * The user's own label: the name the host uses for it everywhere.
 */
label: string, 
/**
 * Where it really comes from: a command or a host.
 */
origin: Origin, 
/**
 * The group it is listed in.
 */
group: ServerGroup | null, 
/**
 * What it is doing now.
 */
state: ServerState, icon: ThemedIcon | null, 
/**
 * What was agreed at the last handshake of this run; `None` before the first.
 */
negotiated: Negotiated | null, 
/**
 * How much it offers, as far as known.
 */
counts: Counts, 
/**
 * From which level on it is to log, if it can.
 */
logLevel: LogLevel, 
/**
 * How much of what it declares waits for the person's look.
 */
review: ReviewCounts, 
/**
 * What of it waits for the person on its page.
 */
need: Need | null, 
/**
 * Since when that waits, Unix ms.
 */
needsSince: number | null, 
/**
 * How its program differs from the last start's, until dismissed.
 */
programChanged: ProgramChange | null, 
/**
 * When it was added, Unix ms.
 */
createdAt: number, };

/**
 * What a server is doing. Each state carries only what is valid in it.
 */
export type ServerState = { "kind": "disabled" } | { "kind": "needsReview", reason: Message, } | { "kind": "queued", 
/**
 * Since when, Unix ms.
 */
sinceAt: number, } | { "kind": "starting", 
/**
 * Since when, Unix ms.
 */
sinceAt: number, 
/**
 * Where the program asks the person to sign in before it answers. Server text.
 */
signInUrl: string | null, } | { "kind": "running", 
/**
 * Since when, Unix ms.
 */
sinceAt: number, 
/**
 * Process id, for a local program.
 */
pid: number | null, } | { "kind": "retrying", 
/**
 * Which try comes next, from 1.
 */
attempt: number, 
/**
 * How many tries there are before it is given up.
 */
maxAttempts: number, 
/**
 * When, Unix ms.
 */
nextAt: number, 
/**
 * Why it is not running.
 */
failure: Failure, } | { "kind": "needsSignIn", reason: Message, } | { "kind": "signingIn", 
/**
 * Since when, Unix ms.
 */
sinceAt: number, 
/**
 * Who the person signs in with, as it writes itself. Server text.
 */
issuer: string, } | { "kind": "failed", failure: Failure, };

/**
 * Turns a server on or off.
 */
export type SetEnabledParams = { serverId: ServerId, enabled: boolean, };

/**
 * Puts servers into a group.
 */
export type SetGroupParams = { serverIds: Array<ServerId>, 
/**
 * The name of the group, at most 64 characters; `null` or empty = none.
 */
group: string | null, };

export type SetHttpAccessParams = { isOn: boolean, };

export type SetHttpOriginsParams = { 
/**
 * All that are allowed from then on, as the person entered them.
 */
origins: Array<string>, };

/**
 * Decides about a server and models.
 */
export type SetSamplingParams = { serverId: ServerId, 
/**
 * What from now on.
 */
rule: SamplingRule, };

export type Settings = { 
/**
 * Light, dark, or as the system says.
 */
theme: Theme, 
/**
 * The language of all texts.
 */
language: Language, 
/**
 * Size of the page, in percent: 80, 90, 100, 110, 125, 150, 175 or 200.
 */
zoom: number, 
/**
 * Whether keys without a modifier are shortcuts.
 */
singleKeyShortcuts: boolean, 
/**
 * How long a request may take (1,000 to 3,600,000). Progress restarts the clock.
 */
requestTimeoutMs: number, 
/**
 * How many messages the wire log keeps per server (100 to 100,000).
 */
wireFrames: number, 
/**
 * Text the wire log keeps per server, in MiB (1 to 1,024).
 */
wireMebibytes: number, 
/**
 * How many calls the history keeps (0 to 100,000).
 */
historyRows: number, 
/**
 * Width of a screen's list, in CSS pixels (160 to 2,000).
 */
listWidthPx: number, 
/**
 * How high the wire log is, in CSS pixels (80 to 4,000).
 */
wireHeightPx: number, 
/**
 * How the resources of a server are shown, by its identifier; those of all servers by an empty name.
 */
resourceViews: { [key in string]: ResourceView }, 
/**
 * What they are sorted by, likewise; those without an entry stand in the order of their server.
 */
resourceSorts: { [key in string]: ResourceSort }, 
/**
 * Widths the person gave to columns of the list, likewise, in CSS pixels (40 to 800). The name has the rest.
 */
resourceColumns: { [key in string]: { [key in ResourceColumn]?: number } }, 
/**
 * How prompts are shown.
 */
promptView: PromptView, 
/**
 * Whether approvals are notified while the window is not in front.
 */
notifyWaiting: boolean, 
/**
 * Whether closing the window leaves Usher running in the tray.
 */
stayInTray: boolean, };

/**
 * The credentials of one server or webtool that stand in the open here. In the file they are to be entered again.
 */
export type SetupBlanked = { 
/**
 * The label of the server or webtool.
 */
server: string, 
/**
 * The names of arguments, of parts of the query, or of values.
 */
names: Array<string>, };

/**
 * One entry of a setup file.
 */
export type SetupEntry = { 
/**
 * By this it is chosen.
 */
index: number, kind: SetupKind, 
/**
 * What it was called. Text of the file.
 */
label: string, 
/**
 * Exactly what would be started or reached. Text of the file.
 */
leadsTo: string, 
/**
 * The version a webtool is pinned to. Text of the file.
 */
version: string | null, 
/**
 * How many secrets it had, which are no part of the file.
 */
secrets: number, 
/**
 * Whether an equal one is set up here.
 */
known: boolean, 
/**
 * How many reviewed definitions match their digests. They are compared with; nothing is used by them.
 */
reviewed: number, 
/**
 * Decisions that come along by themselves: they ask or forbid.
 */
restricting: Array<SetupRule>, 
/**
 * Decisions that come along only if that is chosen: they let calls through without asking.
 */
allowing: Array<SetupRule>, 
/**
 * Whether what it claims about its tools was trusted; that comes along only if it is chosen.
 */
trusted: boolean, 
/**
 * What of it is left out, and why; whole sentences, with text of the file.
 */
leftOut: Array<Message>, 
/**
 * Why it cannot be taken.
 */
problem: Message | null, };

/**
 * Adds entries of a setup file.
 */
export type SetupImportParams = { 
/**
 * What is in the file.
 */
text: string, picks: Array<SetupPick>, };

export type SetupImported = { added: number, };

/**
 * What an entry of a setup file is.
 */
export type SetupKind = "server" | "webtool";

/**
 * What a setup file had no room for.
 */
export type SetupLeftOut = "oldVersions" | "reviews";

/**
 * An entry that was chosen.
 */
export type SetupPick = { 
/**
 * Its place in the file.
 */
index: number, 
/**
 * Whether what lets calls through without asking is taken as well.
 */
allowing: boolean, };

/**
 * A decision about tools in a setup file.
 */
export type SetupRule = { 
/**
 * Which tools. Text of the file.
 */
scope: RuleScope, decision: RuleDecision, };

/**
 * A setup file that was written.
 */
export type SetupSaved = { path: string, 
/**
 * How long it is, in bytes.
 */
sizeBytes: number, 
/**
 * What it had no room for.
 */
leftOut: SetupLeftOut | null, 
/**
 * The credentials that stand in the open in definitions, and are not in the file.
 */
blanked: Array<SetupBlanked>, };

/**
 * A setup file that was opened.
 */
export type SetupTextParams = { 
/**
 * What is in the file.
 */
text: string, };

/**
 * A folder, and how it is.
 */
export type ShownRoot = { folder: RootFolder, state: RootState, };

/**
 * A value as it may be shown.
 */
export type ShownValue = { "kind": "plain", value: string, } | { "kind": "secret", 
/**
 * Where it is kept.
 */
kept: SecretPlace, };

/**
 * An app the person has registered with an authorization server.
 */
export type SignInClient = { 
/**
 * The client ID it got there.
 */
id: string, 
/**
 * The client secret, if it got one.
 */
secret: SecretText | null, };

/**
 * Where the person would sign in, and for what. Nothing of it has been opened.
 */
export type SignInPlan = { 
/**
 * The authorization page, without the parameters of this sign-in.
 */
page: Address, 
/**
 * Who gives the access, as it writes itself. Server text.
 */
issuer: string, 
/**
 * The token endpoint's host, if it differs from the page's.
 */
tokenHost: string | null, 
/**
 * What is asked for; none = the authorization server decides. Server text.
 */
scopes: Array<string>, 
/**
 * It takes only apps it knows: the person has to say as which one Usher comes.
 */
needsClient: boolean, };

/**
 * That the person has signed in to a server.
 */
export type SignedIn = { 
/**
 * Who gave the access, as it writes itself. Server text.
 */
issuer: string, 
/**
 * What was given. Server text.
 */
scopes: Array<string>, 
/**
 * When, Unix ms.
 */
signedInAt: number, };

/**
 * Why an item is accepted only by itself, never together with others.
 */
export type SingleReason = "stopped" | "hiddenText" | "unlikeBrought" | "nameOfAnother" | "namesUsher" | "holdsSecret";

/**
 * Which servers and webtools a client may see.
 */
export type SourceChoice = { "kind": "all" } | { "kind": "only", serverIds: Array<SourceId>, };

/**
 * What tools belong to: a server or a webtool. Opaque.
 */
export type SourceId = string & { readonly __id: 'ServerId' | 'WebtoolId' };

/**
 * A tool of a server or webtool.
 */
export type SourceTool = { serverId: SourceId, 
/**
 * Its name in the protocol.
 */
tool: string, };

/**
 * Follows or stops following changes of a resource.
 */
export type SubscribeParams = { serverId: ServerId, uri: string, subscribed: boolean, };

/**
 * A resource whose changes are followed, whether its server lists it or not.
 */
export type Subscription = { serverId: ServerId, uri: string, };

/**
 * How far a task is.
 */
export type TaskStatus = "working" | "inputRequired" | "completed" | "failed" | "cancelled";

/**
 * Whether a tool runs as a task (2025-11-25, basic/utilities/tasks).
 */
export type TaskSupport = "forbidden" | "optional" | "required";

/**
 * A resource template as its row shows it.
 */
export type TemplateHead = { serverId: ServerId, 
/**
 * RFC 6570.
 */
uriTemplate: string, 
/**
 * Its name in the protocol.
 */
name: string, title: string, description: string | null, 
/**
 * Claimed media type of what it yields.
 */
mimeType: string | null, icon: ThemedIcon | null, 
/**
 * Claimed of what it yields.
 */
annotations: ResourceAnnotations, 
/**
 * The variables in it, in order, each once.
 */
variables: Array<string>, };

/**
 * One test of a draft. Made by the page, so that it hears of the test while it runs.
 */
export type TestId = string & { readonly __id: 'TestId' };

/**
 * What *Test connection* found.
 */
export type TestReport = { 
/**
 * The steps in order, up to the one that failed.
 */
steps: Array<TestStep>, 
/**
 * How long the whole test took.
 */
durationMs: number, 
/**
 * What was agreed, if it came that far.
 */
negotiated: Negotiated | null, 
/**
 * What it offers, if it came that far.
 */
counts: Counts, 
/**
 * Why it failed; `None` = the server works.
 */
failure: Failure | null, 
/**
 * What the program wrote to stderr, oldest first.
 */
stderr: Array<string>, };

/**
 * Starts a draft, lists what it offers, and stops it. Nothing is saved.
 */
export type TestServerParams = { draft: ServerDraft, 
/**
 * The server being edited, whose stored secrets `value: null` refers to.
 */
serverId: ServerId | null, 
/**
 * Names the test in what is told while it runs; `null` = nobody hears it.
 */
testId: TestId | null, };

/**
 * One step of a test.
 */
export type TestStep = { 
/**
 * What is done in it.
 */
name: Message, passed: boolean, 
/**
 * How long it took.
 */
durationMs: number, 
/**
 * A short remark: the path found, the exit code, the version.
 */
note: Message | null, };

/**
 * A drag of a text that has begun.
 */
export type TextDragParams = { dragId: number, text: string, };

export type Theme = "system" | "light" | "dark";

/**
 * The best icon for each theme, chosen by the core.
 */
export type ThemedIcon = { light: IconKey, 
/**
 * For dark surfaces; the same key where the server offers only one.
 */
dark: IconKey, };

/**
 * What a resource looks like in a gallery.
 */
export type Thumbnail = { "kind": "picture", 
/**
 * A PNG of at most 320×320 pixels, standard base64.
 */
base64: string, } | { "kind": "text", text: string, } | { "kind": "none" };

/**
 * What a server claims about a tool. Claims, not facts.
 */
export type ToolAnnotations = { readOnly: boolean | null, destructive: boolean | null, 
/**
 * Doing it twice is the same as once.
 */
idempotent: boolean | null, 
/**
 * Touches things outside the server.
 */
openWorld: boolean | null, };

/**
 * The page of one tool.
 */
export type ToolDetail = { 
/**
 * What its row shows.
 */
head: ToolHead, description: string | null, 
/**
 * JSON Schema of its arguments; always an object schema (repaired if need be).
 */
inputSchema: JsonValue, 
/**
 * JSON Schema of its structured result.
 */
outputSchema: JsonValue | null, 
/**
 * Why the input schema cannot be used for a form; then only raw JSON is offered.
 */
schemaProblem: Message | null, 
/**
 * Whether it runs as a task.
 */
taskSupport: TaskSupport, 
/**
 * The digest of its definition: a rule is given for exactly this one.
 */
definition: string, 
/**
 * The definition exactly as it came.
 */
raw: JsonValue, };

/**
 * A tool as its row shows it.
 */
export type ToolHead = { serverId: SourceId, 
/**
 * Its name in the protocol.
 */
name: string, 
/**
 * Its display name: `title`, else `annotations.title`, else `name`.
 */
title: string, 
/**
 * The first part of its description, for search and tooltips.
 */
description: string | null, icon: ThemedIcon | null, 
/**
 * What the server claims about it.
 */
annotations: ToolAnnotations, 
/**
 * URI of the page of an app that draws its results; `null` = there is none. Server text.
 */
uiResource: string | null, 
/**
 * Who, beside the person, may see and call it.
 */
visibility: ToolVisibility, 
/**
 * What was repaired in its definition.
 */
repaired: Array<Message>, };

/**
 * Whether a client is listed the tools it may use, or searches for them.
 */
export type ToolListing = "automatic" | "all" | "search";

export type ToolParams = { serverId: SourceId, 
/**
 * Its name in the protocol.
 */
name: string, };

/**
 * Gives a rule for one tool.
 */
export type ToolRuleParams = { serverId: SourceId, tool: string, 
/**
 * The digest of the definition that is shown (`ToolDetail.definition`); refused if it is another one by now.
 */
definition: string, decision: RuleDecision, };

/**
 * Who, beside the person, may see and call a tool (`_meta.ui.visibility`).
 */
export type ToolVisibility = "modelAndApp" | "model" | "app" | "nobody";

/**
 * What a model wrote when it was tried.
 */
export type TriedModel = { 
/**
 * Its words. Text of the provider.
 */
text: string, 
/**
 * Tokens of request and answer together, if the provider counts them.
 */
tokens: number | null, };

/**
 * Whether what a server says of its tools counts.
 */
export type Trust = "no" | "yes";

/**
 * Decides about a server's claims.
 */
export type TrustParams = { serverId: SourceId, trust: Trust, };

/**
 * A resource that could not be read or saved.
 */
export type UnsavedResource = { serverId: ServerId, uri: string, 
/**
 * Why.
 */
message: Message, };

/**
 * Replaces a server's definition and restarts it if it was on.
 */
export type UpdateServerParams = { serverId: ServerId, draft: ServerDraft, };

/**
 * A structured result held against the tool's `outputSchema`.
 */
export type Verdict = { "kind": "notDeclared" } | { "kind": "matches", 
/**
 * How many values were checked.
 */
valuesChecked: number, } | { "kind": "matchesInPart", 
/**
 * Why one was not run.
 */
message: Message, } | { "kind": "mismatch", 
/**
 * The first faults, at most 20.
 */
faults: Array<Fault>, } | { "kind": "missing" } | { "kind": "brokenSchema", 
/**
 * What is wrong with it.
 */
message: Message, } | { "kind": "notChecked", 
/**
 * Why.
 */
message: Message, };

/**
 * An item the person has looked at.
 */
export type ViewedItem = { 
/**
 * Digest of what was shown; `null` = that it is gone.
 */
digest: string | null, kind: PinKind, 
/**
 * Its name in the protocol. Server text.
 */
name: string, };

/**
 * One action, for looking at before it is used.
 */
export type WebtoolAction = { 
/**
 * Its name. Server text.
 */
name: string, 
/**
 * What it does. Server text.
 */
description: string | null, 
/**
 * `GET /items`, for `OpenAPI`.
 */
request: string | null, };

/**
 * How another document stands to the one that is used.
 */
export type WebtoolChange = "newer" | "silent" | "downgraded";

/**
 * A look for a new version.
 */
export type WebtoolCheck = { 
/**
 * When, Unix ms.
 */
at: number, found: WebtoolFound, };

/**
 * Another document of a webtool held against the one that is used.
 */
export type WebtoolComparison = { 
/**
 * Digest of the one that is used.
 */
oldSha256: string, 
/**
 * Digest of the other.
 */
newSha256: string, 
/**
 * The one that is used, laid out alike. Server text.
 */
oldText: string, 
/**
 * The other, laid out alike. Server text.
 */
newText: string, 
/**
 * What differs, the weightiest first.
 */
differences: Array<Difference>, 
/**
 * How many more differences there are.
 */
leftOut: number, 
/**
 * Deceptive characters in it, counted by kind.
 */
hidden: Array<Message>, 
/**
 * Words in it that mix letters of several alphabets. Server text.
 */
mixed: Array<string>, };

/**
 * Everything about one webtool.
 */
export type WebtoolDetail = { 
/**
 * What its row shows.
 */
snapshot: WebtoolSnapshot, 
/**
 * What the document that is used says; `null` if none is.
 */
document: WebtoolDocument | null, 
/**
 * JSON Schema of the configuration without its credentials; `null` = there is nothing to configure.
 */
formSchema: JsonValue | null, 
/**
 * The configuration without its credentials.
 */
config: JsonValue, 
/**
 * The credentials it asks for.
 */
slots: Array<WebtoolSlot>, 
/**
 * Whether a token is kept.
 */
hasToken: boolean, 
/**
 * How often a new version is looked for, in hours; 0 = only when asked.
 */
checkEveryHours: number, 
/**
 * Every document that is kept, newest first.
 */
pins: Array<WebtoolPin>, 
/**
 * What calls carry as `sessionId` now.
 */
session: string, };

/**
 * What is at an address.
 */
export type WebtoolDiscovery = { "kind": "webtool", preview: WebtoolPreview, } | { "kind": "broken", 
/**
 * Every fault.
 */
message: Message, } | { "kind": "nothing", 
/**
 * Why not.
 */
message: Message, };

/**
 * What a document says.
 */
export type WebtoolDocument = { kind: WebtoolKind, 
/**
 * Its name. Server text.
 */
name: string, 
/**
 * What it does. Server text.
 */
description: string | null, 
/**
 * The version it declares. Server text.
 */
version: string, 
/**
 * What it can do.
 */
actions: Array<WebtoolAction>, 
/**
 * Whether it wants to be configured.
 */
wantsConfiguration: boolean, 
/**
 * The names of the credentials it asks for. Server text.
 */
credentials: Array<string>, 
/**
 * Operations of an `OpenAPI` document that Usher cannot run.
 */
leftOut: Array<WebtoolLeftOut>, };

/**
 * What a look for a new version found.
 */
export type WebtoolFound = { "kind": "identical" } | { "kind": "reformatted" } | { "kind": "other", 
/**
 * Which of the kept documents it is.
 */
pinId: PinId, 
/**
 * How its declared version compares with the one in use.
 */
change: WebtoolChange, 
/**
 * Whether the person decided to keep the old one.
 */
keptOld: boolean, } | { "kind": "gone", message: Message, } | { "kind": "failed", message: Message, };

/**
 * A webtool the person has added. Opaque.
 */
export type WebtoolId = string & { readonly __id: 'WebtoolId' };

/**
 * What kind of document describes a webtool.
 */
export type WebtoolKind = "webtool" | "openapi";

/**
 * An operation that is no action.
 */
export type WebtoolLeftOut = { 
/**
 * `POST /upload`. Server text.
 */
request: string, 
/**
 * Why, as a part of a sentence.
 */
reason: Message, };

export type WebtoolParams = { webtoolId: WebtoolId, };

export type WebtoolPin = { id: PinId, 
/**
 * Whether it is the one that is used.
 */
current: boolean, 
/**
 * The version it declares. Server text.
 */
version: string, 
/**
 * Digest of its bytes, 64 hexadecimal digits.
 */
sha256: string, 
/**
 * Digest of its canonical JSON (RFC 8785).
 */
canonicalSha256: string, 
/**
 * Where it came from in the end; `null` = it was pasted.
 */
finalUrl: string | null, 
/**
 * `Content-Type` as it came.
 */
mediaType: string, 
/**
 * Size of its bytes.
 */
sizeBytes: number, 
/**
 * When it was fetched, Unix ms.
 */
fetchedAt: number, 
/**
 * What the person did with it.
 */
standing: WebtoolStanding, };

/**
 * Names one kept document of a webtool.
 */
export type WebtoolPinParams = { webtoolId: WebtoolId, pinId: PinId, };

/**
 * A document that was looked at.
 */
export type WebtoolPreview = { 
/**
 * Digest of its bytes: by this it is added.
 */
sha256: string, 
/**
 * Where it is asked for; `null` = it was pasted.
 */
url: string | null, 
/**
 * Where it came from in the end.
 */
finalUrl: string | null, document: WebtoolDocument, 
/**
 * Addresses its calls may go to, the first being the usual one; empty = the person has to give one.
 */
bases: Array<string>, 
/**
 * Exactly as it came. Server text.
 */
text: string, 
/**
 * Deceptive characters in it, counted by kind.
 */
hidden: Array<Message>, 
/**
 * Words in it that mix letters of several alphabets. Server text.
 */
mixed: Array<string>, };

/**
 * One credential of a configuration.
 */
export type WebtoolSecret = { 
/**
 * Where it stands in the configuration (RFC 6901).
 */
pointer: string, 
/**
 * What becomes of it.
 */
change: WebtoolSecretChange, };

/**
 * What becomes of a stored credential.
 */
export type WebtoolSecretChange = { "kind": "keep" } | { "kind": "forget" } | { "kind": "set", value: SecretText, };

/**
 * A credential a configuration asks for.
 */
export type WebtoolSlot = { 
/**
 * Where it stands in the configuration (RFC 6901).
 */
pointer: string, 
/**
 * Its name. Server text.
 */
name: string, 
/**
 * What it is for. Server text.
 */
description: string | null, 
/**
 * How it is sent, if that is known.
 */
carrier: Message | null, 
/**
 * Whether nothing works without it.
 */
required: boolean, 
/**
 * Whether one is kept.
 */
kept: boolean, };

/**
 * What the row of a webtool shows.
 */
export type WebtoolSnapshot = { id: WebtoolId, 
/**
 * The person's name for it.
 */
label: string, 
/**
 * What kind of document describes it.
 */
kind: WebtoolKind, 
/**
 * Where its document is; `null` = it was pasted.
 */
url: string | null, 
/**
 * Where its calls go.
 */
base: string, 
/**
 * The version that is used; empty if none is.
 */
version: string, 
/**
 * How many actions it has.
 */
actions: number, state: WebtoolState, 
/**
 * What of it waits for the person on its page.
 */
need: Need | null, 
/**
 * What the last look for a new version found; `null` = nobody has looked yet.
 */
checked: WebtoolCheck | null, 
/**
 * When the document that is used was fetched, Unix ms.
 */
fetchedAt: number, 
/**
 * When its address last held the document in use, Unix ms.
 */
verifiedAt: number, 
/**
 * When it was added, Unix ms.
 */
createdAt: number, };

/**
 * What the person did with a kept document.
 */
export type WebtoolStanding = "unknown" | "found" | "used" | "declined";

/**
 * How a webtool is.
 */
export type WebtoolState = { "kind": "ready" } | { "kind": "off" } | { "kind": "stopped" } | { "kind": "needsConfiguration", faults: Array<Fault>, } | { "kind": "refused", 
/**
 * What happened and what to do.
 */
message: Message, 
/**
 * Whether it can be used once the person has looked at it.
 */
reviewable: boolean, };

/**
 * The text of one kept document.
 */
export type WebtoolText = { 
/**
 * Exactly as it came. Server text.
 */
text: string, 
/**
 * Deceptive characters in it, counted by kind.
 */
hidden: Array<Message>, 
/**
 * Words in it that mix letters of several alphabets. Server text.
 */
mixed: Array<string>, };

/**
 * A text to be copied.
 */
export type WireCopy = { 
/**
 * The text; holds no secret.
 */
text: string, };

/**
 * What a frame is copied as.
 */
export type WireCopyForm = "json" | "command";

export type WireCopyParams = { serverId: ServerId, seq: number, form: WireCopyForm, };

/**
 * What a server's log holds, without the frames.
 */
export type WireExtent = { 
/**
 * The oldest frame still kept; as `nextSeq` where none is. Numbers between the two have no gap.
 */
firstSeq: number, 
/**
 * The number the next frame will get.
 */
nextSeq: number, 
/**
 * How many older ones were let go since the log was emptied.
 */
dropped: number, 
/**
 * The methods that occur, in order, at most 200.
 */
methods: Array<string>, };

/**
 * Which frames are wanted; `null` = any.
 */
export type WireFilter = { 
/**
 * In the text, the summary or the method, in any case; or the id.
 */
text: string, direction: Direction | null, kind: FrameKind | null, 
/**
 * The method; for an answer, the method it answers.
 */
method: string | null, 
/**
 * The call it belongs to.
 */
callId: CallId | null, 
/**
 * Only what went wrong: errors, tools' own errors, and what is no message.
 */
faultsOnly: boolean, };

/**
 * One message, without its text.
 */
export type WireFrame = { 
/**
 * Its number in the server's log; grows by one.
 */
seq: number, 
/**
 * When it passed, Unix ms.
 */
at: number, direction: Direction, kind: FrameKind, 
/**
 * The method; for an answer, the method it answers.
 */
method: string | null, 
/**
 * The JSON-RPC id as it stands in the message.
 */
rpcId: string | null, 
/**
 * Size of the exact bytes.
 */
sizeBytes: number, 
/**
 * For an answer: time since its request.
 */
elapsedMs: number | null, 
/**
 * The tool call it belongs to.
 */
callId: CallId | null, 
/**
 * The beginning of what matters in it, at most 200 characters.
 */
summary: string, 
/**
 * Whether something went wrong: an error, a tool's own error, or no message at all.
 */
isFault: boolean, };

export type WireFrameParams = { serverId: ServerId, seq: number, };

export type WireGetManyParams = { serverId: ServerId, 
/**
 * Which frames; of more than 500 only the first 500.
 */
seqs: Array<number>, };

/**
 * What a search found. One search looks at a bounded part of the log.
 */
export type WireHits = { 
/**
 * The frames found, oldest first.
 */
seqs: Array<number>, 
/**
 * Where to go on: everything before this number was looked at.
 */
next: number, 
/**
 * Whether that is the end of the log.
 */
isWhole: boolean, };

/**
 * A page of a server's wire log.
 */
export type WireListParams = { serverId: ServerId, 
/**
 * The number of the first frame wanted; 0 = the oldest that is kept.
 */
from: number, 
/**
 * How many frames at most (0 to 500).
 */
limit: number, };

/**
 * A page of the log of one server, oldest first.
 */
export type WireLog = { 
/**
 * What the whole log holds.
 */
extent: WireExtent, 
/**
 * The frames asked for, as far as they are kept.
 */
frames: Array<WireFrame>, };

/**
 * Which part of a server's wire log.
 */
export type WireParams = { serverId: ServerId, };

/**
 * Looks for frames in a server's log.
 */
export type WireSearchParams = { serverId: ServerId, 
/**
 * What is looked for.
 */
filter: WireFilter, 
/**
 * The number of the frame to begin with.
 */
from: number, };

/**
 * One message with its text.
 */
export type WireText = { frame: WireFrame, 
/**
 * Its text, secrets redacted; cut at 1 MiB.
 */
text: string, 
/**
 * Whether it was cut.
 */
truncated: boolean, };

/** Every operation: its parameters and its result. */
export type Operations = {
  /** The app as it started. Always answers, even when the data could not be opened. */
  'app.info': [Nothing, AppInfo];
  /** Closes Usher although questions are open: they are dismissed. */
  'app.close': [Nothing, Done];
  /** All servers, in the person's order. */
  'server.list': [Nothing, Array<ServerSnapshot>];
  /** What Usher and its running local servers use of this computer. Looks when asked, never otherwise. */
  'server.processes': [Nothing, ProcessList];
  /** Everything about one server. */
  'server.get': [ServerParams, ServerDetail];
  /** Adds a server and starts it: saving is the consent to exactly this definition. */
  'server.add': [AddServerParams, ServerSnapshot];
  /** Adds the built-in demo server and starts it; answers with the existing one if there is one. */
  'server.addDemo': [Nothing, ServerSnapshot];
  /** Replaces a server's definition; restarts it if it was on. */
  'server.update': [UpdateServerParams, ServerSnapshot];
  /** Turns a server on or off. */
  'server.setEnabled': [SetEnabledParams, ServerSnapshot];
  /** Stops and starts a server; also the manual retry after a failure. */
  'server.restart': [ServerParams, ServerSnapshot];
  /** Adds variables that were withheld from a failed server to its environment, as secrets, and starts it again. */
  'server.passVariables': [PassVariablesParams, ServerSnapshot];
  /** Forgets a server's detected protocol and endpoint, and restarts it if enabled. */
  'server.redetectProtocol': [ServerParams, ServerSnapshot];
  /** Chooses from which level on a server logs; a running one is told at once. */
  'server.setLogLevel': [LogLevelParams, ServerSnapshot];
  /** Adds a copy of a server, turned off. */
  'server.duplicate': [ServerParams, ServerSnapshot];
  /** Lists the servers in this order and in these groups, all or none. */
  'server.arrange': [ArrangeServersParams, Array<ServerSnapshot>];
  /** Puts servers into a group, or in none. */
  'server.setGroup': [SetGroupParams, Array<ServerSnapshot>];
  /** Removes a server; `server.restore` brings it back for ten seconds. */
  'server.remove': [ServerParams, RemovedServer];
  /** Brings a removed server back. */
  'server.restore': [ServerParams, ServerSnapshot];
  /** Tries a definition without saving it. */
  'server.test': [TestServerParams, TestReport];
  /** Ends a test that runs: its program is stopped. */
  'server.endTest': [EndTestParams, Done];
  /** Where a program would be found. */
  'server.resolveCommand': [ResolveCommandParams, ResolvedCommand];
  /** Reads a server's lists anew. */
  'catalog.refresh': [ServerParams, Done];
  /** Says that somebody looks at a list; where it is out of date by the server's own word it is read anew, in the background. */
  'catalog.markViewed': [MarkViewedParams, Done];
  /** One entry of a list exactly as the server sent it. */
  'catalog.entry': [EntryParams, RawEntry];
  /** A server's configuration as JSON, without secret values. */
  'serverConfig.get': [ServerParams, ServerConfigText];
  /** Checks an edited configuration. Saves nothing. */
  'serverConfig.check': [ServerConfigTextParams, CheckedConfigText];
  /** Saves an edited configuration, as `server.update` does. */
  'serverConfig.update': [ServerConfigTextParams, ServerSnapshot];
  /** Discovers where, and for which scopes, the person would sign in. Opens nothing. */
  'signIn.prepare': [ServerParams, SignInPlan];
  /** Opens the reviewed authorization page in the browser, and waits in the background. */
  'signIn.open': [OpenSignInParams, Done];
  /** Stops waiting for the browser. */
  'signIn.cancel': [ServerParams, Done];
  /** Signs out: forgets the access to a server, everywhere. */
  'signIn.forget': [ServerParams, Done];
  /** Reads pasted text. */
  'server.readPaste': [PasteParams, PasteReading];
  /** Takes what looks like a secret out of arguments and URLs, as reading pasted text does. Saves nothing. */
  'server.takeSecrets': [PastedTransport, PastedTransport];
  /** Looks for the configurations of other apps on disk. Reads only, and only when asked. */
  'import.scan': [Nothing, Array<ImportSource>];
  /** Takes servers over, turned off. Starts nothing. */
  'import.apply': [ImportParams, Array<ServerSnapshot>];
  /** Tools of one server or of all that are on. */
  'tool.list': [ListToolsParams, Array<Section<ToolHead, SourceId>>];
  /** One tool with its schemas. */
  'tool.get': [ToolParams, ToolDetail];
  /** Runs a tool and answers once the call has ended. */
  'tool.call': [CallParams, CallOutcome];
  /** Cancels a running call; the server is told. */
  'tool.cancel': [CancelParams, Done];
  /** Reads the page that draws results of a tool, and what it declares. Draws nothing. */
  'mcpApp.prepare': [AppToolParams, PreparedApp];
  /** Opens a hidden web view, in which the next app is drawn sooner. It ends if none comes. */
  'mcpApp.prepareView': [Nothing, Done];
  /** Draws the result of a call by the app of its tool; refused while its page is not the reviewed one. */
  'mcpApp.open': [OpenAppParams, AppSnapshot];
  /** Draws HTML of a server that is no app, in a web view of its own in which nothing runs. It is placed and stopped as an app, and an event tells that it ended. */
  'mcpApp.openHtml': [OpenHtmlParams, OpenedHtml];
  /** Running apps, the oldest first. */
  'mcpApp.list': [Nothing, Array<AppSnapshot>];
  /** Draws an app elsewhere: in the window of Usher, in its own, or nowhere for now. An app in a window of its own stays there. */
  'mcpApp.place': [PlaceAppParams, Done];
  /** Takes an app back from a window of its own. It is hidden until it is placed. */
  'mcpApp.showInPage': [AppParams, Done];
  /** Gives an app the keyboard. */
  'mcpApp.focus': [AppParams, Done];
  /** Ends an app. */
  'mcpApp.stop': [AppParams, Done];
  /** Tells an app what became of the files it offers; `content.save` saves them. */
  'mcpApp.answerFiles': [AnswerAppFilesParams, Done];
  /** Tells apps how the window looks now. */
  'mcpApp.setLook': [AppLook, Done];
  /** Writes all servers and webtools, without secrets, to a file. */
  'setup.save': [Nothing, SetupSaved];
  /** Reads such a file and verifies it. Adds nothing. */
  'setup.read': [SetupTextParams, Array<SetupEntry>];
  /** Adds entries of such a file. Starts nothing, reaches nothing, agrees to nothing. */
  'setup.import': [SetupImportParams, SetupImported];
  /** All webtools, in the person's order. */
  'webtool.list': [Nothing, Array<WebtoolSnapshot>];
  /** Everything about one webtool. */
  'webtool.get': [WebtoolParams, WebtoolDetail];
  /** Checks whether a webtool or an OpenAPI document is at an address. Adds nothing. */
  'webtool.discover': [DiscoverWebtoolParams, WebtoolDiscovery];
  /** Reads a pasted OpenAPI document. Adds nothing. */
  'webtool.parse': [ParseWebtoolParams, WebtoolPreview];
  /** Adds what was looked at: saving is the consent to exactly that document. */
  'webtool.add': [AddWebtoolParams, WebtoolSnapshot];
  /** Saves what the person configures. */
  'webtool.configure': [ConfigureWebtoolParams, WebtoolSnapshot];
  /** Turns a webtool on or off. */
  'webtool.setEnabled': [EnableWebtoolParams, WebtoolSnapshot];
  /** Removes a webtool, with its credentials and all its documents. */
  'webtool.remove': [WebtoolParams, Done];
  /** Checks whether the document has changed. The version in use stays in use. */
  'webtool.check': [WebtoolParams, WebtoolSnapshot];
  /** Fetches one version and keeps it beside the others. */
  'webtool.fetch': [FetchWebtoolParams, PinId];
  /** One kept document exactly as it came. */
  'webtool.text': [WebtoolPinParams, WebtoolText];
  /** What is different in another kept document. */
  'webtool.compare': [WebtoolPinParams, WebtoolComparison];
  /** Uses this document from now on: a new version, or an old one again. Choosing is the consent. */
  'webtool.activateVersion': [WebtoolPinParams, WebtoolSnapshot];
  /** Keeps what is used although another document was found. */
  'webtool.dismissUpdate': [WebtoolParams, WebtoolSnapshot];
  /** Begins a new session with a webtool. */
  'webtool.renewSession': [WebtoolParams, WebtoolDetail];
  /** Returns the calls that run as tasks, newest first. */
  'task.list': [Nothing, Array<RunningTask>];
  /** Resources of one server or of all that are on. */
  'resource.list': [ListResourcesParams, Array<Section<ResourceHead, ServerId>>];
  /** Reads a resource. */
  'resource.read': [ReadParams, ReadOutcome];
  /** What a listed resource looks like in the gallery. It is read from its server if it is not known yet. */
  'resource.thumbnail': [ReadParams, Thumbnail];
  /** Reads resources and saves them into a folder the person chooses, each under a name of its own. */
  'resource.saveMany': [SaveResourcesParams, SavedResourcesOutcome];
  /** Reserves the path of a file that a resource becomes if it is dragged out of the window. Nothing is read. */
  'resource.reserveDrag': [ReserveDragParams, ReservedFile];
  /** Writes what a path was reserved for; a resource is read from its server. */
  'resource.writeDrag': [DragParams, SavedFile];
  /** Follows or stops following a resource's changes. */
  'resource.subscribe': [SubscribeParams, Done];
  /** All resources whose changes are followed, of servers that are on. */
  'resource.subscriptions': [Nothing, Array<Subscription>];
  /** Resource templates of one server or of all that are on. */
  'template.list': [ListParams, Array<Section<TemplateHead, ServerId>>];
  /** Expands a template (RFC 6570) and reads the resource. */
  'template.read': [ReadTemplateParams, ReadOutcome];
  /** Asks a server to complete an argument. */
  'completion.complete': [CompleteParams, Completion];
  /** A part of the bytes of a content that was read or returned. They are kept for a while. */
  'content.read': [ContentPartParams, ContentPart];
  /** Saves a content with the system's dialog. */
  'content.save': [ContentParams, SavedContent];
  /** Saves a text with the system's dialog. */
  'content.saveText': [SaveTextParams, SavedContent];
  /** Opens a copy of a content in the system's app for it. */
  'content.open': [ContentParams, SavedFile];
  /** Reserves the path of a file that a content becomes if it is dragged out of the window. Nothing is written. */
  'content.reserveDrag': [ContentParams, ReservedFile];
  /** Reserves the path of a file that a text becomes if it is dragged out of the window. Nothing is written. */
  'content.reserveTextDrag': [ReserveTextDragParams, ReservedFile];
  /** Writes a text to the path that was reserved for it. */
  'content.writeTextDrag': [TextDragParams, SavedFile];
  /** Saves bytes the page made, such as a picture of a chart, where the person chooses. */
  'content.saveBytes': [SaveBytesParams, SavedContent];
  /** Saves contents into a folder chosen with the system's dialog; no file is replaced. */
  'content.saveMany': [ContentsParams, SavedMany];
  /** Opens the folder of what was saved in this session in the system's file manager. */
  'content.openFolder': [SavedPathParams, Done];
  /** Programs that reach the servers through Usher, in the order they came. */
  'client.list': [Nothing, Array<ClientSnapshot>];
  /** Shows a client that waits in the window, after a click on its notification. */
  'client.focus': [ClientParams, Done];
  /** Does what the person decides about a client. */
  'client.decide': [DecideClientParams, ClientSnapshot];
  /** Makes a client that waits one with a known client, whose program was moved or updated. */
  'client.adopt': [AdoptClientParams, ClientSnapshot];
  /** Gives a client another name; its permissions and records go with it. */
  'client.rename': [RenameClientParams, ClientSnapshot];
  /** Forgets a client and the permissions for its calls; if it connects again, it is new. `client.restore` brings it back for ten seconds. */
  'client.forget': [ClientParams, RemovedClient];
  /** Adds a client that connects over HTTP. Its token is in the result, and nowhere else. */
  'client.addHttp': [AddHttpClientParams, HttpClientToken];
  /** Gives a client over HTTP another token. The one before stops working at once. */
  'client.replaceToken': [ClientParams, HttpClientToken];
  /** Whether clients may connect over HTTP, and where. */
  'client.httpAccess': [Nothing, HttpAccess];
  /** Lets clients connect over HTTP, or no longer. */
  'client.setHttpAccess': [SetHttpAccessParams, HttpAccess];
  /** Lets pages at these origins connect over HTTP, and no others. */
  'client.setHttpOrigins': [SetHttpOriginsParams, HttpAccess];
  /** Brings a client back that was just forgotten. */
  'client.restore': [ClientParams, ClientSnapshot];
  /** What listing its tools would cost the model of a client, all of them or with search. */
  'client.listingCost': [ListingCostParams, ListingCost];
  /** Agents on this computer, and whether each is connected to Usher. Their files are read, and nothing is started. */
  'agent.list': [Nothing, AgentList];
  /** What connecting an agent would write into its file. It is kept for a while, and nothing is written. */
  'agent.preview': [AgentParams, AgentPreview];
  /** What removing servers from an agent's file would write, each of which Usher has too. It is kept in the same way. */
  'agent.previewRemoval': [AgentServersParams, AgentPreview];
  /** Writes what a preview showed, if the file is still what it was. */
  'agent.apply': [AgentPreviewParams, AgentWritten];
  /** Takes back what was written last into an agent's file. */
  'agent.undo': [AgentParams, AgentUndone];
  /** Removes the entry of Usher from an agent's file, and nothing else. */
  'agent.remove': [AgentParams, AgentUndone];
  /** Tools, resources, templates and prompts that the person marked, the latest first. */
  'bookmark.list': [Nothing, Array<KeptEntry>];
  /** Adds a bookmark; one that is there already becomes the latest. */
  'bookmark.add': [KeepEntryParams, Done];
  /** Removes a bookmark. */
  'bookmark.remove': [EntryKey, Done];
  /** Tools, resources, templates and prompts that were opened last, the latest first; a bounded number of them. */
  'recent.list': [Nothing, Array<KeptEntry>];
  /** Notes that an entry was opened. One that holds a secret of its server is not kept. */
  'recent.add': [KeepEntryParams, Done];
  /** Forgets what was opened last, the thumbnails of resources, and all values that were given. */
  'recent.clear': [Nothing, Done];
  /** Values that were given to the variables of a template, or to the arguments of a prompt. */
  'recentValue.list': [EntryKey, Array<RecentValues>];
  /** Notes values given to a template or prompt. One that holds a secret of its server is not kept. */
  'recentValue.add': [KeepValuesParams, Done];
  /** Prompts of one server or of all that are on. */
  'prompt.list': [ListParams, Array<Section<PromptHead, ServerId>>];
  /** Gets a prompt with arguments. */
  'prompt.get': [GetPromptParams, PromptOutcome];
  /** Lists all items of a server, each compared with its review. */
  'pin.list': [ServerParams, Array<PinItem>];
  /** One item, with what was pinned and what is declared now. */
  'pin.get': [PinItemParams, PinDetail];
  /** Takes items as they were shown, all or none; answers with the whole list. */
  'pin.accept': [AcceptPinsParams, Array<PinItem>];
  /** Accepts what alone differs in an item, as it was shown, as changing from now on: the order of a set, or a date, a number or a path within a text; fails if anything else differs. */
  'pin.acceptVarying': [AcceptVaryingParams, Array<PinItem>];
  /** Does not take items as they were shown: what was accepted before stays what is accepted. */
  'pin.dismiss': [AcceptPinsParams, Done];
  /** Takes back that items were reviewed: they are new again, and not used. */
  'pin.forget': [AcceptPinsParams, Array<PinItem>];
  /** Puts back an accepted definition that was altered in the database; fails where it is not known any more. */
  'pin.restore': [PinItemParams, Array<PinItem>];
  /** Returns a server's launch and its differences from the accepted one. */
  'pin.getLaunch': [ServerParams, LaunchReview];
  /** Accepts a server's launch as shown, and starts it if enabled. */
  'pin.acceptLaunch': [AcceptLaunchParams, ServerSnapshot];
  /** Takes note that the program a server starts is another file now. */
  'pin.acceptProgram': [ServerParams, ServerSnapshot];
  /** Finished calls, newest first. */
  'history.list': [HistoryParams, Array<HistoryRow>];
  /** One finished call with its outcome. */
  'history.get': [HistoryRowParams, HistoryEntry];
  /** Deletes finished calls. */
  'history.clear': [ClearHistoryParams, Done];
  /** Open questions, oldest first. */
  'approval.list': [Nothing, Array<Approval>];
  /** Answers a question. */
  'approval.answer': [AnswerParams, Done];
  /** Declines all questions about calls of a client, and its calls that wait behind them. */
  'approval.declineAll': [DeclineAllParams, Done];
  /** Shows an approval in the window, such as one that a notification names. */
  'approval.focus': [ApprovalParams, Done];
  /** Asks the person before an address from a server's content is opened. */
  'approval.requestOpenLink': [LinkParams, Approval];
  /** Opens the address of an approval, as shown, in the browser. */
  'approval.openUrl': [ApprovalParams, Done];
  /** Takes note that the person has opened the address of a server's request elsewhere, as by copying it. */
  'approval.confirmUrl': [ApprovalParams, Done];
  /** What is limited about servers' questions: those that are muted, or of which some were refused. */
  'approval.limits': [Nothing, Array<ApprovalLimits>];
  /** Mutes a server, so that all its further requests are declined, or unmutes it. */
  'approval.setMuted': [MuteParams, Done];
  /** Questions that are over, newest first. */
  'approvalRecord.list': [ApprovalRecordListParams, Array<ApprovalRecordHead>];
  /** One question that is over, whole. */
  'approvalRecord.get': [ApprovalRecordParams, ApprovalRecord];
  /** Writes records of approvals to an exports file, without secrets. */
  'approvalRecord.save': [SaveApprovalRecordsParams, SavedFile];
  /** Deletes questions that are over. */
  'approvalRecord.clear': [ClearApprovalRecordsParams, Done];
  /** Folders shown to all servers, or to one. */
  'root.list': [RootListParams, RootList];
  /** Opens the system's dialog to choose a folder. Adds nothing. */
  'root.choose': [Nothing, ChosenFolder];
  /** Shows another folder. */
  'root.add': [AddRootParams, RootFolder];
  /** Shows a folder no longer. */
  'root.remove': [RootParams, Done];
  /** Decides whether a server may see its folders without a question. */
  'root.setConsent': [RootsConsentParams, Done];
  /** Lists all rules, newest first, and the trusted servers. */
  'policy.list': [Nothing, PolicyList];
  /** Gives a rule for one tool, replacing an earlier one. */
  'policy.setForTool': [ToolRuleParams, PolicyRule];
  /** Gives a rule for a server's tools, replacing an earlier one. */
  'policy.setForServer': [ServerRuleParams, PolicyRule];
  /** Takes a rule back. */
  'policy.revoke': [RuleParams, Done];
  /** Restores a rule revoked in this run, with its uses. */
  'policy.restore': [RuleParams, Done];
  /** Decides whether what a server says of its tools counts. */
  'policy.setTrust': [TrustParams, Done];
  /** What would happen if a model were asked what a server asks. Nothing is sent. */
  'sampling.plan': [PlanSamplingParams, SamplingPlan];
  /** Has a model write for a question. The server sees nothing of it. */
  'sampling.run': [RunSamplingParams, Done];
  /** Stops the model that writes for a question. */
  'sampling.stop': [ApprovalParams, Done];
  /** What each server may have of models, and has had; without servers that never asked. */
  'sampling.servers': [Nothing, Array<ServerSampling>];
  /** Decides what a server may have of models. */
  'sampling.setServer': [SetSamplingParams, Done];
  /** Providers of models, in the order they were added. */
  'model.providers': [Nothing, Array<ModelProvider>];
  /** Adds a provider. Nothing is sent to it. */
  'model.add': [AddProviderParams, ModelProvider];
  /** Changes a provider. Nothing is sent to it. */
  'model.edit': [EditProviderParams, ModelProvider];
  /** Removes a provider and its key. */
  'model.remove': [ProviderParams, Done];
  /** Asks a provider for its models and keeps the list. */
  'model.list': [ProviderParams, ModelProvider];
  /** Has a model write one short sentence. */
  'model.test': [ModelRef, TriedModel];
  /** The person's own table of hints. */
  'model.mappings': [Nothing, ModelMappings];
  /** Replaces the table of hints. */
  'model.setMappings': [ModelMappings, ModelMappings];
  /** A page of a server's wire log. */
  'wire.list': [WireListParams, WireLog];
  /** Returns single frames of a server's wire log, if still kept. */
  'wire.getMany': [WireGetManyParams, Array<WireFrame>];
  /** Searches a bounded part of a wire log, and says where to continue. */
  'wire.search': [WireSearchParams, WireHits];
  /** One frame as text to be taken elsewhere. */
  'wire.copy': [WireCopyParams, WireCopy];
  /** The text of one frame. */
  'wire.get': [WireFrameParams, WireText];
  /** Empties a server's wire log. */
  'wire.clear': [WireParams, Done];
  /** Writes a server's wire log to an exports file, without secrets. */
  'wire.save': [WireParams, SavedFile];
  /** An icon's bytes. */
  'icon.get': [IconParams, IconImage];
  /** The state of the keyring. */
  'secret.status': [Nothing, KeyringStatus];
  /** Unlocks the keyring (the system may prompt) and starts waiting servers. */
  'secret.retry': [Nothing, KeyringStatus];
  /** Keeps new secrets in memory while the keyring cannot be used. */
  'secret.useMemoryStore': [Nothing, KeyringStatus];
  /** All settings. */
  'setting.get': [Nothing, Settings];
  /** Replaces all settings. */
  'setting.set': [Settings, Settings];
};

/** The operations whose answers an event changes, as far as their parameters fit it; `.tools` names the list. */
export const CHANGES = {
  'agentsChanged': ['agent.list'],
  'approvalRecordsChanged': ['approval.limits', 'approvalRecord.list', 'approvalRecord.get'],
  'bookmarksChanged': ['bookmark.list'],
  'catalogChanged': ['catalog.entry', 'pin.list', 'pin.get'],
  'catalogChanged.prompts': ['prompt.list'],
  'catalogChanged.resources': ['resource.list', 'resource.subscriptions'],
  'catalogChanged.templates': ['template.list'],
  'catalogChanged.tools': ['tool.list', 'tool.get', 'policy.list'],
  'clientsChanged': ['client.list', 'client.httpAccess', 'client.listingCost'],
  'historyChanged': ['history.list', 'history.get'],
  'modelsChanged': ['sampling.plan', 'sampling.servers', 'model.providers', 'model.mappings'],
  'policiesChanged': ['policy.list'],
  'recentChanged': ['recent.list', 'recentValue.list'],
  'resourceUpdated': ['resource.read', 'resource.thumbnail'],
  'rootsChanged': ['root.list'],
  'serverChanged': ['server.get', 'serverConfig.get', 'serverConfig.check', 'pin.list', 'pin.get', 'pin.getLaunch'],
  'serverRemoved': ['catalog.entry', 'tool.list', 'resource.list', 'resource.subscriptions', 'template.list', 'bookmark.list', 'recent.list', 'recentValue.list', 'prompt.list', 'pin.list', 'pin.get'],
  'serverRepaired': ['server.get'],
  'tasksChanged': ['task.list'],
  'webtoolsChanged': ['tool.list', 'tool.get', 'webtool.list', 'webtool.get', 'webtool.text', 'webtool.compare', 'bookmark.list', 'recent.list', 'recentValue.list'],
} as const satisfies { [event in Change]?: readonly (keyof Operations)[] };
type Change = AppEvent['kind'] | `${AppEvent['kind']}.${CatalogKind}`;
