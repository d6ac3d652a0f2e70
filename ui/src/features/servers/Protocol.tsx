import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  Endpoint,
  EraFound,
  EraVerdict,
  Negotiated,
  ServerDetail,
  ServerSnapshot,
} from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { formatMoment } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { ERAS, TRANSPORTS } from './words';

interface ProtocolProps {
  server: ServerSnapshot;
  detail: ServerDetail | undefined;
}

/** How a server is spoken to, how that came to be known, and the way to have it found out again. */
export function Protocol({ server, detail }: ProtocolProps): ReactNode {
  const probe = useOperation('server.redetectProtocol', { onError: notifyError });
  const verdict = detail?.verdict ?? null;
  const { negotiated } = server;
  const endpoint = negotiated?.endpoint ?? verdict?.endpoint ?? null;
  const findsOut = detail?.era === 'auto' || endpoint !== null;
  return (
    <>
      {(negotiated !== null || verdict !== null) && (
        <>
          <dt>Protocol</dt>
          <dd>
            {negotiated === null ? (
              <Remembered verdict={verdict} />
            ) : (
              <Agreed negotiated={negotiated} verdict={verdict} />
            )}
            {findsOut && (
              <Button
                size="xs"
                variant="subtle"
                className="inline-action"
                title="Approval it again how it is spoken to and where it is; it is restarted"
                disabled={server.state.kind === 'disabled'}
                loading={probe.isPending}
                onClick={() => probe.mutate({ serverId: server.id })}
              >
                Probe again
              </Button>
            )}
            {negotiated?.found === 'assumed' && (
              <p className="fs12 t2">
                Each start waits for its answer first. If it never gives one, choose Legacy under Edit,
                Advanced.
              </p>
            )}
          </dd>
        </>
      )}
      <dt>Transport</dt>
      <dd>
        {server.origin.kind !== 'host' ? (
          'standard input and output'
        ) : (
          <Place endpoint={endpoint} given={server.origin.url} />
        )}
      </dd>
    </>
  );
}

function Agreed({ negotiated, verdict }: { negotiated: Negotiated; verdict: EraVerdict | null }): ReactNode {
  const how: Record<EraFound, string> = {
    chosen: 'as you chose',
    probed: 'it said so when asked at this start',
    assumed: 'it said nothing when asked',
    remembered: verdict === null ? 'remembered' : `remembered since ${formatMoment(verdict.foundAt)}`,
  };
  return (
    <>
      <span className="num">{negotiated.protocolVersion}</span>
      <span className="t3">
        , {ERAS[negotiated.era]}; {how[negotiated.found]}
      </span>
    </>
  );
}

function Remembered({ verdict }: { verdict: EraVerdict | null }): ReactNode {
  if (verdict === null) return null;
  return (
    <>
      <span className="num">{verdict.protocolVersion}</span>
      <span className="t3">
        {verdict.era !== null && `, ${ERAS[verdict.era]}`}; found {formatMoment(verdict.foundAt)}
      </span>
    </>
  );
}

/** Where a server behind an address really is, if that is not what was given. */
function Place({ endpoint, given }: { endpoint: Endpoint | null; given: string }): ReactNode {
  if (endpoint === null) return 'HTTP';
  return (
    <>
      {TRANSPORTS[endpoint.transport]}
      {endpoint.url !== given && (
        <span className="t3">
          , found at <span className="mono wrap">{endpoint.url}</span>
        </span>
      )}
    </>
  );
}
