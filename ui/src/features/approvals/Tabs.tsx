import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const TABS = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'answered', label: 'Answered' },
  { value: 'policies', label: 'Policies' },
] as const;

/** What waits, what is over, or what is decided for later. */
export function Tabs(): ReactNode {
  const { view } = useSearch({ from: '/approvals' });
  const navigate = useNavigate({ from: '/approvals' });
  return (
    <SegmentedControl
      aria-label="Which approvals"
      data={[...TABS]}
      value={view ?? 'waiting'}
      onChange={(tab) =>
        void navigate({ search: tab === 'answered' || tab === 'policies' ? { view: tab } : {} })
      }
    />
  );
}
