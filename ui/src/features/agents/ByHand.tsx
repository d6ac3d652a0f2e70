import type { ReactNode } from 'react';
import { CopyText } from '../../kit/CopyText';
import { t } from '../../words/translate';

/** The text that the person adds to an agent's file themselves. */
export function PasteText({ text }: { text: string }): ReactNode {
  return (
    <div role="group" aria-label={t('agents.paste')}>
      <CopyText text={text} copy={t('agents.copy')} />
    </div>
  );
}
