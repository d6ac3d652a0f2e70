import type { ReactNode } from 'react';
import type { RootFolder } from '../../api/generated/contract';
import { Hint } from '../../kit/Hint';
import { Icon } from '../../kit/Icon';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import styles from './approval.module.css';

/** Folders a server would learn of, or did. */
export function RootsList({
  folders,
}: {
  folders: readonly Pick<RootFolder, 'name' | 'path' | 'uri'>[];
}): ReactNode {
  return (
    <section aria-label={t('approvals.roots.title')}>
      <h3 className={styles['approval-head']}>{t('approvals.roots.title')}</h3>
      {folders.length === 0 ? (
        <p className={layout.t2}>{t('approvals.roots.none')}</p>
      ) : (
        <ul className={styles['approval-folders']}>
          {folders.map(({ name, path, uri }) => (
            <li key={uri}>
              <Icon name="folder" />
              <span className={cx(styles.grow, layout.grow)}>
                <span className={layout.b}>
                  <VisibleText text={name} />
                </span>
                <Hint className={cx(layout.mono, layout.wrap)} label={visibleString(uri)}>
                  <VisibleText text={path} />
                </Hint>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
