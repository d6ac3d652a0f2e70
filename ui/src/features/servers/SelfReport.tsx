import type { ReactNode } from 'react';
import type { JsonValue, ServerDetail } from '../../api/generated/contract';
import { Chip } from '../../kit/Chip';
import { JsonView } from '../../kit/JsonView/JsonView';
import { OpenLink } from '../../entities/content/OpenLink';
import { Quote } from '../../entities/message/Quote';
import { VisibleText } from '../../kit/VisibleText';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import styles from './servers.module.css';

/** What the server says about itself. Claims, never facts, and quoted as such. */
export function SelfReport({ detail }: { detail: ServerDetail }): ReactNode {
  const { snapshot, instructions, serverInfo, capabilities } = detail;
  const info = entries(serverInfo);
  const names = entries(capabilities);
  return (
    <>
      {info.length > 0 && (
        <section aria-label={t('servers.info.title')}>
          <h3 className={layout.label}>
            {t('servers.info.title')} <span className={layout.t3}>· {t('servers.info.reported')}</span>
          </h3>
          <Quote>
            <dl className={cx(styles.kv, marksStyles.kv)}>
              {info.map(([name, value]) => (
                <div key={name} className={styles['kv-line']}>
                  <dt>
                    <VisibleText text={name} />
                  </dt>
                  <dd className={typeof value === 'string' ? layout.wrap : cx(layout.mono, layout.wrap)}>
                    <VisibleText text={asText(value)} />
                    {name === 'websiteUrl' && typeof value === 'string' && (
                      <OpenLink serverId={snapshot.id} address={value} place={{ kind: 'website' }} />
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </Quote>
        </section>
      )}
      {names.length > 0 && (
        <section aria-label={t('servers.info.capabilities')}>
          <h3 className={layout.label}>{t('servers.info.capabilities')}</h3>
          <div className={cx(layout.row, styles['page-chips'])}>
            {names.map(([name, value]) => (
              <Chip key={name} title={visibleString(asText(value))}>
                <VisibleText text={[name, ...flags(value)].join(' · ')} />
              </Chip>
            ))}
          </div>
          <details className={styles.raw}>
            <summary>{t('common.rawJson')}</summary>
            <JsonView label={t('servers.info.raw')} value={{ serverInfo, capabilities }} />
          </details>
        </section>
      )}
      {instructions !== null && instructions !== '' && (
        <section aria-label={t('common.instructions')}>
          <h3 className={layout.label}>{t('common.instructions')}</h3>
          <Quote server={snapshot} block text={instructions} />
        </section>
      )}
    </>
  );
}

/** The properties of what should be an object; some servers write `true` where one belongs. */
export function entries(value: JsonValue | null): [string, JsonValue][] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  // Icons are shown as icons.
  return Object.entries(value).filter(([name]) => name !== 'icons');
}

function flags(value: JsonValue): string[] {
  return entries(value)
    .filter(([, on]) => on === true)
    .map(([name]) => name);
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
