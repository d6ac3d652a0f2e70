import { formatList } from '../../lib/format';
import type { ClosedApproval } from '../../api/approvals';
import type { Answer, Approval, JsonValue, LinkPlace } from '../../api/generated/contract';
import type { IconName } from '../../kit/iconPaths';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';

/** What stands for a kind of question. */
export const KIND_ICONS: Readonly<Record<Approval['request']['kind'], IconName>> = {
  elicitForm: 'form',
  elicitUrl: 'globe',
  sample: 'spark',
  call: 'warning',
  roots: 'folder',
  link: 'globe',
};

/** What the server wrote, for a question that is over; `null` if it wrote nothing of its own. */
export function serverText({ request }: Approval): string | null {
  if (request.kind === 'sample') return request.systemPrompt;
  return 'message' in request ? request.message : null;
}

/** The server's own host, if the address leads to another one. */
export function anotherHost({ origin, request }: Approval): string | null {
  if (request.kind !== 'elicitUrl' && request.kind !== 'link') return null;
  if (origin.kind !== 'host' || !URL.canParse(origin.url)) return null;
  const own = new URL(origin.url).hostname;
  return own === request.address.host ? null : own;
}

/** Where a request comes from: a tool call, the calls that were open, or where a link stood. */
export function causeText({ cause, possibleCauses, request }: Approval): string {
  if (request.kind === 'link') return placeText(request.place);
  if (cause !== null) return t.markup('approvals.cause.call', { tool: () => visibleString(cause.tool) });
  if (possibleCauses.length === 0) return t('approvals.cause.none');
  const tools = [...new Set(possibleCauses.map(({ tool }) => visibleString(tool)))];
  return t('approvals.cause.perhaps', { tools: formatList(tools) });
}

/** Where an address stood. */
export function placeText(place: LinkPlace): string {
  switch (place.kind) {
    case 'website':
      return t('approvals.cause.website');
    case 'signIn':
      return t('approvals.cause.signIn');
    case 'resource':
      return t('approvals.cause.resource', { title: visibleString(place.title) });
    case 'app':
      return t('approvals.cause.app', { uri: visibleString(place.uri) });
  }
}

/** Arguments of the causing call in one line. */
export function argumentsText(value: JsonValue): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${JSON.stringify(part)}`)
    .join(', ');
}

/** How long a question has been waiting. */
export function waitingText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return t('approvals.request.days', { count: Math.floor(hours / 24) });
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** How a request ended, in a few words. */
export function overText(
  { reason }: Pick<ClosedApproval, 'reason'>,
  answer: Answer['kind'] | undefined,
): string {
  if (answer !== undefined) return t(`approvals.closed.outcome.${answer}`);
  return t(`approvals.closed.outcome.${reason.code === 'ended.answered' ? 'answered' : 'moot'}`);
}

/** Whether an answer gave the server what it asked for. */
export function isYes(answer: Answer['kind'] | undefined): boolean {
  return answer !== undefined && answer !== 'decline' && answer !== 'never' && answer !== 'cancel';
}
