import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client';
import type { WebtoolSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { hideWebtool } from '../../api/removals';
import type { MenuEntry } from '../../kit/ContextMenu';
import { offerUndo } from '../../kit/undoToast';
import { sourceGone } from '../../lib/removedSources';
import { notify, notifyError } from '../../lib/notify';
import { t } from '../../words/translate';

/** As long as a removed webtool comes back, ms. */
const UNDO_MS = 10_000;

/** Looks for a new version of a webtool, and says what came of it, wherever it was asked for. */
export function useCheckWebtool() {
  return useOperation('webtool.check', {
    onSuccess: ({ label, checked }) => {
      if (checked !== null) notify(t(`servers.webtool.page.${outcomeOf(checked.found)}`, { webtool: label }));
    },
    onError: notifyError,
  });
}

type Found = NonNullable<WebtoolSnapshot['checked']>['found'];

/** What is said of a check: what was declined before is nothing new. */
const outcomeOf = (found: Found) =>
  found.kind !== 'other' ? found.kind : found.keptOld ? 'declined' : found.change;

/** What can be done to a webtool, as lines of a menu: the same in its row and on its page. */
export function useWebtoolActions(): (webtool: WebtoolSnapshot) => MenuEntry[] {
  const navigate = useNavigate();
  const setEnabled = useOperation('webtool.setEnabled', { onError: notifyError });
  const check = useCheckWebtool();
  const renew = useOperation('webtool.renewSession', {
    onSuccess: () => notify(t('servers.webtool.page.renewed')),
    onError: notifyError,
  });
  const remove = useRemoveWebtool();
  return (webtool) => {
    const webtoolId = webtool.id;
    const on = webtool.state.kind !== 'off';
    return [
      {
        kind: 'action',
        label: t(on ? 'common.disable' : 'common.enable'),
        icon: 'power',
        onPick: () => setEnabled.mutate({ webtoolId, enabled: !on }),
      },
      {
        kind: 'action',
        label: t('servers.webtool.page.check'),
        icon: 'refresh',
        disabled: webtool.url === null,
        onPick: () => check.mutate({ webtoolId }),
      },
      {
        kind: 'action',
        label: t('servers.webtool.page.renew'),
        icon: 'live',
        onPick: () => renew.mutate({ webtoolId }),
      },
      { kind: 'divider' },
      {
        kind: 'action',
        label: t('servers.menu.openConfiguration'),
        icon: 'settings',
        onPick: () => void navigate({ to: '/servers', search: { server: webtoolId, tab: 'configuration' } }),
      },
      { kind: 'divider' },
      {
        kind: 'action',
        label: t('common.remove'),
        icon: 'trash',
        tone: 'danger',
        onPick: () => void remove(webtool),
      },
    ];
  };
}

/**
 * Removes a webtool: nothing of it runs or is shown from now on. Its documents and credentials are deleted only once
 * that can no longer be undone.
 */
function useRemoveWebtool(): (webtool: WebtoolSnapshot) => Promise<void> {
  const navigate = useNavigate();
  return async ({ id: webtoolId, label, state }) => {
    try {
      if (state.kind !== 'off') await call('webtool.setEnabled', { webtoolId, enabled: false });
    } catch (cause) {
      return notifyError(cause);
    }
    hideWebtool(webtoolId, 'hidden');
    void navigate({ to: '/servers', search: {} });
    const back = () => hideWebtool(webtoolId, 'shown');
    offerUndo({
      id: `removed-${webtoolId}`,
      message: t('servers.remove.removed', { server: label }),
      untilAt: Date.now() + UNDO_MS,
      undo: () => {
        back();
        if (state.kind !== 'off') call('webtool.setEnabled', { webtoolId, enabled: true }).catch(notifyError);
        void navigate({ to: '/servers', search: { server: webtoolId } });
      },
      onOver: () => {
        call('webtool.remove', { webtoolId }).then(
          () => {
            back();
            sourceGone(webtoolId);
          },
          (cause: unknown) => {
            back();
            notifyError(cause);
          },
        );
      },
    });
  };
}
