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
  [{ tool: 'read', reason: approved('tool', 'read') }, 'Definition of tool read · Accepted'],
  [{ reason: approved('prompt', 'plan') }, 'Definition of prompt plan · Accepted'],
  [{ reason: approved('template', 'day') }, 'Definition of resource template day · Accepted'],
  [{ reason: approved('instructions', '') }, 'Definition of instructions for models · Accepted'],
  [{ reason: approved('prompt', 'pl\u202Ean') }, 'Definition of prompt pl[U+202E]an · Accepted'],
  [{ reason: coreMessage('ended.definitions.approved', { count: 3 }) }, '3 definitions · Accepted'],
  [{ tool: 'read' }, 'Definition of read · Accepted'],
  [{}, 'Definition · Accepted'],
  [{ approvalKind: 'toolCall', tool: 'read', ending: 'declined' }, 'read · Declined'],
  [{ approvalKind: 'form', tool: 'register', client: 'Codex' }, 'Codex: Form · Accepted, from register'],
];

test.each(ROWS)('a record’s row names what was decided: %j → %s', (head, expected) => {
  expect(whatBecameNamed({ ...HEAD, ...head })).toBe(expected);
});
