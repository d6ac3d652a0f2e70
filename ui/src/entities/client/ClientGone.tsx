import { useState } from 'react';
import type { ReactNode } from 'react';
import { useClientNamed } from '../../api/clients';
import { Note } from '../../kit/Note';
import { formatMoment } from '../../lib/format';
import { t } from '../../words/translate';
import { ServerName } from '../server/ServerName';

/** How long at most a call of a client that has left is kept for it to call again, as `docs/gateway.md` says. */
const KEPT_MS = 10 * 60_000;

interface ClientGoneProps {
  /** The person's name for the client; `null` = the call is no client's. */
  client: string | null;
  /** When the call was approved, Unix ms; `null` = it waits. */
  approvedAt: number | null;
}

/** Says that the client that made a call has left, and what an approval is good for then. */
export function ClientGone({ client, approvedAt }: ClientGoneProps): ReactNode {
  const known = useClientNamed(client);
  const [now] = useState(() => Date.now());
  // Who connects by URL is not connected between two requests.
  if (known?.transport !== 'stdio' || known.sessions > 0) return null;
  const name = () => <ServerName label={known.name} />;
  if (approvedAt === null)
    return (
      <Note tone="lamp" role="status">
        {t.rich('clients.left.before', { client: name })}
      </Note>
    );
  const until = approvedAt + KEPT_MS;
  if (now >= until) return null;
  return (
    <Note tone="lamp" role="status">
      {t.rich('clients.left.after', { client: name, time: formatMoment(until) })}
    </Note>
  );
}
