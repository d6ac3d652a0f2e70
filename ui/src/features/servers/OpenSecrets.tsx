import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../api/client';
import type { PastedTransport } from '../../api/generated/contract';
import { Note } from '../../components/Note';
import { takenSecrets, toPasted } from './draft';
import type { ServerForm } from './useServerForm';

/** Says that an argument or the address looks like a secret, and offers to keep it as one. */
export function OpenSecrets({ form }: { form: ServerForm }): ReactNode {
  const { draft, change } = form;
  const typed = JSON.stringify(toPasted(draft));
  const [settled] = useDebouncedValue(typed, 300);
  const { data: taken } = useQuery<PastedTransport>({
    queryKey: ['openSecrets', settled],
    queryFn: () => call('server.takeSecrets', JSON.parse(settled) as PastedTransport),
    // What is typed may hold secrets: the answer is kept only while it is shown.
    gcTime: 0,
  });
  if (taken === undefined || settled !== typed) return null;
  const places = placesOf(JSON.parse(typed) as PastedTransport, taken);
  if (places === '') return null;
  return (
    <Note
      tone="lamp"
      role="status"
      actions={
        <Button size="xs" onClick={() => change(takenSecrets(draft, taken))}>
          Keep it as a secret
        </Button>
      }
    >
      {places} looks like a secret. As it is, it is stored where other programs can read it.
    </Note>
  );
}

/** "Argument 2", "The address": where something was taken out. */
function placesOf(typed: PastedTransport, taken: PastedTransport): string {
  if (typed.kind === 'http')
    return taken.kind === 'http' && taken.inputs.length > typed.inputs.length ? 'The address' : '';
  if (taken.kind !== 'stdio') return '';
  const numbers = typed.args.flatMap((arg, index) => (arg === taken.args[index] ? [] : [index + 1]));
  return numbers.length === 0 ? '' : `Argument ${numbers.join(', ')}`;
}
