import { Button } from '../../kit/controls';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { PastedTransport } from '../../api/generated/contract';
import { UNKEPT, useAnswer } from '../../api/queries';
import { Note } from '../../kit/Note';
import { takenSecrets, toPasted } from './draft';
import type { ServerForm } from './useServerForm';
import { formatList, formatNumber } from '../../lib/format';
import { t } from '../../words/translate';

/** Says that an argument or the URL looks like a secret, and offers to store it as one. */
export function OpenSecrets({ form }: { form: ServerForm }): ReactNode {
  const { draft, change } = form;
  const typed = JSON.stringify(toPasted(draft));
  const [settled] = useDebouncedValue(typed, 300);
  const { data: taken } = useAnswer('server.takeSecrets', JSON.parse(settled) as PastedTransport, UNKEPT);
  if (taken === undefined || settled !== typed) return null;
  const found = warningOf(JSON.parse(typed) as PastedTransport, taken);
  if (found === null) return null;
  return (
    <Note
      tone="lamp"
      role="status"
      actions={
        <Button size="xs" onClick={() => change(takenSecrets(draft, taken))}>
          {t('serverForm.secrets.store')}
        </Button>
      }
    >
      {found}
    </Note>
  );
}

/** Says where something looks like a secret. */
function warningOf(typed: PastedTransport, taken: PastedTransport): string | null {
  if (typed.kind === 'http')
    return taken.kind === 'http' && taken.inputs.length > typed.inputs.length
      ? t('serverForm.secrets.url')
      : null;
  if (taken.kind !== 'stdio') return null;
  const numbers = typed.args.flatMap((arg, index) =>
    arg === taken.args[index] ? [] : [formatNumber(index + 1)],
  );
  if (numbers.length === 0) return null;
  return t('serverForm.secrets.argument', { count: numbers.length, numbers: formatList(numbers) });
}
