import { useState, type ReactNode } from 'react';
import type { HistoryId, SourceId } from '../../api/generated/contract';
import { useAnswer, useHistoryEntry } from '../../api/queries';
import { ActionIcon, Popover } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { ErrorNotice } from '../message/ErrorNotice';
import { RunList } from '../result/RunList';
import { StatusMark } from '../result/StatusMark';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { comparedCall } from './compared';
import { CompareDialog } from './CompareDialog';
import styles from './compare.module.css';

interface CompareRunsProps {
  /** The run that is shown. */
  id: HistoryId;
  serverId: SourceId;
  tool: string;
}

/** Compares a run of a tool with another one from its history. */
export function CompareRuns({ id, serverId, tool }: CompareRunsProps): ReactNode {
  const [open, setOpen] = useState(false);
  const [other, setOther] = useState<HistoryId | null>(null);
  return (
    <>
      <Popover opened={open} onChange={setOpen} position="bottom-end" width={380} trapFocus returnFocus>
        <Popover.Target>
          <ActionIcon
            size="xs"
            variant="subtle"
            aria-label={t('compare.with')}
            title={t('compare.with')}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Icon name="compare" size={14} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('compare.choose', { name: visibleString(tool) })}>
          <Others
            id={id}
            serverId={serverId}
            tool={tool}
            onPick={(picked) => {
              setOpen(false);
              setOther(picked);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {other !== null && <Both ids={[id, other]} tool={tool} onClose={() => setOther(null)} />}
    </>
  );
}

function Others({
  id,
  serverId,
  tool,
  onPick,
}: CompareRunsProps & { onPick: (id: HistoryId) => void }): ReactNode {
  const history = useAnswer('history.list', {
    serverId,
    kind: 'tool',
    name: tool,
    before: null,
    limit: 100,
  });
  const others = (history.data ?? []).filter((row) => row.id !== id);
  if (history.isError) return <ErrorNotice error={history.error} />;
  if (history.isSuccess && others.length === 0)
    return <p className={cx(styles.empty, layout.t2)}>{t('compare.none')}</p>;
  return (
    <RunList
      label={t('compare.choose', { name: visibleString(tool) })}
      runs={others.map((row) => ({ ...row, key: row.id, mark: <StatusMark status={row.status} /> }))}
      onPick={(run) => onPick(run.id)}
    />
  );
}

interface BothProps {
  ids: readonly [HistoryId, HistoryId];
  tool: string;
  onClose: () => void;
}

function Both({ ids: [first, second], tool, onClose }: BothProps): ReactNode {
  const one = useHistoryEntry(first);
  const two = useHistoryEntry(second);
  const error = one.error ?? two.error;
  if (error !== null) return <ErrorNotice error={error} />;
  if (one.data === undefined || two.data === undefined) return null;
  return (
    <CompareDialog name={tool} sides={[comparedCall(one.data), comparedCall(two.data)]} onClose={onClose} />
  );
}
