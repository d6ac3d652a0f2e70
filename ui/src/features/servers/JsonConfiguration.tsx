import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { call, toApiError } from '../../api/client';
import type { EraChoice, ServerConfig, ServerSnapshot } from '../../api/generated/contract';
import { CodeView } from '../../kit/CodeView/CodeView';
import { Note } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import { readJson } from '../../lib/json';
import { mcpServersJson } from '../../lib/mcpServers';
import { notify } from '../../lib/notify';
import { t } from '../../words/translate';
import { draftFromConfig, draftFromPaste, toServerDraft, withReferences } from './draft';
import { lineOfField } from './jsonFields';
import styles from './serverDetail.module.css';

interface JsonConfigurationProps {
  server: ServerSnapshot;
  config: Exclude<ServerConfig, { kind: 'demo' }>;
  era: EraChoice;
}

interface Problem {
  message: string;
  line: number | null;
  column: number;
}

/** The configuration of a server as `mcpServers` JSON, saved as the form is. */
export function JsonConfiguration({ server, config, era }: JsonConfigurationProps): ReactNode {
  const stored = mcpServersJson(server.label, config);
  const [text, setText] = useState(stored);
  const [problems, setProblems] = useState<Problem[]>([]);
  const [saving, setSaving] = useState(false);
  const name = t('servers.configuration.jsonOf', { server: server.label });
  const save = async () => {
    const syntax = readJson(text);
    if (syntax.kind === 'problem') return setProblems([syntax]);
    setSaving(true);
    try {
      const reading = await call('server.readPaste', { text });
      if (reading.kind === 'problem')
        return setProblems([{ message: reading.message, line: reading.line, column: reading.column ?? 1 }]);
      const [found, ...others] = reading.kind === 'servers' ? reading.servers : [];
      if (found === undefined || others.length > 0)
        return setProblems([{ message: t('servers.configuration.jsonOne'), line: null, column: 1 }]);
      const draft = withReferences(
        { ...draftFromPaste(found), label: found.label },
        draftFromConfig(server.label, config, era),
      );
      await call('server.update', { serverId: server.id, draft: toServerDraft(draft) });
      setProblems([]);
      notify(t('common.saved'));
    } catch (cause) {
      const error = toApiError(cause);
      const fields = error.fields.map(({ field, message }) => ({
        message,
        line: lineOfField(text, field),
        column: 1,
      }));
      setProblems(fields.length > 0 ? fields : [{ message: error.message, line: null, column: 1 }]);
    } finally {
      setSaving(false);
    }
  };
  const first = problems.find(({ line }) => line !== null);
  return (
    <>
      <p className="fs12 t2">{t('servers.configuration.jsonHelp')}</p>
      <div className={styles.editor}>
        <CodeView
          text={text}
          label={name}
          language="json"
          onChange={setText}
          problem={
            first === undefined || first.line === null
              ? undefined
              : { line: first.line, column: first.column }
          }
        />
      </div>
      {problems.length > 0 && (
        <Note tone="bad" role="alert">
          {problems.map(({ message, line }) => (
            <p key={`${line} ${message}`}>
              <VisibleText
                text={line === null ? message : t('servers.configuration.jsonLine', { line, message })}
              />
            </p>
          ))}
        </Note>
      )}
      <div className={styles.answers}>
        <Button
          size="md"
          variant="filled"
          loading={saving}
          disabled={text === stored}
          onClick={() => void save()}
        >
          {t('common.save')}
        </Button>
        <Button
          size="md"
          variant="subtle"
          disabled={text === stored || saving}
          onClick={() => {
            setText(stored);
            setProblems([]);
          }}
        >
          {t('servers.configuration.reset')}
        </Button>
      </div>
    </>
  );
}
