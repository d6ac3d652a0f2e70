import type {
  ApprovalEnding,
  ApprovalKind,
  ApprovalRecordHead,
  JsonValue,
  Message,
} from '../../api/generated/contract';
import { isObject } from '../../lib/json';
import { visibleString } from '../../lib/visible';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import type { MarkStyle } from '../../kit/Mark';

/** How each status is shown. */
export const ENDINGS: Readonly<Record<ApprovalEnding, MarkStyle & { tone: 'ok' | 'bad' | 't3' | 'lamp' }>> = {
  accepted: { icon: 'check', tone: 'ok' },
  declined: { icon: 'close', tone: 'bad' },
  cancelled: { icon: 'stop', tone: 't3' },
  moot: { icon: 'clock', tone: 't3' },
  refused: { icon: 'warning', tone: 'lamp' },
  failed: { icon: 'warning', tone: 'bad' },
  automatic: { icon: 'info', tone: 't3' },
};

export const KIND_NAMES = [
  'form',
  'url',
  'sample',
  'roots',
  'toolCall',
  'link',
  'definition',
  'launch',
  'signIn',
  'client',
  'other',
] as const satisfies readonly ApprovalKind[];
export const ENDING_NAMES = [
  'accepted',
  'declined',
  'cancelled',
  'moot',
  'refused',
  'failed',
  'automatic',
] as const satisfies readonly ApprovalEnding[];

/** The name of a status: `Accepted`. */
export const endingWord = (ending: ApprovalEnding): string => t(`records.status.${ending}`);

/** The name of a kind of request: `Form`. */
export const kindWord = (kind: ApprovalKind): string => t(`records.kind.${kind}`);

/** Whether the person decided it where no server asked. */
export const isOwnDecision = (kind: ApprovalKind): boolean =>
  kind === 'definition' || kind === 'launch' || kind === 'signIn' || kind === 'client';

/** What a request was about. A tool call is named by its tool, a definition by its item: `plan, prompt definition`. */
function subjectOf({ approvalKind, tool, reason }: ApprovalRecordHead): string {
  if (approvalKind === 'toolCall' && tool !== null) return visibleString(tool);
  if (approvalKind !== 'definition') return kindWord(approvalKind);
  const { item, count } = reason.params;
  if (item?.kind === 'message') {
    const { code, params } = item.message;
    const kind = code.slice(code.lastIndexOf('.') + 1);
    const name = params.name?.kind === 'text' ? params.name.text : '';
    return t('records.definitionOf', { kind, name: visibleString(name) });
  }
  if (count?.kind === 'number') return t('records.definitions', { count: count.value });
  return tool === null
    ? kindWord(approvalKind)
    : t('records.definitionOf', { kind: 'other', name: visibleString(tool) });
}

/** What a request was about, its status and the tool that caused it: `Form · Accepted, from register`. */
function whatBecame(head: ApprovalRecordHead): string {
  const { approvalKind, ending, tool, policy, times } = head;
  const result = t('records.result', {
    what: subjectOf(head),
    status: endingWord(ending),
    times,
    policy: policy === null ? 'no' : 'yes',
  });
  return tool === null || approvalKind === 'toolCall' || approvalKind === 'definition'
    ? result
    : t('records.resultFromTool', { result, tool: visibleString(tool) });
}

/** The client whose call it was; `null` = it was no client's, or the decision about one. */
export const callingClient = ({ approvalKind, client }: ApprovalRecordHead): string | null =>
  approvalKind === 'client' ? null : client;

/** What a request was about and its status, with the client whose call it was. */
export function whatBecameNamed(record: ApprovalRecordHead): string {
  const client = callingClient(record);
  const result = whatBecame(record);
  return client === null ? result : t('records.ofClient', { client: visibleString(client), result });
}

/** A record's accessible name. */
export function recordLabel(record: ApprovalRecordHead): string {
  return t('records.named', { server: visibleString(record.serverLabel), result: whatBecameNamed(record) });
}

/** What a decision recorded, with the differences as texts. Records before messages had codes hold texts already. */
export function withDifferences(shown: JsonValue): JsonValue {
  if (Array.isArray(shown)) return shown.map(withDifferences);
  if (!isObject(shown)) return shown;
  const text = (one: JsonValue): JsonValue => (isObject(one) ? messageText(one as unknown as Message) : one);
  const members = Object.entries(shown).map(([name, value]): [string, JsonValue] => {
    if (name === 'items') return [name, withDifferences(value ?? null)];
    return [name, name === 'differences' && Array.isArray(value) ? value.map(text) : (value ?? null)];
  });
  return Object.fromEntries(members);
}
