import type { SourceId, ServerSnapshot, ThemedIcon, WebtoolSnapshot } from '../../api/generated/contract';
import { needId } from '../../api/waiting';
import type { IconName } from '../../kit/iconPaths';
import { originText } from '../../lib/format';
import { t } from '../../words/translate';
import { messageText } from '../../words/message';

/** What a server or webtool as a whole waits for, beside its requests. */
export interface Need {
  /** No request has such an identity. */
  id: string;
  owner: SourceId;
  source: 'server' | 'webtool';
  label: string;
  icon: ThemedIcon | null;
  /** Where it really comes from. */
  origin: string;
  /** When it was found, Unix ms; `null` = that is not known. */
  foundAt: number | null;
  /** Names the texts of `approvals.need`. */
  what: 'signIn' | 'firstLook' | 'firstUse' | 'older' | 'unversioned';
  /** Core text; `null` = the page has a text of its own. */
  reason: string | null;
}

/** What of a server waits as a whole; definitions are an entry of their own. */
export function serverNeed({
  id,
  label,
  icon,
  origin,
  state,
  need,
  needsSince,
}: ServerSnapshot): Need | null {
  if (need === null || need === 'changed') return null;
  return {
    id: needId(id),
    owner: id,
    source: 'server',
    label,
    icon,
    origin: originText(origin),
    foundAt: needsSince,
    what: need,
    reason: 'reason' in state ? messageText(state.reason) : '',
  };
}

/** What of a webtool waits. */
export function webtoolNeed({ id, label, base, state, checked, need }: WebtoolSnapshot): Need | null {
  if (need === null) return null;
  const about = { id: needId(id), owner: id, source: 'webtool', label, icon: null, origin: base } as const;
  if (state.kind === 'refused') {
    return { ...about, foundAt: null, what: 'firstUse', reason: messageText(state.message) };
  }
  const isOlder = checked?.found.kind === 'other' && checked.found.change === 'downgraded';
  return { ...about, foundAt: checked?.at ?? null, what: isOlder ? 'older' : 'unversioned', reason: null };
}

export const needIcon = ({ what }: Need): IconName => (what === 'signIn' ? 'lock' : 'shieldWarning');

/** What the button on the pane says. */
export const needAction = ({ what }: Need): string =>
  t(what === 'signIn' ? 'common.signIn' : 'common.review');

/** Names the server or webtool and what is needed. */
export const needTitle = ({ what, label }: Need): string =>
  t.markup(`approvals.need.heading.${what}`, { server: () => label });
