import { Button } from '../../kit/controls';
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
import { TRANSPORTS } from './words';
import { t } from '../../words/translate';

interface ProtocolProps {
  server: ServerSnapshot;
  detail: ServerDetail | undefined;
}

/** The protocol version and transport of a server, where they are known from, and detecting them again. */
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
          <dt>{t('servers.protocol.version')}</dt>
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
                title={t('servers.protocol.redetectHelp')}
                disabled={server.state.kind === 'disabled'}
                loading={probe.isPending}
                onClick={() => probe.mutate({ serverId: server.id })}
              >
                {t('servers.protocol.redetect')}
              </Button>
            )}
            {negotiated?.found === 'assumed' && (
              <p className="fs12 t2">{t('servers.protocol.assumedHelp')}</p>
            )}
          </dd>
        </>
      )}
      <dt>{t('servers.protocol.transport')}</dt>
      <dd>
        {server.origin.kind !== 'host' ? 'stdio' : <Place endpoint={endpoint} given={server.origin.url} />}
      </dd>
    </>
  );
}

function Agreed({ negotiated, verdict }: { negotiated: Negotiated; verdict: EraVerdict | null }): ReactNode {
  const how: Record<EraFound, string> = {
    chosen: t('servers.protocol.chosen'),
    probed: t('servers.protocol.detected'),
    assumed: t('servers.protocol.assumed'),
    remembered: rememberedSince(verdict),
  };
  return (
    <>
      <span className="num">{negotiated.protocolVersion}</span>
      <span className="t3">, {how[negotiated.found]}</span>
    </>
  );
}

function rememberedSince(verdict: EraVerdict | null): string {
  if (verdict === null) return t('servers.protocol.remembered');
  return t('servers.protocol.rememberedSince', { time: formatMoment(verdict.foundAt) });
}

function Remembered({ verdict }: { verdict: EraVerdict | null }): ReactNode {
  if (verdict === null) return null;
  return (
    <>
      <span className="num">{verdict.protocolVersion}</span>
      <span className="t3">, {rememberedSince(verdict)}</span>
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
          {', '}
          {t.rich('servers.protocol.foundAt', {
            url: () => <span className="mono wrap">{endpoint.url}</span>,
          })}
        </span>
      )}
    </>
  );
}
