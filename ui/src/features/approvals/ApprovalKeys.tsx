import type { ReactNode } from 'react';
import { Kbd } from '../../kit/Kbd';
import { useSingleKeys } from '../../kit/singleKeys';
import { modKey } from '../../lib/platform';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './approvals.module.css';

/** The keys that work among the approvals. */
export function ApprovalKeys(): ReactNode {
  const single = useSingleKeys();
  return (
    <p className={cx(styles['approval-promise'], styles['approval-keys'], layout.fs11, layout.t3)}>
      {single && (
        <>
          <span>
            {t.rich('approvals.keys.nextPrevious', {
              next: () => <Kbd>J</Kbd>,
              previous: () => <Kbd>K</Kbd>,
            })}
          </span>
          <span>{t.rich('approvals.keys.edit', { key: () => <Kbd>E</Kbd> })}</span>
        </>
      )}
      <span>
        {t.rich('approvals.keys.accept', { mod: () => <Kbd>{modKey}</Kbd>, key: () => <Kbd>↵</Kbd> })}
      </span>
      <span>
        {t.rich('approvals.keys.decline', {
          mod: () => <Kbd>{modKey}</Kbd>,
          shift: () => <Kbd>⇧</Kbd>,
          key: () => <Kbd>D</Kbd>,
        })}
      </span>
    </p>
  );
}
