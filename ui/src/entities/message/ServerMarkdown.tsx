import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { isDrawable, looksLikeMarkdown } from '../../kit/Markdown/drawable';
import { VisibleText } from '../../kit/VisibleText';
import styles from './quote.module.css';

const Markdown = lazy(async () => ({ default: (await import('../../kit/Markdown/Markdown')).Markdown }));

/** Text of a server that may be Markdown: laid out if that hides none of its words, else as it is. */
export function ServerMarkdown({ text }: { text: string }): ReactNode {
  const plain = <VisibleText text={text} />;
  if (!looksLikeMarkdown(text) || !isDrawable(text)) return plain;
  return (
    <Suspense fallback={plain}>
      <Whole key={text} text={text} />
    </Suspense>
  );
}

function Whole({ text }: { text: string }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(true);
  useLayoutEffect(() => {
    if (box.current !== null) setWhole(holds(box.current.textContent, text));
  }, [text]);
  if (!isWhole) return <VisibleText text={text} />;
  return (
    <div ref={box} className={styles.markdown}>
      <Markdown text={text} />
    </div>
  );
}

/** What the browser draws by itself: the numbers of a list; and the language of a block of code, which is one short word. */
const DRAWN_OTHERWISE = /^\s*\d{1,9}[.)](?=\s)|^\s*```\w{1,12}[ \t]*$/gmu;

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether each word of a text is among what is shown, as often as it occurs: a comment or a title is not drawn. */
function holds(shown: string, text: string): boolean {
  const left = new Map<string, number>();
  for (const word of wordsOf(shown)) left.set(word, (left.get(word) ?? 0) + 1);
  return wordsOf(text.replaceAll(DRAWN_OTHERWISE, '')).every((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
}
