import { Button, Segments, TextInput } from '../../kit/controls';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useAnswer } from '../../api/queries';
import { Icon } from '../../kit/Icon';
import { t } from '../../words/translate';
import { inputRows, withInput, word } from './draft';
import { AdvancedFields } from './EraField';
import { OpenSecrets } from './OpenSecrets';
import type { ServerForm } from './useServerForm';
import { InputRows, ValueRows } from './ValueRows';
import { WordsField } from './WordsField';
import { MessageText } from '../../entities/message/MessageText';
import { cx } from '../../lib/cx';
import { Announced } from '../../kit/Announced';
import layout from '../../styles/layout.module.css';
import sheetStyles from '../../kit/sheet.module.css';
import styles from './servers.module.css';

/** The definition of one server, field by field. */
export function DefinitionFields({ form }: { form: ServerForm }): ReactNode {
  const { draft, change, fault } = form;
  const label = (
    <TextInput
      label={t('common.name')}
      placeholder={t('serverForm.fields.namePlaceholder')}
      value={draft.label}
      error={fault('label')}
      spellCheck={false}
      onChange={(event) => change({ label: event.currentTarget.value })}
    />
  );
  return (
    <>
      <div className={cx(layout.row, styles['kind-line'])}>
        <span className={layout.b}>{t('common.type')}</span>
        <Segments
          className={layout.end}
          label={t('common.type')}
          value={draft.kind}
          onChange={(kind) => change({ kind: kind === 'http' ? 'http' : 'stdio' })}
          data={[
            { value: 'stdio', label: t('serverForm.fields.stdio') },
            { value: 'http', label: t('serverForm.fields.http') },
          ]}
        />
      </div>
      {draft.kind === 'stdio' ? (
        <>
          <div className={styles.two}>
            {label}
            <TextInput
              label={t('common.workingDirectory')}
              placeholder={t('serverForm.fields.home')}
              classNames={{ input: cx(sheetStyles.mono, layout.mono) }}
              value={draft.cwd}
              error={fault('cwd')}
              spellCheck={false}
              onChange={(event) => change({ cwd: event.currentTarget.value })}
            />
          </div>
          <CommandField form={form} />
          <OpenSecrets form={form} />
          <Inputs form={form} title={t('serverForm.secrets.inArguments')} />
          <ValueRows
            kind="variable"
            rows={draft.env}
            onChange={(env) => change({ env })}
            fault={(name) => fault(`env.${name}`) ?? (name === '' ? fault('env') : undefined)}
          />
        </>
      ) : (
        <>
          <div className={styles.two}>
            {label}
            <TextInput
              label={t('common.url')}
              placeholder="https://example.com/mcp"
              classNames={{ input: cx(sheetStyles.mono, layout.mono) }}
              value={draft.url}
              error={fault('url')}
              spellCheck={false}
              onChange={(event) => change({ url: event.currentTarget.value })}
            />
          </div>
          <OpenSecrets form={form} />
          <Inputs form={form} title={t('serverForm.secrets.inUrl')} />
          <ValueRows
            kind="header"
            rows={draft.headers}
            onChange={(headers) => change({ headers })}
            fault={(name) => fault(`headers.${name}`) ?? (name === '' ? fault('headers') : undefined)}
          />
        </>
      )}
      <AdvancedFields key={form.active} form={form} />
    </>
  );
}

function Inputs({ form, title }: { form: ServerForm; title: string }): ReactNode {
  return (
    <InputRows
      title={title}
      rows={inputRows(form.draft)}
      onChange={(row) => form.change({ inputs: withInput(form.draft, row) })}
      fault={(name) => form.fault(`inputs.${name}`)}
    />
  );
}

function CommandField({ form }: { form: ServerForm }): ReactNode {
  const { draft, change, fault } = form;
  const problem =
    fault('command') ??
    fault('args') ??
    draft.words.map((_, index) => fault(`args[${index - 1}]`)).find(Boolean);
  const program = draft.words[0]?.text ?? '';
  return (
    <div>
      <div className={sheetStyles['field-label']}>
        <b>{t('common.command')}</b>
        <span className={cx(layout.fs11, layout.t3)}>{t('serverForm.command.help')}</span>
      </div>
      <WordsField
        words={draft.words}
        onChange={(words) => change({ words })}
        fault={(index) => (index === 0 ? fault('command') : fault(`args[${index - 1}]`))}
      />
      {problem !== undefined && (
        <p className={cx(sheetStyles['field-help'], sheetStyles.bad, layout.bad)} role="alert">
          {problem}
        </p>
      )}
      {problem === undefined && (
        <CommandHelp
          program={program.trim()}
          onSplit={() =>
            change({ words: [...program.trim().split(/\s+/).map(word), ...draft.words.slice(1)] })
          }
        />
      )}
    </div>
  );
}

/** Where the program would be found; or that several words stand in the place of one. */
function CommandHelp({ program, onSplit }: { program: string; onSplit: () => void }): ReactNode {
  const [settled] = useDebouncedValue(program, 250);
  const { data } = useAnswer('server.resolveCommand', settled === '' ? null : { command: settled }, {
    staleTime: 5_000,
  });
  if (program === '') return null;
  if (data?.path == null && /\s/.test(program)) {
    return (
      <p className={sheetStyles['field-help']}>
        <Icon name="info" size={12} />
        {t('serverForm.command.hasSpace')}
        <Button size="xs" variant="subtle" color="accent" onClick={onSplit}>
          {t('serverForm.command.split')}
        </Button>
      </p>
    );
  }
  if (data === undefined || settled !== program)
    return <p className={sheetStyles['field-help']}>{t('serverForm.command.searching', { program })}</p>;
  if (data.path === null) {
    return (
      <Announced as="p" className={cx(sheetStyles['field-help'], sheetStyles.bad, layout.bad)}>
        <Icon name="warning" size={12} />
        <MessageText message={data.note} />
      </Announced>
    );
  }
  return (
    <Announced as="p" className={sheetStyles['field-help']}>
      <span className={layout.ok}>
        <Icon name="check" size={12} />
      </span>
      <span>
        <MessageText message={data.note} />
        {data.path !== program && <span className={cx(sheetStyles.mono, layout.mono)}> {data.path}</span>}
      </span>
    </Announced>
  );
}
