import type { ReactNode } from 'react';
import { CopyText } from '../../kit/CopyText';
import { t } from '../../words/translate';

interface ByHandProps {
  text: string;
  change: 'add' | 'remove';
}

/** What the person adds to an agent's file themselves, or removes from it. */
export function ByHand({ text, change }: ByHandProps): ReactNode {
  const adds = change === 'add';
  return (
    <div role="group" aria-label={t(adds ? 'agents.paste' : 'agents.imported.byHand')}>
      <CopyText text={text} copy={t(adds ? 'agents.copy' : 'agents.imported.copy')} />
    </div>
  );
}
