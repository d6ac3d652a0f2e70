import { Button } from '../../kit/controls';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ConfigTextProblem, ServerSnapshot } from '../../api/generated/contract';
import { UNKEPT, useAnswer, useOperation } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { CodeView } from '../../kit/CodeView/CodeView';
import { Note } from '../../kit/Note';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { notify } from '../../lib/notify';
import { t } from '../../words/translate';
import { messageText } from '../../words/message';
import { MessageText } from '../../entities/message/MessageText';
import { Refused } from './Refused';
import styles from './serverDetail.module.css';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';

/** The configuration of a server as `mcpServers` JSON. */
export function JsonConfiguration({ server }: { server: ServerSnapshot }): ReactNode {
  const stored = useAnswer('serverConfig.get', { serverId: server.id });
  if (stored.isError) return <ErrorNotice error={stored.error} onRetry={() => void stored.refetch()} />;
  if (stored.data === undefined) return <Skeleton rows={6} />;
  return <Editor server={server} stored={stored.data.text} />;
}

function Editor({ server, stored }: { server: ServerSnapshot; stored: string }): ReactNode {
  const [text, setText] = useState(stored);
  const [settled] = useDebouncedValue(text, 300);
  const checked = useAnswer('serverConfig.check', { serverId: server.id, text: settled }, UNKEPT).data;
  const save = useOperation('serverConfig.update', { onSuccess: () => notify(t('common.saved')) });
  const current = settled === text ? checked : undefined;
  const problems = current?.problems ?? [];
  const first = problems.find(({ line }) => line !== null);
  const changed = text !== stored;
  return (
    <>
      <p className={cx(layout.fs12, layout.t2)}>{t('servers.configuration.jsonHelp')}</p>
      <div className={styles.editor}>
        <CodeView
          text={text}
          label={t('servers.configuration.jsonOf', { server: server.label })}
          language="json"
          onChange={setText}
          problem={first?.line == null ? undefined : { line: first.line, column: first.column ?? 1 }}
        />
      </div>
      {problems.length > 0 && (
        <Note tone="bad" role="status">
          {problems.map((problem) => (
            <p key={`${problem.field} ${messageText(problem.message)}`}>
              <VisibleText text={problemText(problem)} />
            </p>
          ))}
        </Note>
      )}
      {problems.length === 0 && (current?.notes.length ?? 0) > 0 && (
        <Note>
          {current?.notes.map((note) => (
            <p key={messageText(note)}>
              <MessageText message={note} />
            </p>
          ))}
        </Note>
      )}
      <Refused error={save.error} />
      <div className={styles.answers}>
        <Button
          size="md"
          variant="filled"
          loading={save.isPending}
          disabled={!changed || problems.length > 0}
          onClick={() => save.mutate({ serverId: server.id, text })}
        >
          {t('common.save')}
        </Button>
        <Button
          size="md"
          variant="subtle"
          disabled={!changed || save.isPending}
          onClick={() => {
            setText(stored);
            save.reset();
          }}
        >
          {t('servers.configuration.reset')}
        </Button>
      </div>
    </>
  );
}

const problemText = ({ line, message }: ConfigTextProblem): string =>
  line === null
    ? messageText(message)
    : t('servers.configuration.jsonLine', { line, message: messageText(message) });
