import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { ALL_RECORDS, useApprovalRecords } from '../../api/approvalRecords';
import type { SourceId } from '../../api/generated/contract';
import { useWaiting } from '../../api/waiting';
import { EmptyState } from '../../kit/EmptyState';
import { t } from '../../words/translate';
import styles from './decided.module.css';

/** The last decision of a review. */
export interface Decided {
  /** What was decided, as a sentence. */
  what: string;
  /** Whose review it was: the entry of the inbox or the definition. */
  id: string;
  /** Absent where it was no server's. */
  serverId: SourceId | undefined;
  /** When, Unix ms. */
  at: number;
}

/** Earlier records than this before a decision are of another one. */
const RECORDED_WITHIN_MS = 5_000;

/** Stands where a review ended: what was decided, its record, and what waits next. It takes the focus. */
export function DecidedPane({ decided, title }: { decided: Decided; title: string }): ReactNode {
  const { what, serverId, at } = decided;
  const navigate = useNavigate();
  const pane = useRef<HTMLElement>(null);
  const filter = useMemo(
    () => ({ ...ALL_RECORDS, serverId: serverId ?? null, since: at - RECORDED_WITHIN_MS }),
    [serverId, at],
  );
  const record = useApprovalRecords(filter).data?.pages[0]?.[0];
  const waiting = useWaiting();
  useEffect(() => pane.current?.focus(), []);
  return (
    <section ref={pane} className={styles.pane} tabIndex={-1} aria-label={title}>
      <EmptyState
        icon="shieldCheck"
        tone="acc"
        title={title}
        role="status"
        actions={
          <>
            {waiting > 0 && (
              <Button size="xs" variant="filled" onClick={() => void navigate({ to: '/approvals' })}>
                {t('review.done.next')}
              </Button>
            )}
            {serverId !== undefined && (
              <Button size="xs" onClick={() => void navigate({ to: '/tools', search: { filter: serverId } })}>
                {t('common.showTools')}
              </Button>
            )}
            {record !== undefined && (
              <Button
                size="xs"
                onClick={() =>
                  void navigate({ to: '/activity', search: { view: 'approvals', item: record.id } })
                }
              >
                {t('records.menu.showRecord')}
              </Button>
            )}
          </>
        }
      >
        {what}
      </EmptyState>
    </section>
  );
}
