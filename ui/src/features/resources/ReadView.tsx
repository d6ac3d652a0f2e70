import { Segments } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ReadOutcome, ResourceContents } from '../../api/generated/contract';
import { EmptyState } from '../../kit/EmptyState';
import { JsonView } from '../../kit/JsonView/JsonView';
import { hasSource, ResourcePreview } from '../../entities/content/ResourcePreview';
import { visibleString } from '../../lib/visible';
import { ContentsFacts } from './ContentsFacts';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import previewStyles from '../../entities/content/preview.module.css';
import styles from './resources.module.css';

interface ReadViewProps {
  outcome: ReadOutcome;
  title: string;
  /** What stands in the side column below what is known of the content. */
  side?: ReactNode;
}

type View = 'preview' | 'source' | 'raw';

/** What a read gave: one content at a time, in one of its views, and its facts beside it. */
export function ReadView({ outcome, title, side }: ReadViewProps): ReactNode {
  const [index, setIndex] = useState(0);
  const [view, setView] = useState<View>('preview');
  const contents = outcome.contents[index] ?? outcome.contents[0];
  const withSource = contents !== undefined && hasSource(contents);
  const shown: View = view === 'source' && !withSource ? 'preview' : view;
  const views = [
    { value: 'preview', label: t('resources.view.preview') },
    ...(withSource ? [{ value: 'source', label: t('resources.view.source') }] : []),
    { value: 'raw', label: t('common.rawJson') },
  ];

  return (
    <div className={styles.read}>
      <div className={styles['read-stage']}>
        <div className={styles['read-bar']}>
          <Segments
            size="xs"
            label={t('resources.view.label')}
            data={views}
            value={shown}
            onChange={(next) => setView(next as View)}
          />
          {outcome.contents.length > 1 && (
            <Segments
              size="xs"
              label={t('resources.view.which')}
              data={outcome.contents.map((each, place) => ({
                value: String(place),
                label: contentName(each, place),
              }))}
              value={String(Math.min(index, outcome.contents.length - 1))}
              onChange={(next) => setIndex(Number(next))}
            />
          )}
        </div>
        <div className={styles['read-content']}>
          {shown === 'raw' ? (
            <div className={cx(previewStyles['preview-page'], layout.scrolls)}>
              <JsonView label={t('resources.view.raw', { resource: title })} value={outcome.raw} />
            </div>
          ) : contents === undefined ? (
            <EmptyState icon="file" title={t('resources.view.empty')}>
              {t('resources.view.emptyHelp')}
            </EmptyState>
          ) : (
            <ResourcePreview
              key={`${index} ${outcome.readAt}`}
              contents={contents}
              label={title}
              view={shown}
            />
          )}
        </div>
      </div>
      <aside className={cx(styles['read-side'], layout.scrolls)} aria-label={t('resources.view.details')}>
        {contents !== undefined && <ContentsFacts contents={contents} outcome={outcome} />}
        {side}
      </aside>
    </div>
  );
}

/** The end of a content's address, which is what tells it from its siblings. */
function contentName({ uri }: ResourceContents, place: number): string {
  const end = uri.split(/[/#?]/).findLast((part) => part !== '');
  return end === undefined
    ? t('resources.content.number', { number: place + 1 })
    : visibleString(end).slice(0, 32);
}
