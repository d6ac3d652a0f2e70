import type { ReactNode } from 'react';
import type { CallEnding } from '../../api/generated/contract';
import { Chip } from '../../kit/Chip';
import { t } from '../../words/translate';

/** How a call ended, in a word. */
export function StateChip({ ending }: { ending: CallEnding }): ReactNode {
  switch (ending.kind) {
    case 'failed':
      return (
        <Chip tone="bad" icon="warning">
          {t('content.result.failed')}
        </Chip>
      );
    case 'cancelled':
      return <Chip icon="close">{t('content.result.cancelled')}</Chip>;
    case 'prompt':
    case 'read':
    case 'result':
      return ending.kind === 'result' && ending.isError ? (
        <Chip tone="bad" icon="warning">
          {t('content.result.toolError')}
        </Chip>
      ) : (
        <Chip tone="ok" icon="check">
          {t('content.result.completed')}
        </Chip>
      );
  }
}
