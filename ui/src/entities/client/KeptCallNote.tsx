import type { ReactNode } from 'react';
import { useClientNamed } from '../../api/clients';
import type { CallId } from '../../api/generated/contract';
import { Note } from '../../kit/Note';
import { formatMoment } from '../../lib/format';
import { t } from '../../words/translate';
import { ServerName } from '../server/ServerName';
import { RevokeCall } from './RevokeCall';

interface KeptCallNoteProps {
  /** The person's name for the client; `null` = the call is no client's. */
  client: string | null;
  callId: CallId | null;
}

/** Says that the client of a call does not wait for it any more, and until when an approval is kept. */
export function KeptCallNote({ client, callId }: KeptCallNoteProps): ReactNode {
  const known = useClientNamed(client);
  const kept = known?.keptCalls.find((call) => call.callId === callId);
  if (known === undefined || kept === undefined) return null;
  const parts = { client: () => <ServerName label={known.name} />, time: formatMoment(kept.until) };
  return (
    <Note
      tone="lamp"
      role="status"
      {...(kept.isApproved ? { actions: <RevokeCall call={kept} look="button" /> } : {})}
    >
      {t.rich(kept.isApproved ? 'clients.kept.approved' : 'clients.kept.pending', parts)}
    </Note>
  );
}
