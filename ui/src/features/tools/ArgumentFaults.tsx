import type { ReactNode } from 'react';
import type { ArgumentCheck } from '../../api/generated/contract';
import { Button } from '../../kit/controls';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import type { ArgumentFault } from './drafts';
import styles from './tools.module.css';

/** As many are named; the others are counted. */
const NAMED = 3;

interface ArgumentFaultsProps {
  faults: readonly ArgumentFault[];
  onRun: (check: ArgumentCheck) => void;
}

/** What is wrong with the arguments, and sending them nevertheless. */
export function ArgumentFaults({ faults, onRun }: ArgumentFaultsProps): ReactNode {
  const named = faults
    .slice(0, NAMED)
    .map(({ field, message }) => t('tools.arguments.fault', { field, problem: message }))
    .join('; ');
  const canSend = faults.every(({ blocks }) => !blocks);
  return (
    <div className={styles['arguments-faults']} role="alert">
      <div className={layout.grow}>
        <span className={cx(layout.b, layout.bad)}>
          {t('tools.arguments.faults', { count: faults.length })}
        </span>{' '}
        {faults.length > NAMED
          ? t('tools.arguments.faultsMore', { faults: named, count: faults.length - NAMED })
          : named}
      </div>
      {canSend && (
        <Button size="xs" variant="subtle" onClick={() => onRun('sendAnyway')}>
          {t('tools.arguments.sendAnyway')}
        </Button>
      )}
    </div>
  );
}
