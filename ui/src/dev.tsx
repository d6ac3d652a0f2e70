import { start } from './app/start';
import type { ClientId, RuleId } from './api/generated/contract';
import {
  CLIENT,
  FORM_APPROVAL,
  CALL_APPROVAL,
  ROOTS_APPROVAL,
  SAMPLE_APPROVAL,
  URL_APPROVAL,
  createFakeHost,
  recordOf,
  someClients,
  someRecords,
  someRules,
} from './host/fake';
import { crowd, fill } from './host/fake/crowd';
import { addPreviews } from './host/fake/previews';
import { showReview } from './host/fake/pinHandlers';
import { DEMO } from './host/fake/servers';
import { webtool, webtoolTools } from './host/fake/webtools';
import { offerUndo } from './kit/undoToast';
import { showMessage } from './lib/notify';
import { coreMessage } from './words/message';
import { fillWithWire, sheet, toggleWire } from './lib/panels';

// The pages on the host in memory; `#kit` shows the controls instead. `?world=empty` starts without servers, `?theme=dark` in the dark, `?language=de` in German, `?crowd` with
// long names, long lists and a long wire log, `?rows=10000` with so many rows in every list, `?previews` with a resource of each kind, `?review` with definitions that changed, `?review=new` with new ones, `?clients` with clients of each status, `?wire` and `?wire=full` with the wire log open, `?messages` with messages that stay.
const query = new URLSearchParams(location.search);
const host = createFakeHost({ servers: query.get('world') === 'empty' ? 'none' : 'several' });
if (query.has('webtools')) {
  host.world.webtools.push(webtool());
  host.world.tools.push(...webtoolTools());
}
if (query.has('locked')) {
  host.world.keyring = {
    state: { kind: 'locked', message: coreMessage('keyring.locked') },
    keepingForThisRun: false,
    waitingServers: 3,
  };
}
if (query.has('asks'))
  host.world.approvals.push(URL_APPROVAL, SAMPLE_APPROVAL, ROOTS_APPROVAL, CALL_APPROVAL, FORM_APPROVAL);
if (query.has('records')) {
  host.world.approvalRecords = [
    ...[URL_APPROVAL, SAMPLE_APPROVAL, ROOTS_APPROVAL, CALL_APPROVAL].map((approval) =>
      recordOf(approval, 'declined', { kind: 'decline' }),
    ),
    ...someRecords(),
  ];
  host.world.approvalLimits = [
    {
      serverId: DEMO,
      muted: query.get('records') === 'muted',
      refused: 497,
      last: [{ at: Date.now(), reason: coreMessage('limit.open') }],
    },
  ];
}
if (query.has('rules')) host.world.rules = someRules();
if (query.has('clients')) {
  host.world.clients = [
    ...someClients(),
    CLIENT,
    { ...CLIENT, id: 'client2' as ClientId, name: 'Editor 3', connectsAs: 'Editor' },
  ];
  host.world.rules.push(
    ...someRules().map((rule) => ({ ...rule, id: `of-${rule.id}` as RuleId, client: 'Editor' })),
  );
}
if (query.has('roots')) host.world.roots.push(...ROOTS_APPROVAL.request.folders);
if (query.has('notice'))
  host.world.info.notices.push(
    coreMessage('notice.databaseMoved', {
      reason: coreMessage('damage.cutOff'),
      path: `${host.world.info.dataDir}/usher.db.corrupt-20261121T120000Z`,
    }),
  );
if (query.has('blocked')) {
  host.world.info.blocked = {
    code: 'storeTooNew',
    message: coreMessage('store.tooNew', { path: host.world.info.dataDir }),
  };
}
const review = query.get('review');
if (review !== null) showReview(host.world, review === 'new' ? 'new' : 'changed');
if (query.has('crowd')) crowd(host.world);
if (query.has('previews')) addPreviews(host.world);
const rows = Number(query.get('rows'));
if (rows > 0) fill(host.world, rows);
if (query.has('wire')) toggleWire(true);
if (query.get('wire') === 'full') fillWithWire(true);
const theme = query.get('theme');
if (theme === 'light' || theme === 'dark') host.world.settings.theme = theme;
const language = query.get('language');
if (language === 'en' || language === 'de' || language === 'en-XA') host.world.settings.language = language;
const paste = query.get('paste');
if (paste !== null) sheet.set({ kind: 'add', paste });
if (query.has('messages')) {
  for (const id of ['1', '2', '3'])
    offerUndo({
      id,
      message: `Server ${id} removed`,
      untilAt: Date.now() + 3_600_000,
      undo: () => undefined,
    });
  const message = 'The server did not answer within 30 seconds. Check that it runs, and try it again.';
  showMessage(message, { title: 'Timed out', message, autoClose: false });
}
if (query.has('import')) sheet.set({ kind: 'import', apps: null });
// The router reads its address from the hash, and would take these for its own.
history.replaceState(null, '', `${location.pathname}${location.hash}`);
// For whoever drives the page from outside: `usherHost.emit(…)`, `usherHost.on(…)`.
Object.assign(window, { usherHost: host });
if (location.hash === '#kit') void import('./dev/startKit').then(({ startKit }) => startKit());
else void start(host);
