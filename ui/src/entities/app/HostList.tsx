import type { ReactNode } from 'react';
import type { PreparedApp } from '../../api/generated/contract';
import { VisibleText } from '../../kit/VisibleText';
import { formatBytes, formatList } from '../../lib/format';
import { cx } from '../../lib/cx';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';
import styles from './app.module.css';

const KINDS = ['connect', 'resource', 'baseUri'] as const;

/** What an app may reach and asks for, as far as its server declares it. */
export function HostList({ app }: { app: PreparedApp }): ReactNode {
  const kinds = KINDS.filter((kind) => app.hosts[kind].length > 0);
  return (
    <dl className={styles.facts}>
      <dt>{t('common.app')}</dt>
      <dd className={layout.wrap}>
        <VisibleText text={app.uri} />
      </dd>
      <dt>{t('common.size')}</dt>
      <dd>{formatBytes(app.sizeBytes)}</dd>
      {kinds.length === 0 && (
        <>
          <dt>{t('apps.reaches')}</dt>
          <dd>{t('apps.reachesNothing')}</dd>
        </>
      )}
      {kinds.map((kind) => (
        <Fact key={kind} title={t(`apps.hosts.${kind}`)} lines={app.hosts[kind]} />
      ))}
      {app.dropped.length > 0 && (
        <>
          <dt>{t('apps.dropped')}</dt>
          {app.dropped.map(({ text, reason }) => (
            <dd key={text} className={cx(layout.wrap, layout.t3)}>
              {t.rich('apps.droppedHost', {
                host: () => <VisibleText text={text} />,
                reason: messageText(reason),
              })}
            </dd>
          ))}
        </>
      )}
      {app.permissions.length > 0 && (
        <>
          <dt>{t('apps.permissions')}</dt>
          <dd>{formatList(app.permissions.map((permission) => t(`apps.permission.${permission}`)))}</dd>
        </>
      )}
    </dl>
  );
}

function Fact({ title, lines }: { title: string; lines: readonly string[] }): ReactNode {
  return (
    <>
      <dt>{title}</dt>
      {lines.map((line) => (
        <dd key={line} className={cx(layout.wrap, layout.mono)}>
          {line}
        </dd>
      ))}
    </>
  );
}
