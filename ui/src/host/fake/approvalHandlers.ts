import type {
  Address,
  Answer,
  AppEvent,
  Approval,
  ApprovalEnding,
  ApprovalKind,
  ApprovalRecord,
  ApprovalRecordId,
  JsonValue,
  SourceId,
} from '../../api/generated/contract';
import { coreMessage } from '../../words/message';
import type { Handlers } from './handlers';
import { FORM_APPROVAL } from './world';
import type { World } from './world';
import { fail } from './serverHandlers';
import { DEMO, NOW } from './servers';

type Mine = Pick<Handlers, Extract<keyof Handlers, `approval.${string}` | `approvalRecord.${string}`>>;

const DESCRIPTION_CHANGED = {
  code: 'difference.changed',
  params: {
    subject: { kind: 'message', message: { code: 'difference.place.description', params: {} } },
  },
};

const ENDING: Readonly<Record<Answer['kind'], ApprovalEnding>> = {
  accept: 'accepted',
  visited: 'accepted',
  sampled: 'accepted',
  share: 'accepted',
  run: 'accepted',
  never: 'declined',
  decline: 'declined',
  cancel: 'cancelled',
};

const KIND: Readonly<Record<Approval['request']['kind'], ApprovalKind>> = {
  elicitForm: 'form',
  elicitUrl: 'url',
  sample: 'sample',
  roots: 'roots',
  call: 'toolCall',
  link: 'link',
};

/** Questions, and what becomes of them. */
export function approvalHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  const find = (approvalId: Approval['id']): Approval =>
    world.approvals.find((open) => open.id === approvalId) ?? fail('notFound', 'answer.notOpen');
  const close = (approval: Approval, ending: ApprovalEnding, answer: Answer): null => {
    world.approvals = world.approvals.filter((open) => open !== approval);
    world.approvalRecords = [recordOf(approval, ending, answer), ...world.approvalRecords];
    const closed = {
      approvalId: approval.id,
      serverId: approval.serverId,
      ending,
      reason: coreMessage('ended.answered'),
    };
    emit({ kind: 'approvalClosed', closed });
    emit({ kind: 'approvalRecordsChanged' });
    return null;
  };
  const visit = (approval: Approval): null => {
    if (approval.request.kind !== 'elicitUrl') return fail('invalid', 'answer.notOpen');
    const visited: Approval = { ...approval, request: { ...approval.request, visitedAt: NOW } };
    world.approvals = world.approvals.map((open) => (open === approval ? visited : open));
    emit({ kind: 'approvalChanged', approval: visited });
    return null;
  };
  return {
    'approval.list': () => world.approvals,
    'approval.answer': ({ approvalId, answer }) => {
      const approval = find(approvalId);
      return close(approval, ENDING[answer.kind], answer);
    },
    'approval.focus': ({ approvalId }) => {
      emit({ kind: 'approvalShown', approvalId });
      return null;
    },
    'approval.requestOpenLink': ({ serverId, address, place }) => {
      const server =
        world.servers.find(({ snapshot }) => snapshot.id === serverId)?.snapshot ??
        fail('notFound', 'store.notFound');
      const { protocol, host } = new URL(address);
      const [before = '', after = ''] = address.split(host);
      const approval: Approval = {
        id: `link-${world.approvals.length}` as Approval['id'],
        number: 100 + world.approvals.length,
        serverId,
        serverLabel: server.label,
        origin: server.origin,
        callsItself: null,
        cause: null,
        possibleCauses: [],
        openedAt: Date.now(),
        request: {
          kind: 'link',
          address: {
            before,
            host,
            after,
            warnings: protocol === 'http:' ? [{ kind: 'unencrypted' }] : [],
            refused: protocol === 'https:' ? null : coreMessage('address.unencrypted'),
          },
          place,
        },
      };
      world.approvals.push(approval);
      emit({ kind: 'approvalOpened', approval });
      return approval;
    },
    'approval.openUrl': ({ approvalId }) => {
      const approval = find(approvalId);
      if (approval.request.kind === 'link') return close(approval, 'accepted', { kind: 'visited' });
      return visit(approval);
    },
    'approval.confirmUrl': ({ approvalId }) => visit(find(approvalId)),
    'approval.declineAll': ({ client }) => {
      const isOfClient = ({ request }: Approval): boolean =>
        request.kind === 'call' && request.call.client === client;
      for (const approval of world.approvals.filter(isOfClient)) {
        close(approval, 'declined', { kind: 'decline' });
      }
      return null;
    },
    'approval.limits': () => world.approvalLimits,
    'approval.setMuted': ({ serverId, muted }) => {
      const others = world.approvalLimits.filter((limits) => limits.serverId !== serverId);
      const own = world.approvalLimits.find((limits) => limits.serverId === serverId);
      const next = { ...(own ?? { serverId, refused: 0, last: [] }), muted };
      world.approvalLimits = muted || next.refused > 0 ? [...others, next] : others;
      emit({ kind: 'approvalRecordsChanged' });
      return null;
    },
    'approvalRecord.list': ({ filter, before, limit }) => {
      const text = filter.text?.trim().toLowerCase() ?? '';
      const fits = world.approvalRecords.filter(
        ({ head, shown, sent }) =>
          (filter.serverId === null || head.serverId === filter.serverId) &&
          (filter.client === undefined || head.client === filter.client) &&
          (filter.approvalKind === null || head.approvalKind === filter.approvalKind) &&
          (filter.endings.length === 0 || filter.endings.includes(head.ending)) &&
          (filter.since === null || head.closedAt >= filter.since) &&
          JSON.stringify([head, shown, sent]).toLowerCase().includes(text),
      );
      const from = before === null ? 0 : fits.findIndex(({ head }) => head.id === before) + 1;
      return fits.slice(from, from + limit).map(({ head }) => head);
    },
    'approvalRecord.get': ({ id }) =>
      world.approvalRecords.find(({ head }) => head.id === id) ?? fail('notFound', 'store.notFound'),
    'approvalRecord.save': () => ({
      path: '/home/ada/.local/share/usher/exports/approvals-1795262400000.jsonl',
      sizeBytes: 3_120,
    }),
    'approvalRecord.clear': ({ serverId, client }) => {
      world.approvalRecords = world.approvalRecords.filter(
        ({ head }) =>
          !(serverId === null || head.serverId === serverId) ||
          !(client === undefined || head.client === client),
      );
      emit({ kind: 'approvalRecordsChanged' });
      return null;
    },
  };
}

const textOf = ({ before, host, after }: Address): string => before + host + after;

/** What the core records of a request. */
function shownOf({ request }: Approval): JsonValue {
  switch (request.kind) {
    case 'elicitForm':
      return { message: request.message, requestedSchema: request.schema };
    case 'elicitUrl':
      return { message: request.message, url: textOf(request.address) };
    case 'link':
      return { url: textOf(request.address), place: request.place };
    case 'call':
      return {
        tool: request.call.tool,
        arguments: request.call.arguments,
        inputSchema: request.call.inputSchema,
      };
    case 'roots':
      return { roots: request.folders.map(({ uri, name }) => ({ uri, name })) };
    case 'sample':
      return request.params;
  }
}

/** What it records of an answer. */
function sentOf(approval: Approval, answer: Answer): JsonValue {
  switch (answer.kind) {
    case 'accept':
      return answer.content;
    case 'run':
      return answer.arguments;
    case 'share':
      return shownOf(approval);
    case 'sampled': {
      const { content, stopReason } = answer;
      const model = answer.author === 'person' ? 'written by a person' : 'claude-sonnet';
      return { toModels: [], toServer: { role: 'assistant', content, model, stopReason } };
    }
    case 'visited':
    case 'never':
    case 'decline':
    case 'cancel':
      return null;
  }
}

/** The record of an approval that is over. */
export function recordOf(approval: Approval, ending: ApprovalEnding, answer: Answer): ApprovalRecord {
  return {
    head: {
      id: `r-${approval.id}` as ApprovalRecordId,
      approvalId: approval.id,
      serverId: approval.serverId,
      serverLabel: approval.serverLabel,
      callId: approval.cause?.callId ?? null,
      tool: approval.cause?.tool ?? null,
      client: approval.request.kind === 'call' ? approval.request.call.client : null,
      approvalKind: KIND[approval.request.kind],
      openedAt: approval.openedAt,
      closedAt: Date.now(),
      ending,
      reason: coreMessage('ended.answered'),
      policy: null,
      times: 1,
    },
    arguments: approval.cause?.arguments ?? null,
    possibleCauses:
      approval.possibleCauses.length === 0
        ? null
        : approval.possibleCauses.map(({ callId, tool, arguments: args }) => ({
            callId,
            tool,
            arguments: args,
          })),
    shown: shownOf(approval),
    changed: null,
    sent: sentOf(approval, answer),
  };
}

const ROOTS = { roots: [{ uri: 'file:///home/ada/work/portal', name: 'portal' }] };

/** Records of every kind and ending. */
export function someRecords(): ApprovalRecord[] {
  const base = recordOf(FORM_APPROVAL, 'accepted', {
    kind: 'accept',
    content: {
      name: 'Ada',
      email: 'ada@example.com',
      storage_token: { 'usher/omitted': { code: 'omitted.secret', params: {} } },
    },
  });
  const other = (
    id: string,
    head: Partial<ApprovalRecord['head']>,
    more: Partial<ApprovalRecord> = {},
  ): ApprovalRecord => ({
    ...base,
    sent: null,
    changed: null,
    ...more,
    head: { ...base.head, id: id as ApprovalRecordId, approvalId: id as Approval['id'], ...head },
  });
  const decision = (
    id: string,
    head: Partial<ApprovalRecord['head']>,
    shown: ApprovalRecord['shown'],
  ): ApprovalRecord =>
    other(id, { callId: null, tool: null, closedAt: minutes(60 * 27), ...head }, { arguments: null, shown });
  const minutes = (n: number): number => Date.now() - n * 60_000;
  return [
    other('rec1', { closedAt: minutes(3) }, { sent: base.sent, changed: { count: { from: 1, to: 3 } } }),
    other(
      'rec2',
      {
        serverId: 'github' as SourceId,
        serverLabel: 'GitHub',
        approvalKind: 'sample',
        tool: 'triage_issue',
        closedAt: minutes(19),
      },
      {
        shown: {
          messages: [{ role: 'user', content: { type: 'text', text: 'Which label?' } }],
          maxTokens: 200,
        },
        changed: { request: { maxTokens: { from: 200, to: 100 } } },
        sent: {
          toModels: [
            {
              model: 'claude-sonnet',
              provider: 'Anthropic',
              at: 1_795_877_782_844,
              changed: { maxTokens: { from: 200, to: 100 } },
            },
          ],
          toServer: {
            role: 'assistant',
            content: { type: 'text', text: 'bug' },
            model: 'claude-sonnet',
            stopReason: 'endTurn',
          },
        },
      },
    ),
    other(
      'rec3',
      {
        approvalKind: 'roots',
        ending: 'declined',
        tool: null,
        callId: null,
        reason: coreMessage('ended.declined'),
        closedAt: minutes(52),
      },
      { shown: ROOTS },
    ),
    other('rec4', { ending: 'moot', reason: coreMessage('ended.withdrawn'), closedAt: minutes(58) }),
    other(
      'rec5',
      {
        approvalKind: 'roots',
        policy: coreMessage('rule.shareRoots'),
        reason: coreMessage('ended.byPolicy'),
        closedAt: minutes(61),
      },
      { shown: ROOTS, sent: ROOTS },
    ),
    other('rec6', {
      ending: 'refused',
      reason: coreMessage('limit.open'),
      times: 2100,
      closedAt: minutes(90),
    }),
    other(
      'rec7',
      {
        serverId: DEMO,
        approvalKind: 'url',
        ending: 'cancelled',
        reason: coreMessage('ended.dismissed'),
        tool: 'open_page',
        closedAt: minutes(60 * 26),
      },
      { shown: { message: 'Choose a seat', url: 'https://seats.example/choose' } },
    ),
    decision(
      'rec8',
      {
        approvalKind: 'definition',
        ending: 'declined',
        reason: coreMessage('ended.definition.blocked', {
          item: coreMessage('ended.item.tool', { name: 'read' }),
        }),
      },
      {
        items: [
          {
            kind: 'tool',
            name: 'read',
            state: 'changed',
            digest: '3b1f',
            before: '9c04',
            differences: [DESCRIPTION_CHANGED],
          },
        ],
      },
    ),
    decision(
      'rec9',
      {
        approvalKind: 'signIn',
        ending: 'failed',
        reason: coreMessage('ended.signInCancelled'),
      },
      { server: 'https://mcp.example.com/', issuer: 'https://id.example.com', rights: ['read'] },
    ),
  ];
}
