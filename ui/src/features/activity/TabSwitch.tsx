import { ViewSwitch } from '../../kit/controls';
import type { ReactNode } from 'react';
import { t } from '../../words/translate';

/** What is shown of what has happened. */
export type ActivityTab = 'calls' | 'approvals' | 'logs';

interface TabSwitchProps {
  tab: ActivityTab;
  onTab: (tab: ActivityTab) => void;
}

/** Calls, past approvals, or log messages. */
export function TabSwitch({ tab, onTab }: TabSwitchProps): ReactNode {
  return (
    <ViewSwitch
      label={t('activity.tab.label')}
      data={[
        { value: 'calls', label: t('common.calls') },
        { value: 'approvals', label: t('common.approvals') },
        { value: 'logs', label: t('common.logs') },
      ]}
      value={tab}
      onChange={(value) => onTab(value)}
    />
  );
}
