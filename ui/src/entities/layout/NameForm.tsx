import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ApiError } from '../../api/client';
import { Button, TextInput } from '../../kit/controls';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { ErrorNotice } from '../message/ErrorNotice';

interface NameFormProps {
  label: string;
  description?: string;
  /** The name it has so far. */
  initial?: string;
  /** The text of the button that sends the name. */
  submit: string;
  isPending: boolean;
  error: ApiError | null;
  onSubmit: (name: string) => void;
  onCancel: () => void;
}

/** Asks for a name, in a dialog. A name is no longer than 64 characters and never empty. */
export function NameForm({
  label,
  description,
  initial = '',
  submit,
  isPending,
  error,
  onSubmit,
  onCancel,
}: NameFormProps): ReactNode {
  const [text, setText] = useState(initial);
  const name = text.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') onSubmit(name);
      }}
    >
      <TextInput
        label={label}
        description={description}
        maxLength={64}
        value={text}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {error !== null && <ErrorNotice error={error} />}
      <div className={cx(layout.row, layout['dialog-actions'])}>
        <Button size="md" variant="subtle" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button size="md" type="submit" variant="filled" disabled={name === ''} loading={isPending}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
