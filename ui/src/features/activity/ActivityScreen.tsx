import { useState } from 'react';
import type { ReactNode } from 'react';
import { CallsScreen } from './CallsScreen';
import { LogsScreen } from './LogsScreen';
import type { ActivityTab } from './TabSwitch';
import './activity.css';

/** What has happened: every call that was made, and what servers wrote to their logs. */
export function ActivityScreen(): ReactNode {
  const [tab, setTab] = useState<ActivityTab>('calls');
  return tab === 'calls' ? <CallsScreen tab={tab} onTab={setTab} /> : <LogsScreen tab={tab} onTab={setTab} />;
}
