import { expect, test } from 'vitest';
import type {
  ApprovalId,
  ApprovalRecordHead,
  ApprovalRecordId,
  SourceId,
} from '../../api/generated/contract';
import { coreMessage } from '../../words/message';
import { whatBecameNamed } from './words';

const HEAD: ApprovalRecordHead = {
  id: '1' as ApprovalRecordId,
  approvalId: '1' as ApprovalId,
  serverId: 'a' as SourceId,
  serverLabel: 'Files',
  callId: null,
  tool: null,
  client: null,
  approvalKind: 'definition',
  openedAt: 0,
  closedAt: 0,
  ending: 'accepted',
  reason: coreMessage('verbatim', { text: '' }),
  policy: null,
  times: 1,
};

const approved = (kind: string, name: string) =>
  coreMessage('ended.definition.approved', { item: coreMessage(`ended.item.${kind}`, { name }) });

const ROWS: readonly [Partial<ApprovalRecordHead>, string][] = [
  [{ tool: 'read', reason: approved('tool', 'read') }, 'read, tool definition · Accepted'],
  [{ reason: approved('prompt', 'plan') }, 'plan, prompt definition · Accepted'],
  [{ reason: approved('template', 'day') }, 'day, template definition · Accepted'],
  [{ reason: approved('instructions', '') }, 'Instructions for models · Accepted'],
  [{ reason: approved('prompt', 'pl\u202Ean') }, 'pl[U+202E]an, prompt definition · Accepted'],
  [{ reason: coreMessage('ended.definitions.approved', { count: 3 }) }, '3 definitions · Accepted'],
  [{ tool: 'read' }, 'read, definition · Accepted'],
  [{}, 'Definition · Accepted'],
  [{ approvalKind: 'toolCall', tool: 'read', ending: 'declined' }, 'read · Declined'],
  [{ approvalKind: 'form', tool: 'register', client: 'Codex' }, 'Codex: Form · Accepted, from register'],
];

test.each(ROWS)('a record’s row names what was decided: %j → %s', (head, expected) => {
  expect(whatBecameNamed({ ...HEAD, ...head })).toBe(expected);
});
