import { useMemo } from 'react';
import type { SourceId, ServerSnapshot, ThemedIcon, WebtoolSnapshot } from '../../api/generated/contract';
import { useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import type { IconName } from '../../components/iconPaths';
import { count, originText } from '../../lib/format';

/** What waits for the person beside the questions of servers; it is decided on the page of whom it is about. */
export interface Need {
  /** No question has such an identity. */
  id: string;
  owner: SourceId;
  label: string;
  icon: ThemedIcon | null;
  /** Where it really comes from. */
  origin: string;
  /** When it was found, Unix ms; `null` = that is not known. */
  foundAt: number | null;
  kind: IconName;
  /** Follows the label. */
  sentence: string;
  /** What has happened, and what goes on meanwhile. Core text. */
  more: string;
  /** What the button there says. */
  action: string;
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

function ofServer({ id, label, icon, origin, state, review, need, needsSince }: ServerSnapshot): Need[] {
  const about = { id: `need:${id}`, owner: id, label, icon, origin: originText(origin), foundAt: needsSince };
  const reason = 'reason' in state ? state.reason : '';
  switch (need) {
    case null:
      return [];
    case 'signIn':
      return [
        {
          ...about,
          kind: 'lock',
          sentence: 'wants you to sign in',
          more: reason,
          action: 'Sign in on its page',
        },
      ];
    case 'firstLook':
      return [
        {
          ...about,
          kind: 'shieldWarning',
          sentence: 'is not started before you have looked at it',
          more: reason,
          action: 'Review it on its page',
        },
      ];
    case 'changed':
      return [
        {
          ...about,
          kind: 'shieldWarning',
          sentence: 'changed what you reviewed',
          more: `${count(review.changed, 'definition')} stopped until you have looked at what is different. What is unchanged goes on.`,
          action: 'Review it on its page',
        },
      ];
  }
}

function ofWebtool({ id, label, base, state, checked, need }: WebtoolSnapshot): Need[] {
  if (need === null) return [];
  const about = {
    id: `need:${id}`,
    owner: id,
    label,
    icon: null,
    origin: base,
    foundAt: null,
    kind: 'shieldWarning' as const,
    action: 'Review it on its page',
  };
  if (state.kind === 'refused') {
    return [{ ...about, sentence: 'is not used before you have looked at it', more: state.message }];
  }
  const isOlder = checked?.found.kind === 'other' && checked.found.change === 'downgraded';
  return [
    {
      ...about,
      foundAt: checked?.at ?? null,
      sentence: isOlder ? 'went back to an older version' : 'changed without a new version',
      more: 'None of its actions runs until you have looked at what is different.',
    },
  ];
}
