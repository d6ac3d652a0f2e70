import { useState, type ReactNode } from 'react';
import type { HistoryId, ServerId } from '../../api/generated/contract';
import { useAnswer, useHistoryEntry } from '../../api/queries';
import { CompareDialog } from '../../entities/compare/CompareDialog';
import { comparedCall, inLines, type Compared } from '../../entities/compare/compared';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { promptText } from '../../entities/prompt/promptText';
import { ClearHistory } from '../../entities/result/ClearHistory';
import { HistoryPopover } from '../../entities/result/HistoryPopover';
import { RunList } from '../../entities/result/RunList';
import { StatusMark } from '../../entities/result/StatusMark';
import { ActionIcon } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import { Skeleton } from '../../kit/Skeleton';
import { cx } from '../../lib/cx';
import { formatExactMoment } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { show, type Got } from './got';
import popover from '../../entities/result/historyPopover.module.css';
import styles from './prompts.module.css';

const SHOWN = 100;

interface PromptHistoryProps {
  serverId: ServerId;
  name: string;
  title: string;
  /** What is shown; `null` = no messages. */
  got: Got | null;
  /** Which of the history is shown. */
  shownId: HistoryId | null;
}

/** What the person got of a prompt before: looked at again, or compared with what is shown. */
export function PromptHistory({ serverId, name, title, got, shownId }: PromptHistoryProps): ReactNode {
  const [open, setOpen] = useState(false);
  const [other, setOther] = useState<HistoryId | null>(null);
  const history = useAnswer('history.list', {
    serverId,
    kind: 'prompt',
    name,
    caller: { kind: 'person' },
    before: null,
    limit: SHOWN,
  });
  const rows = history.data ?? [];
  const label = t('prompts.earlier.of', { prompt: visibleString(title) });
  return (
    <>
      <HistoryPopover
        title={t('common.history')}
        count={rows.length === 0 ? null : rows.length >= SHOWN ? `${SHOWN}+` : String(rows.length)}
        label={label}
        open={open}
        onOpen={setOpen}
      >
        {history.isPending && <Skeleton rows={3} />}
        {history.isError && <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />}
        {history.isSuccess && rows.length === 0 && (
          <p className={cx(popover.empty, layout.t2)}>{t('prompts.earlier.none')}</p>
        )}
        {rows.length > 0 && (
          <RunList
            label={label}
            runs={rows.map((row) => ({
              ...row,
              key: row.id,
              mark: <EarlierMark status={row.status} isShown={row.id === shownId} />,
            }))}
            onPick={({ id }) => {
              show(serverId, name, { kind: 'history', id });
              setOpen(false);
            }}
            action={({ id, status, startedAt }) => (
              <ActionIcon
                size="xs"
                aria-label={t('prompts.earlier.compare', { time: formatExactMoment(startedAt) })}
                title={t('prompts.earlier.compareHelp')}
                disabled={got === null || id === shownId || status !== 'completed'}
                onClick={() => {
                  setOther(id);
                  setOpen(false);
                }}
              >
                <Icon name="compare" size={14} />
              </ActionIcon>
            )}
          />
        )}
        {rows.length > 0 && <ClearHistory serverId={serverId} />}
      </HistoryPopover>
      {other !== null && got !== null && (
        <CompareWith id={other} got={got} title={title} onClose={() => setOther(null)} />
      )}
    </>
  );
}

interface EarlierMarkProps {
  status: Parameters<typeof StatusMark>[0]['status'];
  isShown: boolean;
}

/** How it ended, and whether it is the one that is shown; keeps the lines in line. */
const EarlierMark = ({ status, isShown }: EarlierMarkProps): ReactNode => (
  <>
    <StatusMark status={status} />
    <span className={styles['earlier-mark']}>
      {isShown && <Icon name="eye" size={14} label={t('common.shown')} />}
    </span>
  </>
);

interface CompareWithProps {
  id: HistoryId;
  got: Got;
  title: string;
  onClose: () => void;
}

function CompareWith({ id, got, title, onClose }: CompareWithProps): ReactNode {
  const other = useHistoryEntry(id);
  if (other.isError) return <ErrorNotice error={other.error} />;
  if (other.data === undefined) return null;
  return <CompareDialog name={title} sides={[compared(got), comparedCall(other.data)]} onClose={onClose} />;
}

const compared = ({ at, arguments: given, outcome }: Got): Compared => ({
  at,
  texts: {
    messages: promptText(outcome, 'markdown'),
    arguments: inLines(given),
    raw: inLines(outcome.raw),
  },
});
