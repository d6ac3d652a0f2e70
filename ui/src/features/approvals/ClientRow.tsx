import type { ReactNode } from 'react';
import type { ClientSnapshot } from '../../api/generated/contract';
import { ClientIcon } from '../../entities/client/ClientMark';
import { programText } from '../../entities/client/words';
import { Icon } from '../../kit/Icon';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { Waiting } from './ApprovalRow';
import styles from './approvals.module.css';

/** A client that waits, in a row: who, from which program. */
export function ClientRow({ client }: { client: ClientSnapshot }): ReactNode {
  return (
    <>
      <span className={styles['approval-kind']}>
        <Icon name="terminal" />
      </span>
      <span className={styles['approval-words']}>
        <span className={styles['approval-who']}>
          <ClientIcon size={14} />
          <span className={cx(layout.bb, layout.cut)}>
            <VisibleText text={client.name} />
          </span>
          <Waiting since={client.createdAt} />
        </span>
        <span className={cx(styles['approval-what'], layout.cut)}>{t('approvals.client.short')}</span>
        <span className={cx(layout.fs11, layout.t3, layout.cut)}>{programText(client)}</span>
      </span>
    </>
  );
}
