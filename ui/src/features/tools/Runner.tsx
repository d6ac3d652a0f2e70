import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type {
  ArgumentCheck,
  JsonValue,
  ServerSnapshot,
  SourceId,
  ToolDetail,
} from '../../api/generated/contract';
import { useWebtools } from '../../api/webtools';
import { useAnswer } from '../../api/queries';
import type { SchemaFormHandle } from '../../kit/SchemaForm/SchemaForm';
import { faultText } from '../../kit/SchemaForm/messages';
import { displayPath } from '../../lib/jsonPath';
import { inSchemaOrder } from '../../kit/SchemaForm/order';
import { validate } from '../../kit/SchemaForm/validator';
import { ArgumentsPane } from './ArgumentsPane';
import { adoptSent, dropSecrets, readArguments, schemaOf, useDraft, type ArgumentFault } from './drafts';
import { ResultPane } from './ResultPane';
import { TasksOf } from './TasksOf';
import { useReviewNeeded } from '../../entities/catalog/Stopped';
import { cancelRun, startRun, useRun, useShown, type Run } from './runs';
import { wantedRun } from '../../lib/panels';
import { useStore } from '../../lib/store';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import panesStyles from '../../entities/layout/panes.module.css';
import styles from './tools.module.css';

interface RunnerProps {
  tool: ToolDetail;
  server: ServerSnapshot | undefined;
  /** Why it cannot be run now; `null` = it can. */
  blocked: string | null;
  onShowDefinition: () => void;
}

/** Arguments at the left, what came of them at the right. */
export function Runner({ tool, server, blocked, onShowDefinition }: RunnerProps): ReactNode {
  const { serverId, name } = tool.head;
  const client = useQueryClient();
  const [draft, change] = useDraft(tool);
  const form = useRef<SchemaFormHandle>(null);
  const [faults, setFaults] = useState<ArgumentFault[]>([]);
  const shown = useShown(serverId, name);
  const run = useRun(shown?.kind === 'run' ? shown.callId : null);
  const { data: tasks = [] } = useAnswer('task.list', {});
  const webtool = useWebtools().data?.find(({ id }) => id === serverId);
  // One that goes on as a task keeps nobody from running the tool again.
  const isTask = run !== null && tasks.some(({ callId }) => callId === run.callId);
  const review = useReviewNeeded({ serverId, kind: 'tool', name });
  const isRunning = run?.state.kind === 'running' && !isTask;

  const send = (value: JsonValue, check: ArgumentCheck) => {
    setFaults([]);
    const runOnce = async (): Promise<void> => {
      const isCall = await startRun(client, {
        serverId,
        tool: name,
        schema: schemaOf(tool),
        arguments: value,
        check,
        runAs: draft.runAs,
      });
      // What was refused is put right and sent as it is.
      if (isCall) dropSecrets(tool, value);
    };
    void runOnce();
  };
  /** Sends the arguments of an earlier run. Its secrets are those in the form; what is not there is asked for. */
  const again = ({ arguments: given, missing }: Run, check: ArgumentCheck) => {
    setFaults([]);
    const adopted = flushSync(() => adoptSent(tool, { given, missing: [...missing] }));
    if (adopted.missing.length === 0) send(adopted.given, check);
    else form.current?.focus(adopted.missing.map(({ path }) => path));
  };
  const start = (check: ArgumentCheck) => {
    if (isRunning || blocked !== null) return;
    if (review !== null) {
      review.open();
      return;
    }
    const reading = draft.view === 'json' && draft.text !== null ? readArguments(draft.text) : null;
    if (reading?.kind === 'problem') {
      setFaults([
        {
          field: t('tools.arguments.place', { line: reading.line, column: reading.column }),
          message: reading.message,
          blocks: true,
        },
      ]);
      return;
    }
    const schema = schemaOf(tool);
    const value = reading === null ? inSchemaOrder(draft.value, schema, schema) : reading.value;
    const found = check === 'sendAnyway' || tool.schemaProblem !== null ? [] : findFaults(value);
    if (found.length === 0) send(value, tool.schemaProblem === null ? check : 'sendAnyway');
    else setFaults(found);
  };
  const findFaults = (value: JsonValue): ArgumentFault[] => {
    const raw =
      draft.view === 'form' && form.current !== null ? form.current.check() : validate(schemaOf(tool), value);
    return raw.map(({ path, fault }) => ({
      field: displayPath(path),
      message: faultText(fault),
      blocks: fault.kind === 'notJson',
    }));
  };

  useWantedRun(serverId, name, () => start('refuse'));
  // In a field too.
  useHotkeys([['mod+Enter', () => start('refuse')]], [], true);
  // Not in a field: there it leaves what is being typed.
  useHotkeys([
    [
      'Escape',
      (event) => run !== null && !isForSomethingElse(event) && void cancelRun(run),
      { preventDefault: false },
    ],
  ]);

  return (
    <Group className={styles.runner} orientation="horizontal">
      <Panel
        id="arguments"
        defaultSize={352}
        minSize={260}
        maxSize="60%"
        groupResizeBehavior="preserve-pixel-size"
      >
        <ArgumentsPane
          ref={form}
          tool={tool}
          draft={draft}
          onChange={(part) => {
            setFaults([]);
            change(part);
          }}
          faults={faults}
          isRunning={isRunning}
          blocked={blocked}
          primary={review?.label ?? null}
          onRun={start}
        />
      </Panel>
      <Separator
        className={cx(panesStyles['split-line'], panesStyles.upright)}
        aria-label={t('tools.arguments.resize')}
      />
      <Panel id="result" minSize={220}>
        <div className={styles['result-column']}>
          <TasksOf tool={tool} shown={shown?.kind === 'run' ? shown.callId : null} />
          <div className={styles['result-rest']}>
            <ResultPane
              tool={tool}
              serverLabel={server?.label ?? webtool?.label ?? serverId}
              shown={shown}
              run={run}
              onAgain={
                run === null || blocked !== null || review !== null ? undefined : (check) => again(run, check)
              }
              onShowDefinition={onShowDefinition}
            />
          </div>
        </div>
      </Panel>
    </Group>
  );
}

/** Escape closes what lies on top first; only then does it stop the call. */
function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || !(event.target instanceof Element)) return event.defaultPrevented;
  return event.target.closest('[role="dialog"], [role="menu"], [aria-expanded="true"], .cm-panel') !== null;
}

/** Runs the tool once the person asked for that in the search; what it needs is said in its form. */
function useWantedRun(serverId: SourceId, name: string, start: () => void): void {
  const wanted = useStore(wantedRun);
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  useEffect(() => {
    if (wanted?.serverId !== serverId || wanted.tool !== name) return;
    wantedRun.set(null);
    latest.current();
  }, [wanted, serverId, name]);
}
