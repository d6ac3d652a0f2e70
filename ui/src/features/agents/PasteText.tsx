import type { ReactNode } from 'react';
import { CopyButton } from '../../kit/CopyButton';
import { VisibleText } from '../../kit/VisibleText';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import styles from './agents.module.css';

/** The text that the person adds to an agent's file themselves. */
export function PasteText({ text }: { text: string }): ReactNode {
  return (
    <div className={styles.code} role="group" aria-label={t('agents.paste')}>
      <pre className={layout.mono}>
        <VisibleText text={text} />
      </pre>
      <CopyButton label={t('agents.copy')} text={() => text} />
    </div>
  );
}
