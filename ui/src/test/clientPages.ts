import { screen } from '@testing-library/react';
import { CLIENT, someClients, someRecords, someRules } from '../host/fake';
import { t } from '../words/translate';
import type { Page } from './page';

/** The screen of the clients, and what names them elsewhere. */
export const CLIENT_PAGES: readonly Page[] = [
  { startAt: '/clients', checked: true, shows: 'common.connectAgent' },
  {
    startAt: '/clients',
    checked: true,
    shows: 'clients.note.waiting',
    change: (world) => (world.clients = [CLIENT]),
  },
  {
    startAt: '/clients?item=client1',
    checked: true,
    shows: 'clients.access.title',
    change: (world) => (world.clients = [{ ...CLIENT, status: 'allowed' }]),
  },
  {
    startAt: '/clients?item=editor',
    checked: true,
    shows: 'common.permissions',
    change: (world) => {
      world.clients = someClients();
      world.rules = someRules().map((rule) => ({ ...rule, client: 'Editor' }));
    },
  },
  {
    startAt: '/clients?item=notebook',
    checked: true,
    shows: 'clients.access.unsaved',
    change: (world) => (world.clients = someClients()),
    open: async (user) =>
      user.click(await screen.findByRole('switch', { name: t('clients.access.prompts') })),
  },
  {
    startAt: '/clients?item=unknown',
    checked: true,
    shows: 'clients.gone.help',
    change: (world) => (world.clients = someClients()),
  },
  {
    startAt: '/approvals?item=client:client1',
    checked: true,
    shows: 'clients.note.sameNameHelp',
    change: (world) => (world.clients = [...someClients(), { ...CLIENT, connectsAs: 'Editor' }]),
  },
  {
    startAt: '/activity?view=approvals',
    checked: true,
    shows: 'records.kind.client',
    change: (world) => {
      world.clients = someClients();
      const [first, second] = someRecords();
      if (first !== undefined && second !== undefined)
        world.approvalRecords = [
          { ...first, head: { ...first.head, approvalKind: 'client', client: 'Editor', tool: null } },
          { ...second, head: { ...second.head, approvalKind: 'toolCall', client: 'Editor' } },
        ];
    },
  },
  {
    startAt: '/approvals?item=client:client1',
    checked: true,
    shows: 'common.allowClient',
    change: (world) => (world.clients = [CLIENT]),
  },
];
