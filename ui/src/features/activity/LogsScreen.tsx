import { ActionIcon, Button, Select, Tooltip } from '../../kit/controls';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { clearLogLines, findLogLines, useFoundLines, useLogLines } from '../../api/serverLog';
import type { LogLine } from '../../api/serverLog';
import { useServers } from '../../api/queries';
import { CopyButton } from '../../kit/CopyButton';
import { EmptyState } from '../../kit/EmptyState';
import { Icon } from '../../kit/Icon';
import { ListPane } from '../../kit/ListPane';
import { Panes } from '../../entities/layout/Panes';
import { Quote } from '../../entities/message/Quote';
import { SectionList } from '../../kit/SectionList';
import type { SectionListHandle } from '../../kit/SectionList';
import { useServerIcon } from '../../entities/server/ServerIcon';
import { ServerFilter } from '../../entities/server/ServerFilter';
import { VisibleText } from '../../kit/VisibleText';
import { formatClock, formatTime } from '../../lib/format';
import { matches } from '../../lib/search';
import { visibleString } from '../../lib/visible';
import { atLeast, LEVELS, levelTone } from '../../lib/levels';
import type { Level } from '../../lib/levels';
import { t } from '../../words/translate';
import { TabSwitch } from './TabSwitch';
import type { ActivityTab } from './TabSwitch';
import { cx } from '../../lib/cx';
import layoutStyles from '../../styles/layout.module.css';
import styles from './activity.module.css';

const levelChoices = () =>
  LEVELS.map((level) => ({
    value: level,
    label: level === 'debug' ? t('activity.log.allLevels') : t('common.levelAndAbove', { level }),
  }));

interface LogsScreenProps {
  tab: ActivityTab;
  onTab: (tab: ActivityTab) => void;
}

/** What servers logged in this run, newest first. */
export function LogsScreen({ tab, onTab }: LogsScreenProps): ReactNode {
  const { filter: serverId = null, item } = useSearch({ from: '/activity' });
  const navigate = useNavigate({ from: '/activity' });
  const { length: kept, dropped } = useLogLines();
  const [text, setText] = useState('');
  const [least, setLeast] = useState<Level>('debug');
  const [chosen, setChosen] = useState(() => lineOf(item));
  // Another one is opened from the search over everything.
  const [opened, setOpened] = useState(item);
  if (opened !== item) {
    setOpened(item);
    if (item !== undefined) setChosen(lineOf(item));
  }
  const list = useRef<SectionListHandle>(null);
  const showAll = (): void => {
    setText('');
    setLeast('debug');
    if (serverId !== null) void navigate({ search: { view: 'logs' } });
  };
  const servers = useServers().data;
  const labelOf = useCallback(
    (line: LogLine): string =>
      servers?.find((each) => each.id === line.serverId)?.label ?? t('activity.log.removedServer'),
    [servers],
  );
  const rowLabel = useCallback(
    (line: LogLine): string =>
      t('activity.log.row', {
        level: visibleString(line.level),
        server: visibleString(labelOf(line)),
        text: visibleString(line.text.slice(0, 300)),
      }),
    [labelOf],
  );
  const renderRow = useCallback(
    (line: LogLine): ReactNode => <LogRow line={line} label={labelOf(line)} />,
    [labelOf],
  );

  const query = useDeferredValue(text);
  const wanted = useCallback(
    (line: LogLine) =>
      (serverId === null || line.serverId === serverId) &&
      atLeast(line.level, least) &&
      matches(query, line.text, line.logger),
    [serverId, least, query],
  );
  const shown = useFoundLines(wanted);
  const sections = useMemo(
    () => [{ key: 'log', label: t('common.logs'), header: null, items: shown }],
    [shown],
  );

  return (
    <Panes
      listLabel={t('activity.log.pane')}
      chosen={chosen !== null}
      list={
        <ListPane
          title={t('app.nav.activity')}
          count={shown.length}
          actions={
            <>
              <ServerFilter
                value={serverId}
                onChange={(next) =>
                  void navigate({ search: next === null ? { view: 'logs' } : { view: 'logs', filter: next } })
                }
              />
              <Tooltip label={t('activity.log.clear')}>
                <ActionIcon
                  aria-label={t('activity.log.clear')}
                  disabled={kept === 0}
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
          search={{
            label: t('activity.log.search'),
            value: text,
            onChange: setText,
            onEnterList: () => list.current?.focus(),
          }}
          notice={
            <div className={styles['activity-bar']}>
              <TabSwitch tab={tab} onTab={onTab} />
              <Select
                aria-label={t('activity.log.level')}
                allowDeselect={false}
                data={levelChoices()}
                value={least}
                onChange={(level) => level !== null && setLeast(level)}
              />
            </div>
          }
        >
          {shown.length > 0 ? (
            <SectionList
              label={t('common.logs')}
              keptAs="logs"
              sections={sections}
              itemKey={(line) => String(line.number)}
              rowLabel={rowLabel}
              renderRow={renderRow}
              selected={chosen === null ? null : String(chosen.number)}
              onSelect={setChosen}
              handle={list}
            />
          ) : (
            <EmptyState
              icon="activity"
              title={kept === 0 ? t('activity.log.none') : t('activity.log.noMatch')}
              {...(kept > 0 && { role: 'status' as const, actions: <ShowAll onAll={showAll} /> })}
            >
              {kept === 0 && t('activity.log.noneHelp')}
            </EmptyState>
          )}
          {dropped > 0 && (
            <p className={cx(layoutStyles.fs11, layoutStyles.t3)}>
              {t('activity.log.discarded', { count: dropped })}
            </p>
          )}
        </ListPane>
      }
      detail={
        chosen === null ? (
          <EmptyState icon="activity" title={t('activity.log.select')} />
        ) : (
          <LogDetail line={chosen} label={labelOf(chosen)} />
        )
      }
    />
  );
}

const ShowAll = ({ onAll }: { onAll: () => void }): ReactNode => (
  <Button size="xs" onClick={onAll}>
    {t('activity.log.showAll')}
  </Button>
);

/** The message of a number, if it is still kept. */
const lineOf = (number: string | undefined): LogLine | null =>
  findLogLines((line) => String(line.number) === number, 1)[0] ?? null;

function LogRow({ line, label }: { line: LogLine; label: string }): ReactNode {
  return (
    <>
      <span className={cx(styles['log-level'], styles[levelTone(line.level)])}>
        <VisibleText text={line.level} />
      </span>
      <span className={cx(layoutStyles.grow, layoutStyles.col)}>
        <span className={cx(layoutStyles.cut, layoutStyles.fs12)}>
          <VisibleText text={line.text.slice(0, 300)} />
        </span>
        <span className={cx(layoutStyles.fs11, layoutStyles.t3, layoutStyles.cut)}>
          {label}
          {line.logger !== null && (
            <>
              {' · '}
              <VisibleText text={line.logger} />
            </>
          )}
        </span>
      </span>
      <span className={cx(styles['activity-when'], layoutStyles.num)}>{formatTime(line.at)}</span>
    </>
  );
}

function LogDetail({ line, label }: { line: LogLine; label: string }): ReactNode {
  const icon = useServerIcon(line.serverId);
  return (
    <article
      className={cx(styles['log-detail'], layoutStyles.scrolls)}
      aria-label={t('activity.log.message')}
    >
      <p className={cx(layoutStyles.row, layoutStyles.fs12)}>
        <span className={cx(styles['log-level'], styles[levelTone(line.level)])}>
          <VisibleText text={line.level} />
        </span>
        <span className={cx(layoutStyles.t3, layoutStyles.num)}>{formatClock(line.at)}</span>
        {line.logger !== null && (
          <span className={cx(layoutStyles.mono, layoutStyles.t2, layoutStyles.cut)}>
            <VisibleText text={line.logger} />
          </span>
        )}
        <span className={layoutStyles.end}>
          <CopyButton label={t('activity.log.copy')} text={() => line.text} />
        </span>
      </p>
      <Quote server={{ label, icon }} verb={t('common.hasLogged')} block>
        <pre className={styles['log-text']}>
          <VisibleText text={line.text} />
        </pre>
      </Quote>
    </article>
  );
}
