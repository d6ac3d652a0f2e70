import { call } from '../../api/client';
import type { ClientSnapshot } from '../../api/generated/contract';
import { clientEntryId } from '../../api/waiting';
import { renamedClient } from '../../entities/client/clientActions';
import { ClientIcon } from '../../entities/client/ClientMark';
import { programText } from '../../entities/client/words';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { action } from './serverThings';
import type { Navigate, Thing } from './thing';

/** A client, and what can be done to it. */
export function ofClient(client: ClientSnapshot, navigate: Navigate): Thing[] {
  const { id, name, profile, status } = client;
  const named = { client: visibleString(name) };
  const page: Thing = {
    id: `client ${id}`,
    kind: 'client',
    title: name,
    detail: programText(client),
    more: '',
    icon: () => <ClientIcon />,
    run: () => void navigate({ to: '/clients', search: { item: id } }),
  };
  const open = action(`open ${id}`, t('palette.action.open', named), 'terminal', page.run);
  const rename = action(`rename ${id}`, t('common.renameOf', named), 'edit', () => {
    page.run();
    renamedClient.set(client);
  });
  switch (status) {
    case 'allowed':
      return [
        page,
        open,
        rename,
        action(`pause ${id}`, t('palette.action.pause', named), 'pause', () => {
          call('client.decide', { clientId: id, decision: { kind: 'pause' } }).catch(notifyError);
        }),
      ];
    case 'paused':
      return [
        page,
        open,
        rename,
        action(`resume ${id}`, t('palette.action.resume', named), 'run', () => {
          call('client.decide', { clientId: id, decision: { kind: 'allow', profile } }).catch(notifyError);
        }),
      ];
    case 'waiting':
      return [
        page,
        open,
        rename,
        action(`review ${id}`, t('palette.action.review', named), 'approval', () => {
          void navigate({ to: '/approvals', search: { item: clientEntryId(id) } });
        }),
      ];
    case 'refused':
      return [page, open, rename];
  }
}
