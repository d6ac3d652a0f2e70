import type { ReactNode } from 'react';
import type { JsonValue } from '../../api/generated/contract';
import { Arguments } from '../../entities/policy/Arguments';
import { Chip } from '../../kit/Chip';
import { sameJson } from '../../lib/json';
import { t } from '../../words/translate';
import type { ApprovalOf } from './kinds';
import layout from '../../styles/layout.module.css';
import styles from './approvals.module.css';

/** Beside the arguments: exactly what would be sent. */
export function CallSide({ approval, value }: { approval: ApprovalOf<'call'>; value: JsonValue }): ReactNode {
  const changed = !sameJson(value, approval.request.call.arguments);
  return (
    <aside className={styles['approval-side']} aria-label={t('approvals.sent.arguments')}>
      <div className={layout.row}>
        <h3>{t('approvals.sent.arguments')}</h3>
        {changed && (
          <span className={layout.end}>
            <Chip tone="acc">{t('approvals.edited')}</Chip>
          </span>
        )}
      </div>
      <Arguments value={value} />
    </aside>
  );
}
