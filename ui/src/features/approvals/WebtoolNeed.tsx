import { Button } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { WebtoolSnapshot } from '../../api/generated/contract';
import { useAnswer, useOperation } from '../../api/queries';
import { AgreeButton } from '../../entities/review/AcceptButton';
import { WebtoolChoice } from '../../entities/webtool/WebtoolChoice';
import { WebtoolDifferences } from '../../entities/webtool/WebtoolDifferences';
import { WebtoolFacts } from '../../entities/webtool/WebtoolFacts';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './approvals.module.css';

interface WebtoolNeedProps {
  webtool: WebtoolSnapshot;
  /** Says what happened. */
  note: ReactNode;
  /** Hears what was decided, as a sentence. */
  onDone: (decision: string) => void;
}

/** The review of a webtool: another document of it, or one that nobody has approved. */
export function WebtoolNeed({ webtool, note, onDone }: WebtoolNeedProps): ReactNode {
  const found = webtool.checked?.found;
  const isChanged = webtool.state.kind === 'stopped' && found?.kind === 'other';
  return (
    <>
      <div className={cx(styles['approval-fields'], layout.scrolls)}>
        {note}
        {isChanged ? (
          <WebtoolDifferences webtool={webtool} pinId={found.pinId} />
        ) : (
          <WebtoolFacts webtool={webtool} />
        )}
      </div>
      <footer className={styles['host-foot']}>
        <div className={cx(layout.row, styles['host-answers'])}>
          {isChanged ? (
            <WebtoolChoice
              webtool={webtool}
              pinId={found.pinId}
              onDone={(decision) => decision !== null && onDone(decision)}
            />
          ) : (
            <FirstUse webtool={webtool} onDone={onDone} />
          )}
        </div>
      </footer>
    </>
  );
}

function FirstUse({ webtool, onDone }: Omit<WebtoolNeedProps, 'note'>): ReactNode {
  const pin = useAnswer('webtool.get', { webtoolId: webtool.id }).data?.pins.find(({ current }) => current);
  // What has not been shown cannot be approved.
  const isShown = useAnswer('webtool.text', pin && { webtoolId: webtool.id, pinId: pin.id }).isSuccess;
  const approve = useOperation('webtool.activateVersion', {
    onSuccess: ({ label, version }) => onDone(t('servers.webtool.uses', { webtool: label, version })),
    onError: notifyError,
  });
  const disable = useOperation('webtool.setEnabled', {
    onSuccess: () => onDone(t('review.done.disabled', { server: webtool.label })),
    onError: notifyError,
  });
  return (
    <>
      <Button
        size="md"
        variant="subtle"
        loading={disable.isPending}
        onClick={() => disable.mutate({ webtoolId: webtool.id, enabled: false })}
      >
        {t('common.disableOf', { server: webtool.label })}
      </Button>
      <span className={layout.grow} />
      {pin !== undefined && isShown && (
        <AgreeButton
          key={pin.sha256}
          size="md"
          variant="filled"
          loading={approve.isPending}
          onClick={() => approve.mutate({ webtoolId: webtool.id, pinId: pin.id })}
        >
          {t('servers.webtool.agree.approve')}
        </AgreeButton>
      )}
    </>
  );
}
