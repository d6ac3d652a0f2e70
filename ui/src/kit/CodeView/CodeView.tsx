import { lazy, Suspense, type ReactNode } from 'react';
import { VisibleText } from '../VisibleText';
import type { CodeViewProps } from './props';
import { visibleString } from '../../lib/visible';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './codeView.module.css';

const CodeMirror = lazy(() => import('./CodeMirror'));

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

/** Code to read or edit. The editor is loaded when it is first needed; until then the bare text stands there. */
export function CodeView(props: CodeViewProps): ReactNode {
  return (
    <div className={styles['code-view']}>
      <Suspense fallback={<Plain text={props.text} label={props.label} />}>
        <CodeMirror {...props} />
      </Suspense>
    </div>
  );
}
