import { ActionIcon } from '../../kit/controls';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { HistoryRow, ToolDetail } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { ClearHistory } from '../../entities/result/ClearHistory';
import { HistoryPopover } from '../../entities/result/HistoryPopover';
import { RunList } from '../../entities/result/RunList';
import { StatusMark } from '../../entities/result/StatusMark';
import { Icon } from '../../kit/Icon';
import { formatExactMoment } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { adoptArguments, schemaOf, useDraft } from './drafts';
import { show, startRun } from './runs';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import popover from '../../entities/result/historyPopover.module.css';
import styles from './tools.module.css';

const SHOWN = 100;

interface ToolHistoryProps {
  tool: ToolDetail;
  /** Why it cannot be run now; `null` = it can. */
  blocked: string | null;
  /** An earlier result or its arguments are about to be shown. */
  onOpen: () => void;
}

/** Earlier calls of this tool: look at one again, or run it again. */
export function ToolHistory({ tool, blocked, onOpen }: ToolHistoryProps): ReactNode {
  const { serverId, name } = tool.head;
  const [open, setOpen] = useState(false);
  const history = useAnswer('history.list', { serverId, kind: 'tool', name, before: null, limit: SHOWN });
  const client = useQueryClient();
  const [draft] = useDraft(tool);
  const rows = history.data ?? [];
  const look = (row: HistoryRow) => {
    show(serverId, name, { kind: 'history', id: row.id });
    setOpen(false);
    onOpen();
  };
  const again = (row: HistoryRow) => {
    const { given, missing } = adoptArguments(tool, row.arguments);
    setOpen(false);
    onOpen();
    // What is not stored has to be entered first; the arguments name it.
    if (missing.length > 0) return;
    void startRun(client, {
      serverId,
      tool: name,
      schema: schemaOf(tool),
      arguments: given,
      check: 'refuse',
      runAs: draft.runAs,
    });
  };
  return (
    <HistoryPopover
      title={t('common.history')}
      count={rows.length === 0 ? null : rows.length >= SHOWN ? `${SHOWN}+` : String(rows.length)}
      label={t('tools.history.of', { tool: visibleString(tool.head.title) })}
      open={open}
      onOpen={setOpen}
      className={styles.history}
    >
      {history.isError && <ErrorNotice error={history.error} />}
      {history.isSuccess && rows.length === 0 && (
        <p className={cx(popover.empty, layout.t2)}>{t('common.noCallsYet')}</p>
      )}
      <RunList
        label={t('tools.history.of', { tool: visibleString(tool.head.title) })}
        runs={rows.map((row) => ({ ...row, key: row.id, mark: <StatusMark status={row.status} /> }))}
        onPick={look}
        action={(row) => (
          <ActionIcon
            size="xs"
            aria-label={t('tools.history.runAgain', { time: formatExactMoment(row.startedAt) })}
            title={blocked === null ? t('tools.history.runAgainHelp') : visibleString(blocked)}
            disabled={blocked !== null}
            onClick={() => again(row)}
          >
            <Icon name="run" size={14} />
          </ActionIcon>
        )}
      />
      {rows.length > 0 && <ClearHistory serverId={serverId} />}
    </HistoryPopover>
  );
}
