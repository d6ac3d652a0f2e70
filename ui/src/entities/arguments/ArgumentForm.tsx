import { Button } from '../../kit/controls';
import { useCallback, useState } from 'react';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { call } from '../../api/client';
import type { CompletionReference, PromptArgument, ServerId } from '../../api/generated/contract';
import { modKey } from '../../lib/platform';
import { t } from '../../words/translate';
import { CompletionField } from './CompletionField';
import { Kbd } from '../../kit/Kbd';
import { Note } from '../../kit/Note';
import { MOST_FIELDS } from '../../kit/SchemaForm/fieldCount';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './argumentForm.module.css';

interface ArgumentFormProps {
  serverId: ServerId;
  /** What the arguments belong to, for the server's proposals. */
  reference: CompletionReference;
  arguments: readonly PromptArgument[];
  values: Readonly<Record<string, string>>;
  /** Values given before, by argument; the latest first. */
  recent?: ReadonlyMap<string, readonly string[]> | undefined;
  onValues: (values: Readonly<Record<string, string>>) => void;
  /** "Get" or "Read". */
  action: string;
  busy: boolean;
  onSubmit: (values: Record<string, string>) => void;
  /** Between the fields and the button. */
  children?: ReactNode;
}

/** Text arguments of a prompt or a template, with the server's proposals. Sends with the button or Ctrl+Enter. */
export function ArgumentForm(props: ArgumentFormProps): ReactNode {
  const { values, onValues, action, busy, onSubmit } = props;
  const [checked, setChecked] = useState(false);
  const shown = props.arguments.slice(0, MOST_FIELDS);
  const missing = props.arguments.filter(({ name, required }) => required && textOf(values, name) === '');

  const submit = (): void => {
    setChecked(true);
    if (missing.length === 0 && !busy) onSubmit(given(values));
  };
  return (
    // A key that works in every field of the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={styles.arguments}
      aria-label={t('common.arguments')}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          submit();
        } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
          // Enter in a field chooses a proposal or does nothing; it never sends half a form.
          event.preventDefault();
        }
      }}
    >
      {shown.map((argument) => (
        <ArgumentField
          key={argument.name}
          {...props}
          argument={argument}
          error={checked && missing.includes(argument) ? t('form.requiredField') : undefined}
          onValue={(value) => onValues({ ...values, [argument.name]: value })}
        />
      ))}
      {shown.length < props.arguments.length && (
        <Note tone="lamp">{t('form.firstArguments', { count: shown.length })}</Note>
      )}
      {props.children}
      <div className={layout.row}>
        <Button type="submit" size="md" variant="filled" loading={busy} rightSection={<Kbd>{modKey} ↵</Kbd>}>
          {action}
        </Button>
      </div>
    </form>
  );
}

interface ArgumentFieldProps extends ArgumentFormProps {
  argument: PromptArgument;
  error: string | undefined;
  onValue: (value: string) => void;
}

function ArgumentField({
  serverId,
  reference,
  argument,
  values,
  recent,
  error,
  onValue,
}: ArgumentFieldProps): ReactNode {
  const { name, title, description, required } = argument;
  // One text for the question's parts, so that typing in this field does not make a new question.
  const question = JSON.stringify({ reference, context: given({ ...values, [name]: '' }) });
  const complete = useCallback(
    (value: string) => {
      const { reference: asked, context } = JSON.parse(question) as {
        reference: CompletionReference;
        context: Record<string, string>;
      };
      return call('completion.complete', { serverId, reference: asked, argument: name, value, context });
    },
    [serverId, question, name],
  );
  return (
    <CompletionField
      label={<VisibleText text={title} />}
      description={
        <Help name={title.toLowerCase() === name.toLowerCase() ? null : name} description={description} />
      }
      error={error}
      required={required}
      value={textOf(values, name)}
      onChange={onValue}
      complete={complete}
      recent={recent?.get(name)}
    />
  );
}

/** The name in the protocol, where the label is another, and what the server says about it. */
function Help({ name, description }: { name: string | null; description: string | null }): ReactNode {
  return (
    <>
      {name !== null && (
        <span className={cx(layout.mono, styles['argument-name'])}>
          <VisibleText text={name} />
        </span>
      )}
      {description !== null && <VisibleText text={description} />}
    </>
  );
}

/** What was typed for an argument, which a server may well call `constructor`. */
function textOf(values: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : '';
}

/** What has been filled in. An empty field is no value. */
function given(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
