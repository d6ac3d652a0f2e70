import { ViewSwitch } from '../../kit/controls';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../words/translate';

const TABS = [
  { value: 'waiting', label: 'common.pending' },
  { value: 'answered', label: 'common.decisionHistory' },
  { value: 'policies', label: 'common.permissions' },
] as const;

/** What waits, what is over, or what is decided for later. */
export function Tabs(): ReactNode {
  const { view } = useSearch({ from: '/approvals' });
  const navigate = useNavigate({ from: '/approvals' });
  return (
    <ViewSwitch
      label={t('common.viewLabel')}
      data={TABS.map(({ value, label }) => ({ value, label: t(label) }))}
      value={view ?? 'waiting'}
      onChange={(tab) =>
        void navigate({ search: tab === 'answered' || tab === 'policies' ? { view: tab } : {} })
      }
    />
  );
}
