import { ActionIcon, Select, Tooltip } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { clearLogLines, useLogLines } from '../../api/serverLog';
import type { LogLine } from '../../api/serverLog';
import { useServers } from '../../api/queries';
import { CopyButton } from '../../components/CopyButton';
import { EmptyState } from '../../components/EmptyState';
import { Icon } from '../../components/Icon';
import { ListPane } from '../../components/ListPane';
import { Panes } from '../../components/Panes';
import { Quote } from '../../components/Quote';
import { SectionList } from '../../components/SectionList';
import { ServerFilter } from '../../components/ServerFilter';
import { VisibleText } from '../../components/VisibleText';
import { count, formatClock } from '../../lib/format';
import { matches } from '../../lib/search';
import { visibleString } from '../../lib/visible';
import { atLeast, LEVELS, levelTone } from '../../lib/levels';
import type { Level } from '../../lib/levels';
import { TabSwitch } from './TabSwitch';
import type { ActivityTab } from './TabSwitch';

const LEVEL_CHOICES = LEVELS.map((level) => ({
  value: level,
  label: level === 'debug' ? 'All levels' : `${level} and above`,
}));

interface LogsScreenProps {
  tab: ActivityTab;
  onTab: (tab: ActivityTab) => void;
}

/** What servers logged in this run, newest first. */
export function LogsScreen({ tab, onTab }: LogsScreenProps): ReactNode {
  const { filter: serverId = null } = useSearch({ from: '/activity' });
  const navigate = useNavigate({ from: '/activity' });
  const { items, dropped } = useLogLines();
  const servers = useServers().data ?? [];
  const [text, setText] = useState('');
  const [least, setLeast] = useState<Level>('debug');
  const [chosen, setChosen] = useState<LogLine | null>(null);
  const labelOf = (line: LogLine): string =>
    servers.find((each) => each.id === line.serverId)?.label ?? 'A removed server';

  const shown = useMemo(
    () =>
      items
        .filter(
          (line) =>
            (serverId === null || line.serverId === serverId) &&
            atLeast(line.level, least) &&
            matches(text, line.text, line.logger),
        )
        .toReversed(),
    [items, serverId, least, text],
  );

  return (
    <Panes
      listLabel="log messages"
      chosen={chosen !== null}
      list={
        <ListPane
          title="Activity"
          count={shown.length}
          actions={
            <>
              <ServerFilter
                value={serverId}
                onChange={(next) =>
                  void navigate({ search: next === null ? { view: 'logs' } : { view: 'logs', filter: next } })
                }
              />
              <Tooltip label="Clear the log messages">
                <ActionIcon
                  aria-label="Clear the log messages"
                  disabled={items.length === 0}
                  onClick={() => {
                    clearLogLines();
                    setChosen(null);
                  }}
                >
                  <Icon name="trash" size={14} />
                </ActionIcon>
              </Tooltip>
            </>
          }
          search={{ label: 'Search log messages', value: text, onChange: setText }}
          notice={
            <div className="activity-bar">
              <TabSwitch tab={tab} onTab={onTab} />
              <Select
                aria-label="Least level"
                allowDeselect={false}
                data={LEVEL_CHOICES}
                value={least}
                onChange={(level) => level !== null && setLeast(level)}
              />
            </div>
          }
        >
          {shown.length > 0 ? (
            <SectionList
              label="Log messages"
              sections={[{ key: 'log', label: 'Log messages', header: null, items: shown }]}
              itemKey={(line) => String(line.number)}
              rowLabel={(line) =>
                visibleString(`${line.level}, ${labelOf(line)}: ${line.text.slice(0, 300)}`)
              }
              renderRow={(line) => <LogRow line={line} label={labelOf(line)} />}
              selected={chosen === null ? null : String(chosen.number)}
              onSelect={setChosen}
            />
          ) : (
            <EmptyState
              icon="activity"
              title={items.length === 0 ? 'No server has logged anything' : 'No message matches'}
            >
              {items.length === 0 && 'Log messages are kept while Usher is open, and never on disk.'}
            </EmptyState>
          )}
          {dropped > 0 && (
            <p className="approval-promise fs11 t3">{count(dropped, 'older message')} let go to make room.</p>
          )}
        </ListPane>
      }
      detail={
        chosen === null ? (
          <EmptyState icon="activity" title="Choose a message">
            It is shown here in full.
          </EmptyState>
        ) : (
          <LogDetail line={chosen} label={labelOf(chosen)} />
        )
      }
    />
  );
}

function LogRow({ line, label }: { line: LogLine; label: string }): ReactNode {
  return (
    <>
      <span className={`log-level ${levelTone(line.level)}`}>
        <VisibleText text={line.level} />
      </span>
      <span className="grow col">
        <span className="cut fs12">
          <VisibleText text={line.text.slice(0, 300)} />
        </span>
        <span className="fs11 t3 cut">
          {label}
          {line.logger !== null && (
            <>
              {' · '}
              <VisibleText text={line.logger} />
            </>
          )}
        </span>
      </span>
      <span className="activity-when num">{formatClock(line.at).slice(0, 8)}</span>
    </>
  );
}

function LogDetail({ line, label }: { line: LogLine; label: string }): ReactNode {
  const icon = useServers().data?.find((each) => each.id === line.serverId)?.icon ?? null;
  return (
    <article className="log-detail scrolls" aria-label="Log message">
      <p className="row fs12">
        <span className={`log-level ${levelTone(line.level)}`}>
          <VisibleText text={line.level} />
        </span>
        <span className="t3 num">{formatClock(line.at)}</span>
        {line.logger !== null && (
          <span className="mono t2 cut">
            <VisibleText text={line.logger} />
          </span>
        )}
        <span className="end">
          <CopyButton label="Copy the message" text={() => line.text} />
        </span>
      </p>
      <Quote server={{ label, icon }} verb="logged" block>
        <pre className="log-text">
          <VisibleText text={line.text} />
        </pre>
      </Quote>
    </article>
  );
}
