import type { Query, QueryClient } from '@tanstack/react-query';
import type { Host } from '../host/types';
import type {
  AppEvent,
  Approval,
  ApprovalClosed,
  ApprovalId,
  Operations,
  ServerDetail,
  ServerId,
  ServerSnapshot,
} from './generated/contract';
import { CHANGES } from './generated/contract';
import { endedPages, stoppedApps, withApp } from './apps';
import { refreshCalls } from './history';
import { keepClosedApproval } from './approvals';
import { oncePerFrame } from './frameEvents';
import { askedLink, closeAsked, wantedApproval } from '../lib/panels';
import { keepProgress, liveProgress, testProgress, testSignIn } from './live';
import { forgetUpdates, noteUpdate } from './resourceUpdates';
import { keepLogLine } from './serverLog';
import { statePart } from '../lib/store';
import { sourceGone } from '../lib/removedSources';
import { answerKey, known } from './queries';
import { lastLines } from './stderr';
import { clientEntryId } from './waiting';
import { forgetWireLog, growWireLog, reloadWireLogs } from './wire';

type StderrAppended = Extract<AppEvent, { kind: 'stderrAppended' }>;

/**
 * Lets the core's events change the cache. This is the only place where that happens. Which answers an event outdates
 * is said in the table of operations; here stands what an event tells by itself.
 */
export function followEvents(host: Host, client: QueryClient): () => void {
  const { hear, stop } = oncePerFrame((event) => apply(event, client));
  const leave = host.subscribe(hear);
  return () => {
    leave();
    stop();
  };
}

/** What was last heard of each server. */
const heard = statePart(() => new Map<ServerId, ServerSnapshot>());

export function apply(event: AppEvent, client: QueryClient): void {
  take(event, client);
  const { kind, ...about } = event;
  outdate(client, kind, 'server' in about ? { serverId: about.server.id } : about);
}

function take(event: AppEvent, client: QueryClient): void {
  switch (event.kind) {
    case 'serverChanged':
      return serverChanged(client, event.server);
    case 'serverRemoved':
      return serverRemoved(client, event.serverId);
    case 'serversArranged':
      return serversArranged(client, event.serverIds);
    case 'catalogChanged':
      // Which tools have the name of another server's follows from the lists of all.
      if (event.list === 'tools') invalidate(client, ['pin.list']);
      return;
    case 'resourceUpdated':
      return noteUpdate(event.serverId, event.uri, Date.now());
    case 'callProgress':
      return keepProgress(event.progress);
    case 'historyChanged':
      return refreshCalls(client);
    case 'approvalOpened':
      return approvalOpened(client, event.approval);
    case 'approvalChanged':
      return changeApproval(client, event.approval.id, () => event.approval);
    case 'closeRequested':
      return closeAsked.set(event.questions);
    case 'approvalShown':
      return wantedApproval.set(event.approvalId);
    case 'samplingChanged':
      return changeApproval(client, event.approvalId, (approval) =>
        approval.request.kind === 'sample'
          ? { ...approval, request: { ...approval.request, state: event.state } }
          : approval,
      );
    case 'approvalClosed':
      return approvalClosed(client, event.closed);
    case 'wireAppended':
      return growWireLog(event.serverId, event.extent);
    case 'testAwaitsSignIn':
      return testSignIn.set({ testId: event.testId, url: event.url });
    case 'testProgressed':
      return testProgress.set({ testId: event.testId, steps: event.steps, stderr: event.stderr });
    case 'stderrAppended':
      return stderrAppended(client, event);
    case 'serverLogged':
      return keepLogLine({
        at: Date.now(),
        serverId: event.serverId,
        level: event.level,
        logger: event.logger,
        text: event.text,
      });
    case 'keyringChanged':
      return patch(client, 'secret.status', () => event.status);
    case 'settingsChanged':
      return patch(client, 'setting.get', () => event.settings);
    case 'clientShown':
      return wantedApproval.set(clientEntryId(event.clientId));
    case 'mcpAppChanged':
      return patch(client, 'mcpApp.list', (apps) => withApp(apps ?? [], event.app));
    case 'mcpAppStopped':
      return appStopped(client, event);
    case 'resync':
      heard().clear();
      // Who is signed in may be among what was not heard.
      forget(client, ['resource.read']);
      reloadWireLogs();
      liveProgress.set(new Map());
      // It may be over; if not, it stands in the inbox.
      askedLink.set(null);
      return invalidate(client, []);
    default:
  }
}

/** More than are ever drawn at the same time. */
const KEPT_PAGES = 8;

function appStopped(client: QueryClient, { appId, why }: Extract<AppEvent, { kind: 'mcpAppStopped' }>): void {
  const apps = known(client, 'mcpApp.list', {}) ?? [];
  const ended = apps.find(({ id }) => id === appId);
  if (ended === undefined)
    endedPages.set((pages) => new Map([...pages, [appId, why] as const].slice(-KEPT_PAGES)));
  else stoppedApps.set((calls) => new Map([...calls, [ended.callId, why]]));
  patch(client, 'mcpApp.list', () => apps.filter(({ id }) => id !== appId));
}

function serverChanged(client: QueryClient, server: ServerSnapshot): void {
  const before = known(client, 'server.list', {})?.find((row) => row.id === server.id);
  patch(client, 'server.list', (rows) =>
    before === undefined
      ? rows && [...rows, server]
      : rows?.map((row) => (row.id === server.id ? server : row)),
  );
  client.setQueryData<ServerDetail>(
    answerKey('server.get', { serverId: server.id }),
    (detail) => detail && { ...detail, snapshot: server },
  );
  // A server that was brought back has its old place in the person's order; only the core knows it.
  if (before === undefined) invalidate(client, ['server.list']);
  // Being on or off decides which servers the lists of all servers speak about. The row tells nothing of that:
  // an answer can be newer than the event that is heard after it.
  const last = heard().get(server.id);
  heard().set(server.id, server);
  // Between two sessions a server is heard of as not running, so the row will do where nothing was heard yet.
  readsChanged(client, last ?? before, server);
  if (last === undefined || last.state.kind !== server.state.kind || last.label !== server.label)
    outdate(client, 'serverRemoved');
}

function serversArranged(client: QueryClient, order: ServerId[]): void {
  const places = new Map(order.map((id, place) => [id, place]));
  const place = (row: ServerSnapshot) => places.get(row.id) ?? order.length;
  patch(client, 'server.list', (rows) => rows?.toSorted((one, other) => place(one) - place(other)));
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
  const queryKey = answerKey('resource.read', { serverId: id });
  forget(client, queryKey);
  // A server that is about to run is asked once it does.
  if (state.kind === 'queued' || state.kind === 'starting') return;
  void client.refetchQueries({ queryKey, type: 'active' });
}

function stderrAppended(client: QueryClient, event: StderrAppended): void {
  const queryKey = answerKey('server.get', { serverId: event.serverId });
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
  const next = client.getQueryData<ServerDetail>(queryKey)?.stderrNextSeq;
  if (next !== undefined && event.firstSeq > next) return invalidate(client, queryKey);
  append();
}

/** Some of the lines may be known: the page can be newer than what is told of it. */
function withLines(detail: ServerDetail, { firstSeq, lines }: StderrAppended): ServerDetail {
  const fresh = lines.slice(Math.max(0, detail.stderrNextSeq - firstSeq));
  const stderrNextSeq = Math.max(detail.stderrNextSeq, firstSeq + lines.length);
  return { ...detail, stderr: lastLines([...detail.stderr, ...fresh]), stderrNextSeq };
}

function serverRemoved(client: QueryClient, serverId: ServerId): void {
  patch(client, 'server.list', (rows) => rows?.filter((row) => row.id !== serverId));
  for (const name of ['server.get', 'serverConfig.get', 'serverConfig.check'] as const)
    client.removeQueries({ queryKey: answerKey(name, { serverId }) });
  void client.resetQueries({ queryKey: answerKey('resource.read', { serverId }) });
  heard().delete(serverId);
  forgetWireLog(serverId);
  forgetUpdates(serverId);
  sourceGone(serverId);
}

function approvalOpened(client: QueryClient, approval: Approval): void {
  patch(client, 'approval.list', (approvals = []) => [
    ...approvals.filter((each) => each.id !== approval.id),
    approval,
  ]);
}

function changeApproval(client: QueryClient, id: ApprovalId, change: (before: Approval) => Approval): void {
  patch(client, 'approval.list', (approvals) =>
    approvals?.map((each) => (each.id === id ? change(each) : each)),
  );
}

function approvalClosed(client: QueryClient, closed: ApprovalClosed): void {
  const approval = known(client, 'approval.list', {})?.find((each) => each.id === closed.approvalId);
  if (approval !== undefined) keepClosedApproval(approval, closed, Date.now());
  askedLink.set((link) => (link?.id === closed.approvalId ? null : link));
  patch(client, 'approval.list', (approvals) => approvals?.filter((each) => each.id !== closed.approvalId));
}

/**
 * Changes an answer by what an event tells. An answer that is under way may be older than the event just heard, and
 * would undo it: it is asked for again.
 */
function patch<K extends keyof Operations>(
  client: QueryClient,
  name: K,
  change: (before: Operations[K][1] | undefined) => Operations[K][1] | undefined,
): void {
  const queryKey = answerKey(name);
  client.setQueryData<Operations[K][1]>(queryKey, change);
  if (client.isFetching({ queryKey, exact: true }) > 0) invalidate(client, queryKey);
}

/** Has those answers asked for again which an event changes: their parameters name nothing else than it is about. */
function outdate(
  client: QueryClient,
  kind: AppEvent['kind'],
  about: Readonly<Record<string, unknown>> = {},
): void {
  const changes: Readonly<Record<string, readonly string[] | undefined>> = CHANGES;
  const names = [...(changes[kind] ?? []), ...(changes[`${kind}.${String(about['list'])}`] ?? [])];
  const fits = ({ queryKey }: Query): boolean =>
    Object.entries(queryKey[1] ?? {}).every(
      ([name, value]) => value === null || !Object.hasOwn(about, name) || value === about[name],
    );
  for (const name of names) invalidate(client, [name], fits);
}

/** As if it had never been asked for; an answer that is under way is not heard. Who looks at it waits. */
function forget(client: QueryClient, queryKey: readonly unknown[]): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) query.reset();
}

function invalidate(
  client: QueryClient,
  queryKey: readonly unknown[],
  predicate: (query: Query) => boolean = () => true,
): void {
  const firstAnswers = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate })
    .filter(({ state }) => state.data === undefined);
  // A refetch that fails shows its error where the data is shown; nobody waits for it here.
  void client.invalidateQueries({ queryKey, predicate });
  // While the very first answer is under way the client asks for no second one, though that answer may be
  // older than the event: it is asked for again as soon as it is there.
  for (const query of firstAnswers) {
    const again = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    void query.promise?.then(again, () => undefined);
  }
}
