import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { ReadOutcome, ResourceAnnotations, ServerSnapshot } from '../../api/generated/contract';
import { annotationRows } from '../../entities/content/annotations';
import { foundType } from '../../entities/content/kind';
import { partBytes, type Part } from '../../entities/content/part';
import type { Dimensions } from '../../entities/content/dimensions';
import { JsonView } from '../../kit/JsonView/JsonView';
import { own } from '../../lib/json';
import { Quote } from '../../entities/message/Quote';
import { VisibleText } from '../../kit/VisibleText';
import { formatBytes, formatDuration, formatMoment } from '../../lib/format';
import { CameFromLine } from './CameFromLine';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import styles from './resources.module.css';

interface ContentsFactsProps {
  part: Part;
  outcome: ReadOutcome;
  /** Of a picture, a video or a page, once it is drawn. */
  dimensions: Dimensions | null;
}

/** What is known of a content, not merely claimed, and what came with it. */
export function ContentsFacts({ part, outcome, dimensions }: ContentsFactsProps): ReactNode {
  const { mimeType } = part.contents;
  const size = useMemo(() => partBytes(part), [part]);
  const found = useMemo(() => foundType(part), [part]);
  const meta = part.raw === null ? undefined : own(part.raw, '_meta');
  return (
    <section>
      <h2 className={layout.label}>{t('common.content')}</h2>
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
            <dd className={found.differs ? layout.lamp : undefined}>{found.type}</dd>
          </>
        )}
        <dt>{t('common.size')}</dt>
        <dd>{formatBytes(size)}</dd>
        {dimensions !== null && <Size {...dimensions} />}
        <dt>{t('resources.content.read')}</dt>
        <dd>
          {t('resources.content.readAt', {
            moment: formatMoment(outcome.readAt),
            duration: formatDuration(outcome.durationMs),
          })}
        </dd>
        <CameFromLine />
      </dl>
      {meta !== undefined && meta !== null && (
        <div className={styles['meta']}>
          <h2 className={layout.label}>_meta</h2>
          <JsonView label="_meta" value={meta} />
        </div>
      )}
    </section>
  );
}

/** Millimetres in a point. */
const POINT_MM = 25.4 / 72;

function Size({ unit, width, height }: Dimensions): ReactNode {
  const isPage = unit === 'pt';
  return (
    <>
      <dt>{t(isPage ? 'resources.content.pageSize' : 'resources.content.pixels')}</dt>
      <dd>
        {isPage
          ? t('resources.content.millimeters', {
              width: Math.round(width * POINT_MM),
              height: Math.round(height * POINT_MM),
            })
          : t('content.size', { width, height })}
      </dd>
    </>
  );
}

interface ClaimsProps {
  server: ServerSnapshot | undefined;
  description: string | null;
  annotations: ResourceAnnotations | null;
}

/** What the server says about its resource. Nobody checked it. */
export function Claims({ server, description, annotations }: ClaimsProps): ReactNode {
  const rows = annotations === null ? [] : annotationRows(annotations);
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
