import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';

/** The two sides of the screen. */
export type ActivityTab = 'calls' | 'logs';

interface TabSwitchProps {
  tab: ActivityTab;
  onTab: (tab: ActivityTab) => void;
}

/** Calls or log messages. */
export function TabSwitch({ tab, onTab }: TabSwitchProps): ReactNode {
  return (
    <SegmentedControl
      aria-label="Kind of activity"
      data={[
        { value: 'calls', label: 'Calls' },
        { value: 'logs', label: 'Server logs' },
      ]}
      value={tab}
      onChange={(value) => onTab(value === 'logs' ? 'logs' : 'calls')}
    />
  );
}
