import { Button } from '../../../kit/controls';
import type { ReactNode } from 'react';
import type { PinItem, ServerSnapshot, ViewedItem } from '../../../api/generated/contract';
import { isStopped } from '../../../api/pins';
import { useOperation } from '../../../api/queries';
import { AcceptButton } from '../../../entities/review/AcceptButton';
import { Icon } from '../../../kit/Icon';
import { notify, notifyError } from '../../../lib/notify';
import { t } from '../../../words/translate';
import { itemTitle } from './words';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import styles from './review.module.css';

interface FootProps {
  server: ServerSnapshot;
  item: PinItem;
}

interface ReviewFootProps extends FootProps {
  /** Whether what was approved can be put back. */
  restorable: boolean;
  /** Hears what was decided, as a sentence. */
  onDone: (decision: string) => void;
}

/** Approves a definition, or keeps it blocked. */
export function ReviewFoot({ server, item, restorable, onDone }: ReviewFootProps): ReactNode {
  const stopped = isStopped(item.state.kind);
  const gone = item.state.kind === 'gone';
  const done = (what: 'approved' | 'approvedChange' | 'keptBlocked' | 'removed' | 'restored'): void =>
    onDone(t(`review.done.${what}`, { name: itemTitle(item), server: server.label }));
  const keepOld = useOperation('pin.dismiss', {
    onSuccess: () => done('keptBlocked'),
    onError: notifyError,
  });
  const restore = useOperation('pin.restore', {
    onSuccess: () => done('restored'),
    onError: notifyError,
  });
  const turnOff = useOperation('server.setEnabled', {
    onSuccess: () => notify(t('review.decide.disabled', { server: server.label })),
    onError: notifyError,
  });
  return (
    <footer className={styles['review-foot']}>
      {stopped && (
        <Button
          variant="subtle"
          loading={turnOff.isPending}
          onClick={() => turnOff.mutate({ serverId: server.id, enabled: false })}
        >
          {t('common.disableOf', { server: server.label })}
        </Button>
      )}
      <p className={cx(layout.grow, layout.fs12, layout.t2)}>
        <FootHelp item={item} restorable={restorable} />
      </p>
      <AcceptButton
        of={[{ serverId: server.id, items: [item] }]}
        variant={stopped ? 'default' : 'filled'}
        onDone={() => done(gone ? 'removed' : stopped ? 'approvedChange' : 'approved')}
      >
        {gone ? t('common.remove') : stopped ? t('common.approveChange') : t('review.decide.approve')}
      </AcceptButton>
      {stopped && !item.keptOld && (
        <Button
          variant={restorable ? 'default' : 'filled'}
          leftSection={<Icon name="pause" size={14} />}
          loading={keepOld.isPending}
          onClick={() => keepOld.mutate({ serverId: server.id, items: [viewed(item)] })}
        >
          {t('review.decide.keepBlocked')}
        </Button>
      )}
      {restorable && (
        <Button
          variant="filled"
          leftSection={<Icon name="refresh" size={14} />}
          loading={restore.isPending}
          onClick={() => restore.mutate({ serverId: server.id, kind: item.kind, name: item.name })}
        >
          {t('review.decide.restore')}
        </Button>
      )}
    </footer>
  );
}

function FootHelp({ item, restorable }: Pick<ReviewFootProps, 'item' | 'restorable'>): ReactNode {
  if (restorable) return t('review.decide.restoreHelp');
  if (isStopped(item.state.kind))
    return t.rich(item.keptOld ? 'review.decide.keptBlockedHelp' : 'review.decide.approveChangeHelp', {
      digest: () => <span className={cx(styles.mono, layout.mono)}>{shortOf(item.digest)}</span>,
    });
  return t(item.state.kind === 'gone' ? 'review.decide.removeHelp' : 'review.decide.approveHelp');
}

/** Revokes an approval: the definition is new again. */
export function RevokeFoot({ server, item }: FootProps): ReactNode {
  const forget = useOperation('pin.forget', { onError: notifyError });
  return (
    <footer className={styles['review-foot']}>
      <p className={cx(layout.grow, layout.fs12, layout.t2)}>{t('review.revoke.help')}</p>
      <Button
        variant="default"
        loading={forget.isPending}
        onClick={() => forget.mutate({ serverId: server.id, items: [viewed(item)] })}
      >
        {t('review.revoke.button')}
      </Button>
    </footer>
  );
}

const viewed = ({ kind, name, digest }: PinItem): ViewedItem => ({ kind, name, digest });

const shortOf = (digest: string | null): string =>
  digest === null ? t('common.none') : `${digest.slice(0, 4)}…${digest.slice(-2)}`;
