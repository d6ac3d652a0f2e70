import type { ClientSnapshot } from '../../api/generated/contract';
import { formatMoment } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';

/** Whether it is connected, or why it gets nothing. */
export function clientState({ status, sessions }: ClientSnapshot): string {
  if (status !== 'allowed') return t(`clients.status.${status}`);
  return sessions > 0 ? t('clients.status.connected', { count: sessions }) : t('clients.status.offline');
}

/** Since when it is connected, or when it was last. */
export function connectionText({ connectedSince, seenAt }: ClientSnapshot): string {
  if (connectedSince !== null) return t('clients.connectedSince', { time: formatMoment(connectedSince) });
  return seenAt === null
    ? t('clients.neverConnected')
    : t('clients.lastConnected', { time: formatMoment(seenAt) });
}

/** The program it is; where the system does not tell, what started it. */
export const programText = ({ program: { path, parent }, transport }: ClientSnapshot): string =>
  transport === 'http' ? t('clients.facts.http') : visibleString(path ?? parent ?? t('common.unknown'));

/** A client in a list: its name and its state. */
export const clientLabel = (client: ClientSnapshot): string =>
  t('clients.named', { client: visibleString(client.name), state: clientState(client) });

/** What a client wants that connects for the first time. */
export const newClientTitle = ({ name }: ClientSnapshot): string =>
  t('approvals.client.heading', { client: visibleString(name) });
