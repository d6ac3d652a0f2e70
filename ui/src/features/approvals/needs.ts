import { useMemo } from 'react';
import type { SourceId, ServerSnapshot, ThemedIcon, WebtoolSnapshot } from '../../api/generated/contract';
import { useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import type { IconName } from '../../kit/iconPaths';
import { originText } from '../../lib/format';
import { t } from '../../words/translate';
import { messageText } from '../../words/message';

/** What a server or webtool waits for beside its requests; it is decided on the page of that server or webtool. */
export interface Need {
  /** No request has such an identity. */
  id: string;
  owner: SourceId;
  label: string;
  icon: ThemedIcon | null;
  /** Where it really comes from. */
  origin: string;
  /** When it was found, Unix ms; `null` = that is not known. */
  foundAt: number | null;
  /** Names the texts of `approvals.need`. */
  what: 'signIn' | 'firstLook' | 'changed' | 'firstUse' | 'older' | 'unversioned';
  /** Core text; `null` = the page has a text of its own. */
  reason: string | null;
  /** Definitions that changed. */
  changed: number;
}

/** Everything of that kind, servers before webtools. */
export function useNeeds(): Need[] {
  const servers = useServers().data;
  const webtools = useWebtools().data;
  return useMemo(
    () => [...(servers ?? []).flatMap(ofServer), ...(webtools ?? []).flatMap(ofWebtool)],
    [servers, webtools],
  );
}

export const needIcon = ({ what }: Need): IconName => (what === 'signIn' ? 'lock' : 'shieldWarning');

/** What the button on the pane says. */
export const needAction = ({ what }: Need): string =>
  t(what === 'signIn' ? 'common.signIn' : 'common.review');

/** Names the server or webtool and what is needed. */
export const needTitle = ({ what, label }: Need): string =>
  t.markup(`approvals.need.heading.${what}`, { server: () => label });

/** What happened, at length. */
export function needHelp({ what, reason, changed }: Need): string {
  if (reason !== null) return reason;
  return what === 'changed'
    ? t('approvals.need.changedHelp', { count: changed })
    : t('approvals.need.webtoolHelp');
}

function ofServer({ id, label, icon, origin, state, review, need, needsSince }: ServerSnapshot): Need[] {
  if (need === null) return [];
  const reason = 'reason' in state ? messageText(state.reason) : '';
  return [
    {
      id: `need:${id}`,
      owner: id,
      label,
      icon,
      origin: originText(origin),
      foundAt: needsSince,
      what: need,
      reason: need === 'changed' ? null : reason,
      changed: review.changed,
    },
  ];
}

function ofWebtool({ id, label, base, state, checked, need }: WebtoolSnapshot): Need[] {
  if (need === null) return [];
  const about = { id: `need:${id}`, owner: id, label, icon: null, origin: base, changed: 0 };
  if (state.kind === 'refused') {
    return [{ ...about, foundAt: null, what: 'firstUse', reason: state.message }];
  }
  const isOlder = checked?.found.kind === 'other' && checked.found.change === 'downgraded';
  return [{ ...about, foundAt: checked?.at ?? null, what: isOlder ? 'older' : 'unversioned', reason: null }];
}
