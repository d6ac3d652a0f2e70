import type { ReactNode } from 'react';
import type { Media, ReadOutcome, ResourceContents } from '../../api/generated/contract';
import { EmptyState } from '../../kit/EmptyState';
import { LineDiff } from './LineDiff';
import { Swipe } from './Swipe';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';

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
    return (
      <div className={layout.scrolls}>
        <LineDiff before={old.body.text} now={current.body.text} />
      </div>
    );
  return <NotCompared />;
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
