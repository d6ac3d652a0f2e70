import type { ReactNode } from 'react';
import type { Namesake, ServerSnapshot } from '../../../api/generated/contract';
import { DiffTable } from '../../../entities/review/DiffTable';
import { ServerName } from '../../../entities/server/ServerName';
import { t } from '../../../words/translate';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import styles from './review.module.css';

interface NamesakeDifferencesProps {
  namesake: Namesake;
  server: ServerSnapshot;
}

/** How a tool differs from the tool of the same name that another server has. */
export function NamesakeDifferences({ namesake, server }: NamesakeDifferencesProps): ReactNode {
  const { label, differences, leftOut } = namesake;
  return (
    <>
      <p className={cx(layout.b, styles['review-views'])}>
        {t.rich('review.namesake', { server: () => <ServerName label={label} /> })}
      </p>
      <DiffTable
        differences={differences}
        was={<ServerName label={label} />}
        now={<ServerName label={server.label} />}
      />
      {leftOut > 0 && (
        <p className={cx(layout.t3, layout.fs12)}>{t('shared.diff.more', { count: leftOut })}</p>
      )}
    </>
  );
}
