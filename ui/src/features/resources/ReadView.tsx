import { Segments } from '../../kit/controls';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { ReadOutcome } from '../../api/generated/contract';
import { EmptyState } from '../../kit/EmptyState';
import { Note } from '../../kit/Note';
import { JsonView } from '../../kit/JsonView/JsonView';
import { previewKind, viewName, viewsOf, type View } from '../../entities/content/kind';
import { ContentContext, ContentMenu } from '../../entities/content/ContentMenu';
import { partBytes, partsOf } from '../../entities/content/part';
import { PartList, partName } from '../../entities/content/PartList';
import type { Dimensions } from '../../entities/content/dimensions';
import { handledContents } from '../../entities/content/sendable';
import { Preview } from '../../entities/content/preview/Preview';
import { ContentsFacts } from './ContentsFacts';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import previewStyles from '../../entities/content/preview.module.css';
import styles from './resources.module.css';

interface ReadViewProps {
  outcome: ReadOutcome;
  title: string;
  serverLabel: string;
  /** What stands in the side column below what is known of the content. */
  side?: ReactNode;
}

/** What a read gave: one content at a time, in one of its views, and its facts beside it. */
export function ReadView({ outcome, title, serverLabel, side }: ReadViewProps): ReactNode {
  const parts = useMemo(() => partsOf(outcome.contents, outcome.raw), [outcome]);
  const [index, setIndex] = useState(0);
  const [view, setView] = useState<View | 'raw'>('preview');
  const [size, setSize] = useState<{ of: unknown; found: Dimensions } | null>(null);
  const part = parts[index] ?? parts[0];
  const kind = useMemo(() => (part === undefined ? null : previewKind(part)), [part]);
  const handled = useMemo(
    () =>
      part === undefined
        ? null
        : handledContents(parts.length > 1 ? partName(part, index) : title, part.contents, partBytes(part)),
    [part, parts.length, index, title],
  );
  const views = kind === null ? [] : viewsOf(kind);
  const shown = view === 'raw' || kind === null || views.includes(view) ? view : (views[0] ?? 'preview');

  return (
    <div className={styles.read}>
      <div className={styles['read-stage']}>
        <div className={styles['read-bar']}>
          <Segments
            size="xs"
            label={t('resources.view.label')}
            data={[
              ...(kind === null ? [] : views.map((value) => ({ value, label: viewName(value, kind) }))),
              { value: 'raw', label: t('common.rawJson') },
            ]}
            value={shown}
            onChange={(next) => setView(next)}
          />
          {handled !== null && (
            <span className={layout.end}>
              <ContentMenu key={index} of={handled} serverLabel={serverLabel} place="bar" />
            </span>
          )}
        </div>
        {parts.length > 1 && (
          <PartList label={t('resources.view.which')} parts={parts} chosen={index} onChoose={setIndex} />
        )}
        <div className={styles['read-content']}>
          {shown === 'raw' ? (
            <div className={cx(previewStyles['preview-page'], layout.scrolls)}>
              {outcome.shortened > 0 && (
                <Note>{t('resources.view.shortened', { count: outcome.shortened })}</Note>
              )}
              <JsonView label={t('resources.view.raw', { resource: title })} value={outcome.raw} />
            </div>
          ) : part === undefined || handled === null ? (
            <EmptyState icon="file" title={t('resources.view.empty')}>
              {t('resources.view.emptyHelp')}
            </EmptyState>
          ) : (
            <ContentContext of={handled} serverLabel={serverLabel} className={styles['read-content']}>
              <Preview
                key={`${index} ${outcome.readAt}`}
                part={part}
                label={title}
                view={shown}
                onDimensions={(found) => setSize({ of: part, found })}
              />
            </ContentContext>
          )}
        </div>
      </div>
      <aside className={cx(styles['read-side'], layout.scrolls)} aria-label={t('resources.view.details')}>
        {part !== undefined && (
          <ContentsFacts part={part} outcome={outcome} dimensions={size?.of === part ? size.found : null} />
        )}
        {side}
      </aside>
    </div>
  );
}
