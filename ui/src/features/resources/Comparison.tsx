import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Media, ReadOutcome } from '../../api/generated/contract';
import type { Part } from '../../entities/content/part';
import { PartList } from '../../entities/content/PartList';
import { DiffView } from '../../kit/CodeView/DiffView';
import { EmptyState } from '../../kit/EmptyState';
import { visibleString } from '../../lib/visible';
import { differs, pairsOf } from './contentPairs';
import type { Pair } from './contentPairs';
import { Swipe } from './Swipe';
import { t } from '../../words/translate';
import styles from './compare.module.css';

interface ComparisonProps {
  before: ReadOutcome;
  now: ReadOutcome;
  title: string;
}

/** What changed in a resource: one of its contents at a time, at first the first that differs. */
export function Comparison({ before, now, title }: ComparisonProps): ReactNode {
  const pairs = useMemo(() => pairsOf(before, now), [before, now]);
  const [wanted, setWanted] = useState<number | null>(null);
  const first = useMemo(() => Math.max(0, pairs.findIndex(differs)), [pairs]);
  const chosen = wanted === null || wanted >= pairs.length ? first : wanted;
  const parts = useMemo(() => pairs.flatMap((pair) => pair.now ?? pair.before ?? []), [pairs]);
  const pair = pairs[chosen];
  return (
    <>
      {parts.length > 1 && (
        <PartList label={t('resources.view.which')} parts={parts} chosen={chosen} onChoose={setWanted} />
      )}
      {pair === undefined ? <NotCompared /> : <Changes key={chosen} pair={pair} title={title} />}
    </>
  );
}

/** What changed in one content: its text line by line, its image with a handle to swipe. */
function Changes({ pair, title }: { pair: Pair; title: string }): ReactNode {
  const { before, now } = pair;
  const isChanged = useMemo(() => differs(pair), [pair]);
  if (!isChanged) return <EmptyState icon="file" title={t('resources.compare.same')} />;
  const texts = [textOf(before), textOf(now)] as const;
  const pictures = [pictureOf(before), pictureOf(now)] as const;
  if (pictures[0] !== null && pictures[1] !== null)
    return <Swipe before={pictures[0]} now={pictures[1]} title={title} />;
  if (texts[0] !== null && texts[1] !== null)
    return <TextChanges before={texts[0]} now={texts[1]} title={title} />;
  if (before === null) return <EmptyState icon="file" title={t('resources.compare.added')} />;
  if (now === null) return <EmptyState icon="file" title={t('resources.compare.removed')} />;
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

/** The text of a content; of none the empty text, for all of the other is new or gone. `null` = it is no text. */
function textOf(part: Part | null): string | null {
  if (part === null) return '';
  const { body } = part.contents;
  return body.kind === 'text' ? body.text : null;
}

function pictureOf(part: Part | null): Media | null {
  const body = part?.contents.body;
  const media = body?.kind === 'image' ? body : body?.kind === 'text' ? body.picture : null;
  return media === null || media.problem !== null ? null : media;
}

function NotCompared(): ReactNode {
  return (
    <EmptyState icon="file" title={t('resources.compare.none')}>
      {t('resources.compare.noneHelp')}
    </EmptyState>
  );
}
