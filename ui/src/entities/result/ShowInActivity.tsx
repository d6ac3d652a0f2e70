import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { HistoryId } from '../../api/generated/contract';
import { ActionIcon } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import { t } from '../../words/translate';

/** Leads to the call among all that are recorded; nothing for one that is not. */
export function ShowInActivity({ id }: { id: HistoryId | null }): ReactNode {
  const navigate = useNavigate();
  if (id === null) return null;
  return (
    <ActionIcon
      size="xs"
      variant="subtle"
      aria-label={t('tools.result.showInActivity')}
      title={t('tools.result.showInActivity')}
      onClick={() => void navigate({ to: '/activity', search: { item: id } })}
    >
      <Icon name="frameOut" size={14} />
    </ActionIcon>
  );
}
