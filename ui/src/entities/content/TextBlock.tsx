import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { readJson } from '../../lib/json';
import { visibleString } from '../../lib/visible';
import { CopyButton } from '../../kit/CopyButton';
import { JsonView } from '../../kit/JsonView/JsonView';
import { holdsTable } from '../../kit/Table/jsonTable';
import { isDrawable, looksLikeMarkdown } from '../../kit/Markdown/drawable';
import { Quote } from '../message/Quote';
import { Segments } from '../../kit/Segments';
import { Structured } from '../result/Structured';
import { codeLanguage } from './codeLanguage';
import { LongText } from './LongText';
import { isLong } from './isLong';
import { PlainText } from './PlainText';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './content.module.css';

const Markdown = lazy(() =>
  import('../../kit/Markdown/Markdown').then((module) => ({ default: module.Markdown })),
);

/** Longer JSON, in characters, is shown as text: reading it would hold up the window. */
const LONGEST_JSON = 1_000_000;

interface TextBlockProps {
  text: string;
  /** Claimed media type, where there is one. */
  mimeType?: string | null;
  /** Accessible name of what is shown. */
  label: string;
  /** Left of the view switch. */
  head?: ReactNode;
  /** Beside the buttons. */
  action?: ReactNode;
}

type View = 'text' | 'markdown' | 'tree' | 'table';

/** Text a server sent: as it is, and as Markdown or as a tree where it is one. */
export function TextBlock({ text, mimeType = null, label, head, action }: TextBlockProps): ReactNode {
  const views = useMemo(() => viewsOf(text, mimeType), [text, mimeType]);
  const [picked, setPicked] = useState<View>();
  const view = picked !== undefined && views.includes(picked) ? picked : (views[0] ?? 'text');
  const isData = view === 'tree' || view === 'table';
  const json = useMemo(() => (isData ? readJson(text) : null), [isData, text]);
  return (
    <div className={styles.block}>
      <div className={styles['block-head']}>
        {head}
        <span className={cx(styles.end, layout.end, layout.row)}>
          {views.length > 1 && (
            <Segments
              label={t('content.viewOf', { name: visibleString(label) })}
              data={views.map((one, value) => ({ value, label: t(`content.view.${one}`) }))}
              value={views.indexOf(view)}
              onChange={(index) => setPicked(views[index])}
            />
          )}
          {action}
          <CopyButton label={t('content.copyTextOf', { name: visibleString(label) })} text={() => text} />
        </span>
      </div>
      {view === 'markdown' && (
        <Quote>
          <Suspense fallback={<PlainText text={text} />}>
            <Markdown text={text} />
          </Suspense>
        </Quote>
      )}
      {view === 'tree' && json?.kind === 'value' && <JsonView value={json.value} label={label} />}
      {view === 'table' && json?.kind === 'value' && <Structured value={json.value} />}
      {view === 'text' && isLong(text) && (
        <LongText
          text={text}
          label={visibleString(label)}
          language={views.includes('tree') ? 'json' : codeLanguage(mimeType, '')}
        />
      )}
      {view === 'text' && !isLong(text) && (
        <Quote>
          <PlainText text={text} mono={mimeType !== null && mimeType !== 'text/plain'} />
        </Quote>
      )}
    </div>
  );
}

/** Which ways there are to show a text; the first is the one shown. */
function viewsOf(text: string, mimeType: string | null): View[] {
  const json = text.length <= LONGEST_JSON && /^\s*[[{]/.test(text) ? readJson(text) : null;
  if (json?.kind === 'value') return holdsTable(json.value) ? ['tree', 'table', 'text'] : ['tree', 'text'];
  if (isLong(text)) return ['text'];
  const isMarkdown = mimeType === 'text/markdown' || (mimeType === null && looksLikeMarkdown(text));
  if (!isMarkdown || !isDrawable(text)) return ['text'];
  return mimeType === null ? ['text', 'markdown'] : ['markdown', 'text'];
}
