import { Button } from '../../kit/controls';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { call } from '../../api/client';
import type { SetupEntry } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { EmptyState } from '../../kit/EmptyState';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Sheet } from '../../kit/Sheet';
import { Skeleton } from '../../kit/Skeleton';
import { notify } from '../../lib/notify';
import { t } from '../../words/translate';
import { SetupEntryRow } from './SetupEntryRow';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './settings.module.css';

/** What is in a setup file, verified; the person chooses what of it is added. */
export function SetupDialog({ text, onClose }: { text: string; onClose: () => void }): ReactNode {
  // The text itself would be a key of many megabytes.
  const shown = useId();
  const entries = useQuery({
    queryKey: ['setup', shown],
    queryFn: () => call('setup.read', { text }),
    gcTime: 0,
    retry: false,
  });
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isChosen = ({ index, known, problem }: SetupEntry) =>
    problem === null && (changed.get(index) ?? !known);
  const [allowed, setAllowed] = useState<ReadonlyMap<number, boolean>>(new Map());
  const picks = (entries.data ?? [])
    .filter(isChosen)
    .map(({ index }) => ({ index, allowing: allowed.get(index) ?? false }));
  const add = useOperation('setup.import', {
    onSuccess: ({ added }) => {
      notify(t('settings.setup.imported', { count: added }));
      onClose();
    },
  });
  return (
    <Sheet
      title={t('settings.setup.dialog')}
      onClose={onClose}
      footer={
        <>
          <Button size="md" variant="subtle" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <span className={cx(layout.grow, layout.fs12, layout.t2)}>{t('common.importedHelp')}</span>
          <Button
            size="md"
            variant="filled"
            disabled={picks.length === 0}
            loading={add.isPending}
            onClick={() => add.mutate({ text, picks })}
          >
            {t('settings.setup.confirm', { count: picks.length })}
          </Button>
        </>
      }
    >
      {entries.isPending && <Skeleton rows={5} />}
      {entries.isError && <ErrorNotice error={entries.error} />}
      {entries.data?.length === 0 && (
        <EmptyState icon="import" title={t('common.nothingToImport')}>
          {t('settings.setup.emptyHelp')}
        </EmptyState>
      )}
      {entries.data !== undefined && entries.data.length > 0 && (
        <p className={cx(layout.fs12, layout.t2, styles['setup-sum'])}>{summary(entries.data)}</p>
      )}
      <div className={styles['setup-entries']}>
        {entries.data?.map((entry) => (
          <SetupEntryRow
            key={entry.index}
            entry={entry}
            chosen={isChosen(entry)}
            onChoose={(chosen) => setChanged(new Map(changed).set(entry.index, chosen))}
            allowing={allowed.get(entry.index) ?? false}
            onAllow={(allowing) => setAllowed(new Map(allowed).set(entry.index, allowing))}
          />
        ))}
      </div>
      {add.isError && <ErrorNotice error={add.error} />}
    </Sheet>
  );
}

/** How much is in the file. */
function summary(entries: readonly SetupEntry[]): string {
  const total = (of: (entry: SetupEntry) => number) => entries.reduce((sum, entry) => sum + of(entry), 0);
  return [
    t('common.count.servers', { count: total(({ kind }) => Number(kind === 'server')) }),
    t('settings.setup.webtools', { count: total(({ kind }) => Number(kind === 'webtool')) }),
    t('settings.setup.definitions', { count: total(({ reviewed }) => reviewed) }),
    t('settings.setup.restricting', { count: total(({ restricting }) => restricting.length) }),
    t('settings.setup.allowing', { count: total(({ allowing }) => allowing.length) }),
  ].join(' · ');
}
