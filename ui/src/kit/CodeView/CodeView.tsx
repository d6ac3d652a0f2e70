import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { VisibleText } from '../VisibleText';
import { limitsOf, type Limits } from './limits';
import { loadEditor } from './loadEditor';
import type { CodeViewProps } from './props';
import { t } from '../../words/translate';
import { visibleString } from '../../lib/visible';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './codeView.module.css';

const CodeMirror = lazy(loadEditor);

function Plain({ text, label }: Pick<CodeViewProps, 'text' | 'label'>): ReactNode {
  return (
    <pre
      className={cx(styles['code-plain'], layout.scrolls)}
      role="region"
      aria-label={visibleString(label)}
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <VisibleText text={text} />
    </pre>
  );
}

/** How much of a text is shown until the editor is loaded. */
const FIRST = 5_000;

/** Code to read or edit. The editor is loaded when it is first needed; until then plain text is shown. */
export function CodeView(props: CodeViewProps): ReactNode {
  const { text, language = 'json' } = props;
  const limits = useMemo(() => limitsOf(text), [text]);
  const beginning = text.length > FIRST ? `${text.slice(0, FIRST)}…` : text;
  return (
    <div className={styles['code-view']}>
      <LimitLine limits={limits} colours={language !== 'plain'} />
      <div className={styles['code-box']}>
        <Suspense fallback={<Plain text={beginning} label={props.label} />}>
          <CodeMirror {...props} limits={limits} />
        </Suspense>
      </div>
    </div>
  );
}

/** What a very long text is shown without. */
function LimitLine({ limits, colours }: { limits: Limits; colours: boolean }): ReactNode {
  if (limits.wrapped && (limits.coloured || !colours)) return null;
  return (
    <p className={styles['code-limit']}>
      {t(limits.wrapped ? 'content.editor.noColors' : 'content.editor.noWrap')}
    </p>
  );
}
