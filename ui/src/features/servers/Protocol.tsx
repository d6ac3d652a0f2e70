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
import type { Fact } from './FactList';
import { TRANSPORTS } from './words';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from '../../kit/marks.module.css';

interface ProtocolProps {
  server: ServerSnapshot;
  detail: ServerDetail | undefined;
}

/** The protocol version and transport of a server, where they are known from, and detecting them again. */
export function protocolFacts({ server, detail }: ProtocolProps): Fact[] {
  const verdict = detail?.verdict ?? null;
  const { negotiated, origin } = server;
  const endpoint = negotiated?.endpoint ?? verdict?.endpoint ?? null;
  const transport = {
    name: t('servers.protocol.transport'),
    value: origin.kind !== 'host' ? 'stdio' : <Place endpoint={endpoint} given={origin.url} />,
  };
  if (negotiated === null && verdict === null) return [transport];
  const version = <Version server={server} detail={detail} />;
  return [{ name: t('common.protocolVersion'), value: version }, transport];
}

function Version({ server, detail }: ProtocolProps): ReactNode {
  const probe = useOperation('server.redetectProtocol', { onError: notifyError });
  const verdict = detail?.verdict ?? null;
  const { negotiated } = server;
  const findsOut = detail?.era === 'auto' || (negotiated?.endpoint ?? verdict?.endpoint ?? null) !== null;
  return (
    <>
      {negotiated === null ? (
        <Remembered verdict={verdict} />
      ) : (
        <Agreed negotiated={negotiated} verdict={verdict} />
      )}
      {findsOut && (
        <Button
          size="xs"
          variant="subtle"
          className={styles['inline-action']}
          title={t('servers.protocol.redetectHelp')}
          disabled={server.state.kind === 'disabled'}
          loading={probe.isPending}
          onClick={() => probe.mutate({ serverId: server.id })}
        >
          {t('servers.protocol.redetect')}
        </Button>
      )}
      {negotiated?.found === 'assumed' && (
        <p className={cx(layout.fs12, layout.t2)}>{t('servers.protocol.assumedHelp')}</p>
      )}
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
      <span className={layout.num}>{negotiated.protocolVersion}</span>
      <span className={layout.t3}>, {how[negotiated.found]}</span>
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
      <span className={layout.num}>{verdict.protocolVersion}</span>
      <span className={layout.t3}>, {rememberedSince(verdict)}</span>
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
        <span className={layout.t3}>
          {', '}
          {t.rich('servers.protocol.foundAt', {
            url: () => <span className={cx(layout.mono, layout.wrap)}>{endpoint.url}</span>,
          })}
        </span>
      )}
    </>
  );
}
