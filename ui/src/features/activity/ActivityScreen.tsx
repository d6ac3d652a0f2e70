import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CallsScreen } from './CallsScreen';
import { LogsScreen } from './LogsScreen';
import { RecordsScreen } from './RecordsScreen';
import type { ActivityTab } from './TabSwitch';

/** What has happened: calls that were made, questions that were answered, and what servers wrote to their logs. */
export function ActivityScreen(): ReactNode {
  const { view, filter } = useSearch({ from: '/activity' });
  const navigate = useNavigate({ from: '/activity' });
  const show = (tab: ActivityTab): void =>
    void navigate({
      search: {
        ...(filter === undefined ? {} : { filter }),
        ...(tab === 'calls' ? {} : { view: tab }),
      },
    });
  switch (view) {
    case 'approvals':
      return <RecordsScreen onTab={show} />;
    case 'logs':
      return <LogsScreen tab="logs" onTab={show} />;
    default:
      return <CallsScreen tab="calls" onTab={show} />;
  }
}
