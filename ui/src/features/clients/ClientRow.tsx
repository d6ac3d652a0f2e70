import type { ReactNode } from 'react';
import type { ClientSnapshot } from '../../api/generated/contract';
import { ClientDot, ClientIcon } from '../../entities/client/ClientMark';
import { connectionText } from '../../entities/client/words';
import listStyles from '../../kit/list.module.css';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import styles from './clients.module.css';

/** A client in the list: its name, its state, since when it is connected, its calls. */
export function ClientRow({ client }: { client: ClientSnapshot }): ReactNode {
  return (
    <>
      <ClientIcon />
      <span className={layout.grow}>
        <span className={listStyles.tt} title={visibleString(client.name)}>
          <VisibleText text={client.name} />
        </span>
        <span className={cx(styles.when, layout.fs11, layout.t3, layout.num)}>{connectionText(client)}</span>
      </span>
      <span className={cx(layout.col, styles.state)}>
        <span className={cx(layout.fs11, layout.t2)}>
          <ClientDot client={client} />
        </span>
        <span className={cx(layout.fs11, layout.t3, layout.num)}>
          {t('common.count.calls', { count: client.calls })}
        </span>
      </span>
    </>
  );
}
