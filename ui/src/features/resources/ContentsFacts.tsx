import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type {
  ReadOutcome,
  ResourceAnnotations,
  ResourceContents,
  ServerSnapshot,
} from '../../api/generated/contract';
import { Quote } from '../../entities/message/Quote';
import { VisibleText } from '../../kit/VisibleText';
import { formatBytes, formatDuration, formatMoment, formatNumber } from '../../lib/format';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import styles from './resources.module.css';

/** What is known of a content, not merely claimed. */
export function ContentsFacts({
  contents,
  outcome,
}: {
  contents: ResourceContents;
  outcome: ReadOutcome;
}): ReactNode {
  const { body, mimeType } = contents;
  const size = useMemo(() => bodyBytes(contents), [contents]);
  const found = body.kind === 'image' || body.kind === 'audio' ? body.mimeType : null;
  return (
    <section>
      <h2 className={layout.label}>{t('resources.content.title')}</h2>
      <dl className={cx(styles.kv, marksStyles.kv, layout.num)}>
        {mimeType !== null && (
          <>
            <dt>{t('common.type')}</dt>
            <dd>
              <VisibleText text={mimeType} />
            </dd>
          </>
        )}
        {found !== null && (
          <>
            <dt>{t('resources.content.detected')}</dt>
            <dd className={mimeType === null || found === mimeType ? undefined : layout.lamp}>{found}</dd>
          </>
        )}
        <dt>{t('resources.content.size')}</dt>
        <dd>{formatBytes(size)}</dd>
        <dt>{t('resources.content.read')}</dt>
        <dd>
          {t('resources.content.readAt', {
            moment: formatMoment(outcome.readAt),
            duration: formatDuration(outcome.durationMs),
          })}
        </dd>
      </dl>
    </section>
  );
}

function bodyBytes({ body }: ResourceContents): number {
  return body.kind === 'text' ? new TextEncoder().encode(body.text).length : body.sizeBytes;
}

interface ClaimsProps {
  server: ServerSnapshot | undefined;
  description: string | null;
  annotations: ResourceAnnotations | null;
}

/** What the server says about its resource. Nobody checked it. */
export function Claims({ server, description, annotations }: ClaimsProps): ReactNode {
  const rows = annotations === null ? [] : claimed(annotations);
  if (rows.length === 0 && description === null) return null;
  return (
    <section>
      <h2 className={layout.label}>{t('resources.annotations.title')}</h2>
      <Quote {...(server === undefined ? {} : { server })}>
        {rows.length > 0 && (
          <dl className={cx(styles.kv, marksStyles.kv, layout.num)}>
            {rows.map(([name, value]) => (
              <div key={name} className={styles['kv-pair']}>
                <dt>{name}</dt>
                <dd>
                  <VisibleText text={value} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {description !== null && (
          <p className={cx(layout.fs12, layout.t2, styles['claims-text'])}>
            <VisibleText text={description} />
          </p>
        )}
      </Quote>
    </section>
  );
}

function claimed({ audience, priority, lastModified }: ResourceAnnotations): [string, string][] {
  return [
    ...(audience.length > 0
      ? [[t('resources.annotations.audience'), audience.join(', ')] as [string, string]]
      : []),
    ...(priority !== null
      ? [[t('resources.annotations.priority'), formatNumber(priority)] as [string, string]]
      : []),
    ...(lastModified !== null
      ? [[t('resources.annotations.modified'), lastModified] as [string, string]]
      : []),
  ];
}
