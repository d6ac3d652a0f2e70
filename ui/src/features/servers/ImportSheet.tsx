import { Button, Checkbox } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ImportCandidate, ImportChoice, ImportSource } from '../../api/generated/contract';
import { useAnswer, useOperation } from '../../api/queries';
import { EmptyState } from '../../kit/EmptyState';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { KeyringNote } from '../../entities/message/KeyringNote';
import { Note } from '../../kit/Note';
import { Sheet } from '../../kit/Sheet';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { formatList, originText } from '../../lib/format';
import { notify } from '../../lib/notify';
import { sheet } from '../../lib/panels';
import { MessageText } from '../../entities/message/MessageText';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import { Hint } from '../../kit/Hint';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import sheetStyles from '../../kit/sheet.module.css';
import styles from './servers.module.css';

const keyOf = (path: string, key: string): string => JSON.stringify([path, key]);

/** Imports servers from the files of other apps. They arrive disabled. */
export function ImportSheet({ apps }: { apps: string[] | null }): ReactNode {
  const scan = useAnswer('import.scan', {});
  const navigate = useNavigate();
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const sources = (scan.data ?? []).filter((source) => apps === null || apps.includes(source.app));
  const isChosen = (path: string, server: ImportCandidate) =>
    server.problem === null && (changed.get(keyOf(path, server.key)) ?? !server.known);
  const choices: ImportChoice[] = sources.flatMap(({ path, servers }) =>
    servers.filter((server) => isChosen(path, server)).map(({ key }) => ({ path, key })),
  );
  const secrets = sources.some(({ path, servers }) =>
    servers.some((server) => isChosen(path, server) && server.secretNames.length > 0),
  );
  const close = () => sheet.set({ kind: 'closed' });
  const apply = useOperation('import.apply', {
    onSuccess: (added) => {
      close();
      notify(t('serverForm.import.imported', { count: added.length }));
      return added.length === 0 ? undefined : navigate({ to: '/servers', search: { view: 'enable' } });
    },
  });
  return (
    <Sheet
      title={t('serverForm.import.title')}
      onClose={close}
      notice={secrets && <KeyringNote show="always" />}
      footer={
        <>
          <Button size="md" variant="subtle" onClick={close}>
            {t('common.cancel')}
          </Button>
          <span className={layout.grow} />
          <span className={cx(layout.fs12, layout.t2)}>{t('common.importedHelp')}</span>
          <Button
            size="md"
            variant="filled"
            disabled={choices.length === 0}
            loading={apply.isPending}
            onClick={() => apply.mutate({ choices })}
          >
            {t('common.importServers', { count: choices.length })}
          </Button>
        </>
      }
    >
      {scan.isFetching && <Skeleton rows={5} />}
      {scan.isError && <ErrorNotice error={scan.error} onRetry={() => void scan.refetch()} />}
      {scan.data !== undefined && sources.length === 0 && (
        <EmptyState icon="import" title={t('common.nothingToImport')}>
          {t('serverForm.import.noneHelp')}
        </EmptyState>
      )}
      {sources.map((source) => (
        <SourceServers
          key={source.path}
          source={source}
          isChosen={(server) => isChosen(source.path, server)}
          onChoose={(server, on) => setChanged(new Map(changed).set(keyOf(source.path, server.key), on))}
        />
      ))}
      {apply.isError && <ErrorNotice error={apply.error} />}
    </Sheet>
  );
}

interface SourceServersProps {
  source: ImportSource;
  isChosen: (server: ImportCandidate) => boolean;
  onChoose: (server: ImportCandidate, on: boolean) => void;
}

function SourceServers({ source, isChosen, onChoose }: SourceServersProps): ReactNode {
  return (
    <section aria-label={source.app}>
      <div className={sheetStyles['field-label']}>
        <b>{source.app}</b>
        <Hint className={cx(layout.mono, layout.t3, layout.cut)} label={source.path}>
          {source.path}
        </Hint>
      </div>
      {source.problem !== null && (
        <Note tone="lamp">
          <span className={layout.b}>{t('serverForm.import.unreadable')}</span>{' '}
          <MessageText message={source.problem} />
        </Note>
      )}
      {source.servers.map((server) => (
        <Checkbox
          key={server.key}
          className={styles['import-row']}
          checked={isChosen(server)}
          disabled={server.problem !== null}
          onChange={(event) => onChoose(server, event.currentTarget.checked)}
          label={<VisibleText text={server.key} />}
          description={
            <>
              <span className={layout.mono}>
                <VisibleText text={originText(server.origin)} />
              </span>
              <span className={styles['import-remarks']}>{remarks(server).join(' · ')}</span>
            </>
          }
        />
      ))}
    </section>
  );
}

function remarks(server: ImportCandidate): string[] {
  return [
    ...(server.known ? [t('serverForm.import.known')] : []),
    ...(server.secretNames.length > 0
      ? [t('serverForm.import.secrets', { names: formatList(server.secretNames) })]
      : []),
    ...(server.problem === null ? [] : [messageText(server.problem)]),
  ];
}
