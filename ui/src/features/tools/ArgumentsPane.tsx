import { Button } from '../../kit/controls';
import { useId, useMemo, type ReactNode, type Ref } from 'react';
import type { ArgumentCheck, ToolDetail } from '../../api/generated/contract';
import { useSettings } from '../../api/queries';
import { CodeView } from '../../kit/CodeView/CodeView';
import { Icon, Spinner } from '../../kit/Icon';
import { Kbd } from '../../kit/Kbd';
import { Note } from '../../kit/Note';
import { SchemaForm, type SchemaFormHandle } from '../../kit/SchemaForm/SchemaForm';
import { declaresNothing } from '../../kit/SchemaForm/shape';
import { Segments } from '../../kit/Segments';
import { VisibleText } from '../../kit/VisibleText';
import { formatList, formatTimeout } from '../../lib/format';
import { ariaKeys, modKey } from '../../lib/platform';
import { ArgumentFaults } from './ArgumentFaults';
import { AsTask } from './AsTask';
import {
  readArguments,
  resetDraft,
  schemaOf,
  textOf,
  textProblem,
  type ArgumentFault,
  type Draft,
} from './drafts';
import { stillMissing } from '../../words/omitted';
import { t } from '../../words/translate';
import { MessageText } from '../../entities/message/MessageText';
import { Hint } from '../../kit/Hint';
import { Announced } from '../../kit/Announced';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import argumentFormStyles from '../../entities/arguments/argumentForm.module.css';
import styles from './tools.module.css';

interface ArgumentsPaneProps {
  tool: ToolDetail;
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  faults: readonly ArgumentFault[];
  isRunning: boolean;
  /** Why it cannot be run now; `null` = it can. */
  blocked: string | null;
  /** What has to be done before it can be run, which takes the place of running it; `null` = nothing. */
  primary: string | null;
  onRun: (check: ArgumentCheck) => void;
  ref: Ref<SchemaFormHandle>;
}

/** What the tool is called with: as a form, or as JSON. */
export function ArgumentsPane({
  tool,
  draft,
  onChange,
  faults,
  isRunning,
  blocked,
  primary,
  onRun,
  ref,
}: ArgumentsPaneProps): ReactNode {
  const hasForm = tool.schemaProblem === null;
  const view = hasForm ? draft.view : 'json';
  return (
    <section
      className={cx(argumentFormStyles.arguments, styles.arguments)}
      aria-label={t('common.arguments')}
    >
      <div className={styles['arguments-head']}>
        <h3 className={layout.bb}>{t('common.arguments')}</h3>
        {hasForm && (
          <span className={layout.end}>
            <Segments
              label={t('common.argumentsView')}
              data={[
                { value: 0, label: t('common.form') },
                { value: 1, label: t('common.json') },
              ]}
              value={view === 'form' ? 0 : 1}
              onChange={(index) => onChange({ view: index === 0 ? 'form' : 'json' })}
            />
          </span>
        )}
      </div>
      <NotStored draft={draft} />
      {view === 'form' ? (
        <ArgumentsForm ref={ref} tool={tool} draft={draft} onChange={onChange} />
      ) : (
        <ArgumentsJson tool={tool} draft={draft} onChange={onChange} />
      )}
      {faults.length > 0 && blocked === null && <ArgumentFaults faults={faults} onRun={onRun} />}
      <RunFoot
        tool={tool}
        draft={draft}
        onChange={onChange}
        isRunning={isRunning}
        blocked={blocked}
        primary={primary}
        onRun={onRun}
      />
    </section>
  );
}

/** Which values of an earlier call have to be entered again. */
function NotStored({ draft: { value, missing } }: Pick<ArgumentsPaneProps, 'draft'>): ReactNode {
  const left = stillMissing(value, missing);
  if (left.length === 0) return null;
  const names = formatList(left.map(({ name }) => name));
  return (
    <div className={styles['not-stored']}>
      <Note tone="lamp" role="alert">
        {t.rich('tools.arguments.notStored', { arguments: () => <VisibleText text={names} /> })}
      </Note>
    </div>
  );
}

type PartProps = Pick<ArgumentsPaneProps, 'tool' | 'draft' | 'onChange'>;

function ArgumentsForm({
  tool,
  draft,
  onChange,
  ref,
}: PartProps & { ref: Ref<SchemaFormHandle> }): ReactNode {
  const schema = schemaOf(tool);
  const problem = textProblem(draft);
  return (
    <div className={cx(styles['arguments-body'], layout.scrolls)}>
      {problem !== null && (
        <Note
          tone="lamp"
          actions={
            <>
              <Button size="xs" onClick={() => onChange({ view: 'json' })}>
                {t('tools.arguments.fix')}
              </Button>
              <Button size="xs" variant="subtle" onClick={() => onChange({ text: null })}>
                {t('common.discard')}
              </Button>
            </>
          }
        >
          {t('tools.arguments.invalidJson', { line: problem.line })}
        </Note>
      )}
      {declaresNothing(schema) && <p className={layout.t3}>{t('tools.arguments.noArguments')}</p>}
      <SchemaForm
        ref={ref}
        schema={schema}
        value={draft.value}
        onChange={(value) => onChange({ value, text: null })}
        label={t('tools.arguments.formOf', { tool: tool.head.title })}
        disabled={problem !== null}
        state={draft.form}
      />
    </div>
  );
}

function ArgumentsJson({ tool, draft, onChange }: PartProps): ReactNode {
  const problem = textProblem(draft);
  const shown = useMemo(() => textOf(tool, draft), [tool, draft]);
  return (
    <div className={styles['arguments-json']}>
      {tool.schemaProblem !== null && (
        <Note tone="lamp">
          {t('tools.arguments.invalidSchema')} <MessageText message={tool.schemaProblem} />
        </Note>
      )}
      <div className={styles['arguments-code']}>
        <CodeView
          text={shown}
          label={t('common.argumentsAsJson')}
          problem={problem ?? undefined}
          onChange={(text) => {
            if (text === shown) return;
            const reading = readArguments(text);
            onChange(reading.kind === 'value' ? { text, value: reading.value } : { text });
          }}
        />
      </div>
      {problem !== null && (
        <Announced as="p" className={styles['json-problem']}>
          <Icon name="warning" size={12} />
          {t('tools.arguments.problem', {
            line: problem.line,
            column: problem.column,
            problem: problem.message,
          })}
        </Announced>
      )}
    </div>
  );
}

function RunFoot({
  tool,
  draft,
  onChange,
  isRunning,
  blocked,
  primary,
  onRun,
}: Omit<ArgumentsPaneProps, 'faults' | 'ref'>): ReactNode {
  const timeout = useSettings().data?.requestTimeoutMs;
  const reasonId = useId();
  return (
    <div className={styles['arguments-foot']}>
      <Button
        size="md"
        variant="filled"
        leftSection={
          isRunning ? <Spinner size={14} /> : <Icon name={primary === null ? 'run' : 'eye'} size={14} />
        }
        aria-disabled={isRunning || blocked !== null || undefined}
        data-disabled={blocked !== null}
        aria-describedby={blocked === null ? undefined : reasonId}
        aria-keyshortcuts={ariaKeys('mod+Enter')}
        onClick={() => onRun('refuse')}
      >
        {primary ?? t('common.run')} <Kbd>{modKey} ↵</Kbd>
      </Button>
      <Button size="md" variant="subtle" onClick={() => resetDraft(tool)}>
        {t('tools.arguments.reset')}
      </Button>
      <AsTask tool={tool} draft={draft} onChange={onChange} />
      {blocked !== null && (
        // The head of the page says it to those who see it.
        <span id={reasonId} className={layout['sr-only']}>
          <VisibleText text={blocked} />
        </span>
      )}
      {blocked === null && timeout !== undefined && tool.taskSupport === 'forbidden' && (
        <Hint className={cx(layout.end, layout.fs11, layout.t3)} label={t('tools.arguments.timeoutHelp')}>
          {t('tools.arguments.timeout', { time: formatTimeout(timeout) })}
        </Hint>
      )}
    </div>
  );
}
