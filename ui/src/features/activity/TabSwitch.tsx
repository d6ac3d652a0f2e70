import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';

/** What is shown of what has happened. */
export type ActivityTab = 'calls' | 'approvals' | 'logs';

interface TabSwitchProps {
  tab: ActivityTab;
  onTab: (tab: ActivityTab) => void;
}

/** Calls, questions that are over, or log messages. */
export function TabSwitch({ tab, onTab }: TabSwitchProps): ReactNode {
  return (
    <SegmentedControl
      aria-label="Kind of activity"
      data={[
        { value: 'calls', label: 'Calls' },
        { value: 'approvals', label: 'Approvals' },
        { value: 'logs', label: 'Server logs' },
      ]}
      value={tab}
      onChange={(value) => onTab(value)}
    />
  );
}
