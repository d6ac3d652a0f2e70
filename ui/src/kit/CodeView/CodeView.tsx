import { lazy, Suspense, type ReactNode } from 'react';
import { VisibleText } from '../VisibleText';
import type { CodeViewProps } from './props';
import './codeView.css';
import { visibleString } from '../../lib/visible';

const CodeMirror = lazy(() => import('./CodeMirror'));

function Plain({ text, label }: Pick<CodeViewProps, 'text' | 'label'>): ReactNode {
  return (
    <pre
      className="code-plain scrolls"
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
    <div className="code-view">
      <Suspense fallback={<Plain text={props.text} label={props.label} />}>
        <CodeMirror {...props} />
      </Suspense>
    </div>
  );
}
