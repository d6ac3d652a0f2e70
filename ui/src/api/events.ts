import type { QueryClient } from '@tanstack/react-query';
import type { Host } from '../host/types';
import type {
  AppEvent,
  AppSnapshot,
  Approval,
  ApprovalClosed,
  ApprovalId,
  SamplingState,
  ServerDetail,
  ServerId,
  ServerSnapshot,
} from './generated/contract';
import { endedPages, stoppedApps, withApp } from './apps';
import { refreshCalls } from './history';
import { keys } from './keys';
import { forgetClosedApprovals, keepClosedApproval } from './approvals';
import { oncePerFrame } from './frameEvents';
import { askedLink, closeAsked, wantedApproval } from '../lib/panels';
import { keepProgress, liveProgress, testSignIn } from './live';
import { forgetUpdates, noteUpdate } from './resourceUpdates';
import { clearLogLines, keepLogLine } from './serverLog';
import { sourceGone } from '../lib/removedSources';
import { lastLines } from './stderr';
import { clientEntryId } from './waiting';
import { forgetWireLog, forgetWireLogs, growWireLog, reloadWireLogs } from './wire';

type StderrAppended = Extract<AppEvent, { kind: 'stderrAppended' }>;

/** Lets the core's events patch the cache. This is the only place where that happens. */
export function followEvents(host: Host, client: QueryClient): () => void {
  // What an earlier host said is of no use with this one.
  forgetWireLogs();
  clearLogLines();
  forgetClosedApprovals();
  forgetUpdates();
  askedLink.set(null);
  liveProgress.set(new Map());
  testSignIn.set(null);
  const { hear, stop } = oncePerFrame((event) => apply(event, client));
  const leave = host.subscribe(hear);
  return () => {
    leave();
    stop();
  };
}

/** What was last heard of each server. */
const heard = new WeakMap<QueryClient, Map<ServerId, ServerSnapshot>>();

export function apply(event: AppEvent, client: QueryClient): void {
  switch (event.kind) {
    case 'serverChanged':
      return serverChanged(client, event.server);
    case 'serverRemoved':
      return serverRemoved(client, event.serverId);
    case 'serversArranged':
      return serversArranged(client, event.serverIds);
    case 'catalogChanged':
      invalidate(client, keys.catalogAll(event.list));
      if (event.list === 'tools') {
        invalidate(client, keys.toolsOf(event.serverId));
        // Whether a rule still fits its tool follows from the list.
        invalidate(client, keys.policies);
      }
      // Which tools have the name of another server's follows from the lists of all.
      invalidate(client, event.list === 'tools' ? keys.allPins : keys.pins(event.serverId));
      return;
    case 'resourceUpdated':
      noteUpdate(event.serverId, event.uri, Date.now());
      invalidate(client, keys.thumbnailsOf(event.serverId, event.uri));
      return invalidate(client, keys.read(event.serverId, event.uri));
    case 'callProgress':
      return keepProgress(event.progress);
    case 'historyChanged':
      return refreshCalls(client);
    case 'bookmarksChanged':
      return invalidate(client, keys.bookmarks);
    case 'recentChanged':
      return invalidate(client, keys.recents);
    case 'tasksChanged':
      return invalidate(client, keys.tasks);
    case 'approvalOpened':
      return approvalOpened(client, event.approval);
    case 'approvalChanged':
      return approvalChanged(client, event.approval);
    case 'closeRequested':
      return closeAsked.set(event.questions);
    case 'approvalShown':
      return wantedApproval.set(event.approvalId);
    case 'samplingChanged':
      return samplingChanged(client, event.approvalId, event.state);
    case 'approvalClosed':
      return approvalClosed(client, event.closed);
    case 'approvalRecordsChanged':
      invalidate(client, keys.approvalLimits);
      return invalidate(client, keys.approvalRecords);
    case 'wireAppended':
      return growWireLog(event.serverId, event.extent);
    case 'testAwaitsSignIn':
      return testSignIn.set({ testId: event.testId, url: event.url });
    case 'stderrAppended':
      return stderrAppended(client, event);
    case 'serverRepaired':
      return invalidate(client, keys.server(event.serverId));
    case 'serverLogged':
      return keepLogLine({
        at: Date.now(),
        serverId: event.serverId,
        level: event.level,
        logger: event.logger,
        text: event.text,
      });
    case 'keyringChanged':
      client.setQueryData(keys.keyring, event.status);
      return refetchIfOlder(client, keys.keyring);
    case 'rootsChanged':
      return invalidate(client, keys.roots);
    case 'policiesChanged':
      return invalidate(client, keys.policies);
    case 'modelsChanged':
      return invalidate(client, keys.modelsAll);
    case 'agentsChanged':
      return invalidate(client, keys.agents);
    case 'settingsChanged':
      client.setQueryData(keys.settings, event.settings);
      return refetchIfOlder(client, keys.settings);
    case 'clientShown':
      return wantedApproval.set(clientEntryId(event.clientId));
    case 'clientsChanged':
      return invalidate(client, keys.clients);
    case 'webtoolsChanged':
      invalidate(client, keys.webtools);
      keptChanged(client);
      invalidate(client, keys.catalogAll('tools'));
      return invalidate(client, ['tool']);
    case 'mcpAppChanged':
      refetchIfOlder(client, keys.apps);
      client.setQueryData<AppSnapshot[]>(keys.apps, (apps) => withApp(apps ?? [], event.app));
      return;
    case 'mcpAppStopped':
      return appStopped(client, event);
    case 'resync':
      heard.delete(client);
      // Who is signed in may be among what was not heard.
      forget(client, keys.reads);
      reloadWireLogs();
      liveProgress.set(new Map());
      // It may be over; if not, it stands in the inbox.
      askedLink.set(null);
      return invalidate(client, []);
  }
}

/** More than are ever drawn at the same time. */
const KEPT_PAGES = 8;

function appStopped(client: QueryClient, { appId, why }: Extract<AppEvent, { kind: 'mcpAppStopped' }>): void {
  const apps = client.getQueryData<AppSnapshot[]>(keys.apps) ?? [];
  const ended = apps.find(({ id }) => id === appId);
  if (ended === undefined)
    endedPages.set((pages) => new Map([...pages, [appId, why] as const].slice(-KEPT_PAGES)));
  else stoppedApps.set((calls) => new Map([...calls, [ended.callId, why]]));
  refetchIfOlder(client, keys.apps);
  client.setQueryData(
    keys.apps,
    apps.filter(({ id }) => id !== appId),
  );
}

function serverChanged(client: QueryClient, server: ServerSnapshot): void {
  const known = client.getQueryData<ServerSnapshot[]>(keys.servers);
  const before = known?.find((row) => row.id === server.id);
  client.setQueryData<ServerSnapshot[]>(keys.servers, (rows) => {
    if (rows === undefined) return rows;
    return before === undefined
      ? [...rows, server]
      : rows.map((row) => (row.id === server.id ? server : row));
  });
  client.setQueryData<ServerDetail>(
    keys.server(server.id),
    (detail) => detail && { ...detail, snapshot: server },
  );
  // A server that was brought back has its old place in the person's order; only the core knows it.
  if (before === undefined) {
    invalidate(client, keys.servers);
    keptChanged(client);
  }
  refetchIfOlder(client, keys.servers);
  // What a page shows beside the row, what the server says of itself first of all, changes with it.
  invalidate(client, keys.server(server.id));
  invalidate(client, keys.configText(server.id));
  // What is to be reviewed follows from the lists, and may be known a moment later than they.
  invalidate(client, keys.pins(server.id));
  invalidate(client, keys.pinLaunch(server.id));
  // Being on or off decides which servers the lists of all servers speak about. The row tells nothing of that:
  // an answer can be newer than the event that is heard after it.
  const servers = heardBy(client);
  const last = servers.get(server.id);
  servers.set(server.id, server);
  // Between two sessions a server is heard of as not running, so the row will do where nothing was heard yet.
  readsChanged(client, last ?? before, server);
  if (last === undefined || last.state.kind !== server.state.kind || last.label !== server.label) {
    invalidate(client, ['catalog']);
    invalidate(client, keys.allPins);
  }
}

function serversArranged(client: QueryClient, order: ServerId[]): void {
  const places = new Map(order.map((id, place) => [id, place]));
  const place = (row: ServerSnapshot) => places.get(row.id) ?? order.length;
  client.setQueryData<ServerSnapshot[]>(keys.servers, (rows) =>
    rows?.toSorted((one, other) => place(one) - place(other)),
  );
  refetchIfOlder(client, keys.servers);
}

/**
 * What was read of a server is good for one session with it: at the next, somebody else may be signed in, or the
 * definition be another one. While the server is away it stays in sight as what was read before, until anything more
 * is heard of it: that it starts anew, wants a sign-in, or has changed while it was off.
 */
function readsChanged(client: QueryClient, last: ServerSnapshot | undefined, server: ServerSnapshot): void {
  const { id, state } = server;
  if (last?.state.kind === 'running') {
    if (state.kind === 'running' && state.sinceAt === last.state.sinceAt) return;
    if (state.kind === 'retrying' || state.kind === 'failed' || state.kind === 'disabled') return;
  }
  forget(client, keys.readsOf(id));
  // A server that is about to run is asked once it does.
  if (state.kind === 'queued' || state.kind === 'starting') return;
  void client.refetchQueries({ queryKey: keys.readsOf(id), type: 'active' });
}

function heardBy(client: QueryClient): Map<ServerId, ServerSnapshot> {
  const servers = heard.get(client) ?? new Map<ServerId, ServerSnapshot>();
  heard.set(client, servers);
  return servers;
}

function stderrAppended(client: QueryClient, event: StderrAppended): void {
  const queryKey = keys.server(event.serverId);
  const query = client.getQueryCache().find({ queryKey, exact: true });
  const append = () =>
    client.setQueryData<ServerDetail>(queryKey, (detail) => detail && withLines(detail, event));
  // The answer under way may be older than these lines. It is not asked for anew: a server that writes without end
  // would never let one arrive.
  if (query?.state.fetchStatus === 'fetching') {
    void query.promise?.then(append, () => undefined);
    return;
  }
  // It is asked for anyway when somebody looks next; a patch would make it pass for new.
  if (query?.state.isInvalidated === true) return;
  const known = client.getQueryData<ServerDetail>(queryKey)?.stderrNextSeq;
  if (known !== undefined && event.firstSeq > known) return invalidate(client, queryKey);
  append();
}

/** Some of the lines may be known: the page can be newer than what is told of it. */
function withLines(detail: ServerDetail, { firstSeq, lines }: StderrAppended): ServerDetail {
  const fresh = lines.slice(Math.max(0, detail.stderrNextSeq - firstSeq));
  const stderrNextSeq = Math.max(detail.stderrNextSeq, firstSeq + lines.length);
  return { ...detail, stderr: lastLines([...detail.stderr, ...fresh]), stderrNextSeq };
}

function serverRemoved(client: QueryClient, serverId: ServerId): void {
  client.setQueryData<ServerSnapshot[]>(keys.servers, (rows) => rows?.filter((row) => row.id !== serverId));
  client.removeQueries({ queryKey: keys.server(serverId) });
  client.removeQueries({ queryKey: keys.configText(serverId) });
  void client.resetQueries({ queryKey: keys.readsOf(serverId) });
  heardBy(client).delete(serverId);
  forgetWireLog(serverId);
  forgetUpdates(serverId);
  sourceGone(serverId);
  invalidate(client, ['catalog']);
  invalidate(client, keys.allPins);
  keptChanged(client);
}

/** Bookmarks and recent entries go with their server, and come back with it. */
function keptChanged(client: QueryClient): void {
  invalidate(client, keys.bookmarks);
  invalidate(client, keys.recents);
}

function approvalOpened(client: QueryClient, approval: Approval): void {
  refetchIfOlder(client, keys.approvals);
  client.setQueryData<Approval[]>(keys.approvals, (approvals) => [
    ...(approvals ?? []).filter((each) => each.id !== approval.id),
    approval,
  ]);
}

function approvalChanged(client: QueryClient, approval: Approval): void {
  refetchIfOlder(client, keys.approvals);
  client.setQueryData<Approval[]>(keys.approvals, (approvals) =>
    approvals?.map((each) => (each.id === approval.id ? approval : each)),
  );
}

function samplingChanged(client: QueryClient, approvalId: ApprovalId, state: SamplingState): void {
  refetchIfOlder(client, keys.approvals);
  client.setQueryData<Approval[]>(keys.approvals, (approvals) =>
    approvals?.map((each) =>
      each.id === approvalId && each.request.kind === 'sample'
        ? { ...each, request: { ...each.request, state } }
        : each,
    ),
  );
}

function approvalClosed(client: QueryClient, closed: ApprovalClosed): void {
  const approval = client
    .getQueryData<Approval[]>(keys.approvals)
    ?.find((each) => each.id === closed.approvalId);
  if (approval !== undefined) keepClosedApproval(approval, closed, Date.now());
  askedLink.set((link) => (link?.id === closed.approvalId ? null : link));
  refetchIfOlder(client, keys.approvals);
  client.setQueryData<Approval[]>(keys.approvals, (approvals) =>
    approvals?.filter((each) => each.id !== closed.approvalId),
  );
}

/** An answer that is under way may be older than the event just heard, and would undo it: it is asked for again. */
function refetchIfOlder(client: QueryClient, queryKey: readonly unknown[]): void {
  if (client.isFetching({ queryKey, exact: true }) > 0) invalidate(client, queryKey);
}

/** As if it had never been asked for; an answer that is under way is not heard. Who looks at it waits. */
function forget(client: QueryClient, queryKey: readonly unknown[]): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) query.reset();
}

function invalidate(client: QueryClient, queryKey: readonly unknown[]): void {
  const firstAnswers = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: (query) => query.state.data === undefined });
  // A refetch that fails shows its error where the data is shown; nobody waits for it here.
  void client.invalidateQueries({ queryKey });
  // While the very first answer is under way the client asks for no second one, though that answer may be
  // older than the event: it is asked for again as soon as it is there.
  for (const query of firstAnswers) {
    const again = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    void query.promise?.then(again, () => undefined);
  }
}
