import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { Media, ReadOutcome, ResourceContents } from '../../api/generated/contract';
import { DiffView } from '../../kit/CodeView/DiffView';
import { EmptyState } from '../../kit/EmptyState';
import { visibleString } from '../../lib/visible';
import { Swipe } from './Swipe';
import { t } from '../../words/translate';
import styles from './compare.module.css';

interface ComparisonProps {
  before: ReadOutcome;
  now: ReadOutcome;
  title: string;
}

/** What changed in a resource: its texts line by line, its images with a handle to swipe. */
export function Comparison({ before, now, title }: ComparisonProps): ReactNode {
  const [old] = before.contents;
  const [current] = now.contents;
  if (old === undefined || current === undefined) return <NotCompared />;
  const pictures = [pictureOf(old), pictureOf(current)] as const;
  if (pictures[0] !== null && pictures[1] !== null)
    return <Swipe before={pictures[0]} now={pictures[1]} title={title} />;
  if (old.body.kind === 'text' && current.body.kind === 'text')
    return <TextChanges before={old.body.text} now={current.body.text} title={title} />;
  return <NotCompared />;
}

interface TextChangesProps {
  before: string;
  now: string;
  title: string;
}

function TextChanges({ before, now, title }: TextChangesProps): ReactNode {
  const name = visibleString(title);
  const sides = useMemo(
    () => ({
      old: { label: t('resources.compare.ofBefore', { name }), text: before },
      now: { label: t('resources.compare.ofNow', { name }), text: now },
    }),
    [name, before, now],
  );
  return (
    <div className={styles.texts}>
      <div className={styles.heads} aria-hidden>
        <span>{t('resources.compare.before')}</span>
        <span>{t('resources.compare.now')}</span>
      </div>
      <DiffView {...sides} language="plain" collapsed />
    </div>
  );
}

function pictureOf({ body }: ResourceContents): Media | null {
  const media = body.kind === 'image' ? body : body.kind === 'text' ? body.picture : null;
  return media === null || media.problem !== null ? null : media;
}

function NotCompared(): ReactNode {
  return (
    <EmptyState icon="file" title={t('resources.compare.none')}>
      {t('resources.compare.noneHelp')}
    </EmptyState>
  );
}
