import type { ClientSnapshot } from '../../api/generated/contract';
import { formatMoment } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';

/** Whether it is connected, or why it gets nothing. */
export function clientState({ status, connectedSince }: ClientSnapshot): string {
  if (status !== 'allowed') return t(`clients.status.${status}`);
  return connectedSince === null
    ? t('clients.status.offline')
    : t('clients.status.connected', { time: formatMoment(connectedSince) });
}

/** The tone of the mark of its state. */
export function clientTone({ status, connectedSince }: ClientSnapshot): 'plain' | 'ok' | 'lamp' | 'bad' {
  switch (status) {
    case 'waiting':
      return 'lamp';
    case 'paused':
      return 'plain';
    case 'refused':
      return 'bad';
    case 'allowed':
      return connectedSince === null ? 'plain' : 'ok';
  }
}

/** What it says it is: `claude-code 2.1, protocol 2025-11-25`; `null` = nothing yet. */
export function declaredText({ declared }: ClientSnapshot): string | null {
  if (declared === null || declared.name === '') return null;
  const name = visibleString(declared.title ?? declared.name);
  const version = visibleString(declared.version);
  return t('clients.declared', { name, version, protocol: visibleString(declared.protocolVersion) });
}
