import type { ReactNode } from 'react';
import layout from '../styles/layout.module.css';
import { CopyButton } from './CopyButton';
import styles from './CopyText.module.css';
import { VisibleText } from './VisibleText';

interface CopyTextProps {
  text: string;
  /** The name of the button. */
  copy: string;
}

/** A text of several lines with a button that copies it. */
export function CopyText({ text, copy }: CopyTextProps): ReactNode {
  return (
    <div className={styles.code}>
      <pre>
        <kbd className={layout.mono}>
          <VisibleText text={text} />
        </kbd>
      </pre>
      <CopyButton label={copy} text={() => text} />
    </div>
  );
}
