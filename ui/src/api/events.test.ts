import { QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FORM_APPROVAL, createFakeHost } from '../host/fake';
import { apply } from './events';
import type {
  AppEvent,
  AppId,
  AppSnapshot,
  CallId,
  Failure,
  ServerDetail,
  ServerId,
  ServerSnapshot,
  ServerState,
  Settings,
} from './generated/contract';
import { keepProgress, liveProgress } from './live';
import { answerKey, createQueryClient } from './queries';
import { coreMessage } from '../words/message';

const { servers, settings: SETTINGS } = createFakeHost().world;
const rows = servers.map(({ snapshot }) => snapshot);
const demo = rows[0];
if (demo === undefined) throw new Error('the fake host has servers');

function after(...events: AppEvent[]) {
  const client = createQueryClient();
  client.setQueryData(answerKey('server.list'), rows);
  client.setQueryData(answerKey('server.get', { serverId: demo?.id as ServerId }), {
    snapshot: demo,
    stderr: ['one'],
    stderrNextSeq: 8,
  });
  client.setQueryData(answerKey('approval.list'), []);
  for (const event of events) apply(event, client);
  return client;
}

test('a changed server replaces its row and nothing else', () => {
  const off: ServerSnapshot = { ...demo, state: { kind: 'disabled' } };
  const client = after({ kind: 'serverChanged', server: off });
  expect(client.getQueryData(answerKey('server.list'))).toEqual([off, ...rows.slice(1)]);
  expect(client.getQueryData<ServerDetail>(answerKey('server.get', { serverId: demo.id }))?.snapshot).toEqual(
    off,
  );
});

test('a page and the lists are asked for again even where the row knew the state already', () => {
  const starting: ServerSnapshot = { ...demo, state: { kind: 'starting', sinceAt: 1, signInUrl: null } };
  const client = createQueryClient();
  client.setQueryData(answerKey('server.get', { serverId: demo.id }), {
    snapshot: starting,
    serverInfo: null,
  });
  client.setQueryData(answerKey('tool.list', { serverId: null }), []);
  apply({ kind: 'serverChanged', server: starting }, client);
  client.setQueryData(answerKey('server.get', { serverId: demo.id }), {
    snapshot: starting,
    serverInfo: null,
  });
  client.setQueryData(answerKey('tool.list', { serverId: null }), []);
  // The answer about all servers overtakes the event.
  client.setQueryData(answerKey('server.list'), [demo]);
  apply({ kind: 'serverChanged', server: demo }, client);
  const asked = [
    answerKey('server.get', { serverId: demo.id }),
    answerKey('tool.list', { serverId: null }),
  ].map((key) => client.getQueryState(key)?.isInvalidated);
  expect(asked).toEqual([true, true]);
});

test.each<[event: AppEvent, outdated: readonly string[]]>([
  [{ kind: 'catalogChanged', serverId: demo.id, list: 'tools' }, ['of all', 'of it']],
  [{ kind: 'catalogChanged', serverId: demo.id, list: 'prompts' }, []],
  [{ kind: 'webtoolsChanged' }, ['of all', 'of it', 'of another']],
  [{ kind: 'serverRemoved', serverId: demo.id }, ['of all', 'of it']],
])('an answer is outdated by an event that its parameters fit: %o', (event, outdated) => {
  const client = createQueryClient();
  const owners = { 'of all': null, 'of it': demo.id, 'of another': 'other' as ServerId };
  const asked = Object.entries(owners).map(([name, serverId]) => {
    const key = answerKey('tool.list', { serverId });
    client.setQueryData(key, []);
    return { name, key };
  });
  apply(event, client);
  const found = asked.filter(({ key }) => client.getQueryState(key)?.isInvalidated);
  expect(found.map(({ name }) => name)).toEqual(outdated);
});

test('what the kind of an event is called says nothing of what it is about', () => {
  const client = createQueryClient();
  const key = answerKey('pin.get', { serverId: demo.id, kind: 'tool', name: 'echo' });
  client.setQueryData(key, {});
  apply({ kind: 'serverChanged', server: demo }, client);
  expect(client.getQueryState(key)?.isInvalidated).toBe(true);
});

test('an unknown server is a new row at the end', () => {
  const fresh: ServerSnapshot = { ...demo, id: 'fresh' as ServerId };
  expect(after({ kind: 'serverChanged', server: fresh }).getQueryData(answerKey('server.list'))).toEqual([
    ...rows,
    fresh,
  ]);
});

test('servers are listed in the order that is heard, with those it does not name last', () => {
  const [first, second, third] = rows;
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are three');
  const client = after({ kind: 'serversArranged', serverIds: [third.id, first.id] });
  const rest = rows.filter((row) => row !== third && row !== first);
  expect(client.getQueryData(answerKey('server.list'))).toEqual([third, first, ...rest]);
});

test('a configuration as JSON is read again when its server changes, and forgotten with it', () => {
  const client = after();
  client.setQueryData(answerKey('serverConfig.get', { serverId: demo.id }), { text: '{}' });
  apply({ kind: 'serverChanged', server: demo }, client);
  expect(client.getQueryState(answerKey('serverConfig.get', { serverId: demo.id }))?.isInvalidated).toBe(
    true,
  );
  apply({ kind: 'serverRemoved', serverId: demo.id }, client);
  expect(client.getQueryData(answerKey('serverConfig.get', { serverId: demo.id }))).toBeUndefined();
});

test('a removed server is gone from the list, and its page is forgotten', () => {
  const client = after({ kind: 'serverRemoved', serverId: demo.id });
  expect(client.getQueryData(answerKey('server.list'))).toEqual(rows.slice(1));
  expect(client.getQueryData(answerKey('server.get', { serverId: demo.id }))).toBeUndefined();
});

test.each([
  { firstSeq: 8, lines: ['two', 'three'], shown: ['one', 'two', 'three'], again: false },
  {
    firstSeq: 8,
    lines: ['x'.repeat(18_360)],
    shown: ['one', `${'x'.repeat(17_360)}… (1,000 characters omitted)`],
    again: false,
  },
  { firstSeq: 7, lines: ['one', 'two'], shown: ['one', 'two'], again: false },
  { firstSeq: 6, lines: ['zero', 'one'], shown: ['one'], again: false },
  { firstSeq: 5, lines: ['minus one'], shown: ['one'], again: false },
  { firstSeq: 9, lines: ['three'], shown: ['one'], again: true },
])('stderr grows by what is new of lines from $firstSeq', ({ firstSeq, lines, shown, again }) => {
  const client = after({ kind: 'stderrAppended', serverId: demo.id, firstSeq, lines });
  expect(client.getQueryData<ServerDetail>(answerKey('server.get', { serverId: demo.id }))?.stderr).toEqual(
    shown,
  );
  expect(client.getQueryState(answerKey('server.get', { serverId: demo.id }))?.isInvalidated).toBe(again);
});

test('what was repaired is asked for again', () => {
  const client = after({ kind: 'serverRepaired', serverId: demo.id });
  expect(client.getQueryState(answerKey('server.get', { serverId: demo.id }))?.isInvalidated).toBe(true);
});

test('lines do not make a page pass for new that is to be asked for again', () => {
  const client = after(
    { kind: 'serverRepaired', serverId: demo.id },
    { kind: 'stderrAppended', serverId: demo.id, firstSeq: 8, lines: ['two'] },
  );
  expect(client.getQueryState(answerKey('server.get', { serverId: demo.id }))?.isInvalidated).toBe(true);
});

test('a question comes once, however often it is told, and goes', () => {
  const opened: AppEvent = { kind: 'approvalOpened', approval: FORM_APPROVAL };
  expect(after(opened, opened).getQueryData(answerKey('approval.list'))).toEqual([FORM_APPROVAL]);
  const closed: AppEvent = {
    kind: 'approvalClosed',
    closed: {
      approvalId: FORM_APPROVAL.id,
      serverId: FORM_APPROVAL.serverId,
      ending: 'accepted',
      reason: coreMessage('ended.answered'),
    },
  };
  expect(after(opened, closed).getQueryData(answerKey('approval.list'))).toEqual([]);
});

const dark: Settings = { ...SETTINGS, theme: 'dark' };
const app = { id: 'a' as AppId, callId: 'c' as CallId, height: null } as AppSnapshot;
const grown: AppSnapshot = { ...app, height: 320 };

test.each<[key: readonly unknown[], event: AppEvent, older: unknown, later: unknown]>([
  [answerKey('setting.get'), { kind: 'settingsChanged', settings: dark }, SETTINGS, dark],
  [answerKey('mcpApp.list'), { kind: 'mcpAppChanged', app: grown }, [app], [grown]],
  [answerKey('mcpApp.list'), { kind: 'mcpAppStopped', appId: app.id, why: null }, [app], []],
])(
  'an answer of %s that was under way before an event does not undo it',
  async (queryKey, event, older, later) => {
    const client = createQueryClient();
    const answers: ((answer: unknown) => void)[] = [];
    const queryFn = () => new Promise((resolve) => answers.push(resolve));
    const observer = new QueryObserver(client, { queryKey, queryFn });
    const stop = observer.subscribe(() => undefined);
    apply(event, client);
    answers[0]?.(older);
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.(later);
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(observer.getCurrentResult().data).toEqual(later);
    stop();
  },
);

test.each([
  { answer: { stderr: ['one'], stderrNextSeq: 8 }, why: 'older than' },
  { answer: { stderr: ['one', 'two'], stderrNextSeq: 9 }, why: 'newer than' },
])('lines are neither lost nor doubled by an answer $why what was told', async ({ answer }) => {
  const client = createQueryClient();
  const queryKey = answerKey('server.get', { serverId: demo.id });
  const answers: ((detail: Partial<ServerDetail>) => void)[] = [];
  const queryFn = () => new Promise<Partial<ServerDetail>>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const leave = observer.subscribe(() => undefined);
  apply({ kind: 'stderrAppended', serverId: demo.id, firstSeq: 8, lines: ['two'] }, client);
  answers[0]?.(answer);
  await waitFor(() => expect(observer.getCurrentResult().data?.stderr).toEqual(['one', 'two']));
  expect(answers).toHaveLength(1);
  leave();
});

test('a first answer that was under way before an event is asked for again', async () => {
  const client = createQueryClient();
  const answers: ((tools: string[]) => void)[] = [];
  const queryFn = vi.fn(() => new Promise<string[]>((resolve) => answers.push(resolve)));
  const observer = new QueryObserver(client, {
    queryKey: answerKey('tool.list', { serverId: null }),
    queryFn,
  });
  const leave = observer.subscribe(() => undefined);
  apply({ kind: 'catalogChanged', serverId: demo.id, list: 'tools' }, client);
  answers[0]?.([]);
  await waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  answers[1]?.(['greet']);
  await waitFor(() => expect(observer.getCurrentResult().data).toEqual(['greet']));
  leave();
});

const failure: Failure = {
  kind: 'exitedEarly',
  summary: coreMessage('failure.closed', { server: 'X' }),
  nextStep: coreMessage('failure.next.restart'),
  detail: null,
  stderr: [],
  withheld: [],
};
const since = (sinceAt: number): ServerState => ({ kind: 'running', sinceAt, pid: 1 });
const starting: ServerState = { kind: 'starting', sinceAt: 2, signInUrl: null };
const retrying: ServerState = { kind: 'retrying', attempt: 1, maxAttempts: 5, nextAt: 3, failure };
const signingIn: ServerState = { kind: 'signingIn', sinceAt: 2, issuer: 'https://login.example' };
const off: ServerState = { kind: 'disabled' };

/** What comes of a read in sight and of one nobody looks at: as they were, gone until the server runs, or read anew. */
type Fate = 'as they were' | 'gone' | 'read anew';

test.each<[what: string, heard: ServerState[], fate: Fate]>([
  ['the same session goes on', [since(1)], 'as they were'],
  ['a new session that came unseen', [since(4)], 'read anew'],
  ['the connection is lost', [retrying], 'as they were'],
  ['it starts anew after a loss', [retrying, starting], 'gone'],
  ['it runs again after a loss', [retrying, starting, since(4)], 'read anew'],
  ['it is restarted, edited or signed out of', [starting], 'gone'],
  ['it waits for its turn to start', [{ kind: 'queued', sinceAt: 2 }], 'gone'],
  ['it cannot start', [starting, { kind: 'failed', failure }], 'read anew'],
  ['it fails', [{ kind: 'failed', failure }], 'as they were'],
  [
    'it wants a sign-in',
    [{ kind: 'needsSignIn', reason: coreMessage('failure.signedOut', { place: 'X' }) }],
    'read anew',
  ],
  ['somebody signs in', [signingIn], 'read anew'],
  [
    'its definition is to be looked at',
    [{ kind: 'needsReview', reason: coreMessage('failure.signedOut', { place: 'X' }) }],
    'read anew',
  ],
  ['it is turned off', [off], 'as they were'],
  ['it is changed or signed out of while it is off', [off, off], 'read anew'],
])('what was read, when %s', async (_what, states, fate) => {
  const client = createQueryClient();
  client.setQueryData(answerKey('server.list'), [{ ...demo, state: since(1) }, ...rows.slice(1)]);
  const [inSight, aside, elsewhere] = [
    answerKey('resource.read', { serverId: demo.id, uri: 'demo://in-sight' }),
    answerKey('resource.read', { serverId: demo.id, uri: 'demo://aside' }),
    answerKey('resource.read', { serverId: 'other' as ServerId, uri: 'demo://aside' }),
  ];
  for (const key of [inSight, aside, elsewhere]) client.setQueryData(key, 'of one');
  const queryFn = vi.fn(() => Promise.resolve('of another'));
  const observer = new QueryObserver(client, { queryKey: inSight, queryFn, staleTime: Infinity });
  const leave = observer.subscribe(() => undefined);
  for (const state of states) apply({ kind: 'serverChanged', server: { ...demo, state } }, client);
  expect(observer.getCurrentResult().data, 'nothing of one is shown under another').toBe(
    fate === 'as they were' ? 'of one' : undefined,
  );
  const shown = { 'as they were': 'of one', gone: undefined, 'read anew': 'of another' }[fate];
  await waitFor(() => expect(observer.getCurrentResult().data).toBe(shown));
  expect(client.getQueryData(aside)).toBe(fate === 'as they were' ? 'of one' : undefined);
  expect(client.getQueryData(elsewhere)).toBe('of one');
  expect(queryFn).toHaveBeenCalledTimes(fate === 'read anew' ? 1 : 0);
  leave();
});

test.each<[what: string, event: AppEvent]>([
  ['a removal', { kind: 'serverRemoved', serverId: demo.id }],
  ['events that were lost', { kind: 'resync' }],
])('what was read does not outlive %s', (_what, event) => {
  const client = createQueryClient();
  client.setQueryData(answerKey('resource.read', { serverId: demo.id, uri: 'demo://x' }), 'of one');
  apply(event, client);
  expect(
    client.getQueryData(answerKey('resource.read', { serverId: demo.id, uri: 'demo://x' })),
  ).toBeUndefined();
});

test('an answer that was under way in one session is not heard in the next', async () => {
  const client = createQueryClient();
  client.setQueryData(answerKey('server.list'), [{ ...demo, state: since(1) }]);
  const answers: ((text: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: answerKey('resource.read', { serverId: demo.id, uri: 'demo://x' }),
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  const leave = observer.subscribe(() => undefined);
  apply({ kind: 'serverChanged', server: { ...demo, state: since(4) } }, client);
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.('of one');
  answers[1]?.('of another');
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(observer.getCurrentResult().data).toBe('of another');
  leave();
});

test('a resync forgets what was live and asks for everything anew', () => {
  const callId = 'c1' as CallId;
  keepProgress({ callId, progress: 1, total: null, message: null });
  const client = after({ kind: 'resync' });
  expect(client.getQueryState(answerKey('server.list'))?.isInvalidated).toBe(true);
  expect(liveProgress.get()).toEqual(new Map());
});
