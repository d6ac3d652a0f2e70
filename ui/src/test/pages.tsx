import { screen, within } from '@testing-library/react';
import type { JsonValue } from '../api/generated/contract';
import { someRecords } from '../host/fake';
import { someModels } from '../host/fake/modelHandlers';
import { showImported, showReview } from '../host/fake/pinHandlers';
import { webtool } from '../host/fake/webtools';
import type { World } from '../host/fake/world';
import { closeAsked, shortcutsOpen } from '../lib/panels';
import { returned } from './calls';
import { CLIENT_PAGES } from './clientPages';
import type { Page } from './page';
import { t } from '../words/translate';
import { coreMessage } from '../words/message';

const beginsWith =
  (text: string) =>
  (name: string): boolean =>
    name.startsWith(text);

/** Has the first finished call return a structured result. */
function withResult(world: World, structured: JsonValue): void {
  const [first] = world.history;
  if (first !== undefined) first.outcome = { ...first.outcome, ending: returned({ structured }) };
}

/** Every route, with what there is to see on it. */
export const PAGES: readonly Page[] = [
  { startAt: '/', checked: false },
  { startAt: '/servers', checked: true, shows: 'servers.processes.title' },
  { startAt: '/servers?server=github', checked: true, shows: 'servers.page.activity' },
  { startAt: '/servers?server=github&tab=configuration', checked: true, shows: 'common.type' },
  { startAt: '/servers?server=github&tab=permissions', checked: true, shows: 'servers.trust.server' },
  { startAt: '/servers?server=github&tab=logs', checked: true, shows: 'common.protocolLog' },
  {
    startAt: '/servers?view=enable',
    checked: true,
    shows: 'servers.enable.help',
    change: (world) => showImported(world),
  },
  { startAt: '/servers?server=notes', checked: true, shows: 'common.retry' },
  { startAt: '/tools', checked: true, shows: 'tools.empty.select' },
  { startAt: '/tools?server=demo&item=echo', checked: true, shows: 'common.arguments' },
  { startAt: '/resources', checked: true, shows: 'resources.select' },
  { startAt: '/prompts', checked: true, shows: 'prompts.select' },
  {
    startAt: '/prompts',
    checked: true,
    shows: 'prompts.views.gallery',
    change: (world) => (world.settings.promptView = 'gallery'),
  },
  {
    startAt: '/prompts?server=demo&item=summary',
    checked: true,
    shows: 'common.history',
    open: async (user) =>
      user.click(await screen.findByRole('button', { name: beginsWith(t('prompts.get')) })),
  },
  { startAt: '/approvals', checked: true, shows: 'approvals.empty.title' },
  {
    startAt: '/approvals',
    checked: true,
    shows: 'review.decide.allHelp',
    change: (world) => showReview(world, 'changed'),
  },
  {
    startAt: '/approvals?item=need:postgres',
    checked: true,
    shows: 'servers.launch.help',
    change: (world) => showReview(world, 'changed'),
  },
  {
    startAt: '/approvals?item=need:webtool-1',
    checked: true,
    shows: 'approvals.need.webtoolHelp',
    change: (world) => world.webtools.push(webtool()),
  },
  {
    startAt: '/approvals?server=github',
    checked: true,
    shows: 'review.same.show',
    change: (world) => showReview(world, 'changed'),
  },
  {
    // The old address of a review.
    startAt: '/servers/review?server=github&item=tool:share_note',
    checked: true,
    shows: 'review.decide.approveHelp',
    change: (world) => showReview(world, 'changed'),
  },
  {
    startAt: '/approvals?server=github&item=tool:search_notes',
    checked: true,
    shows: 'review.revoke.help',
    change: (world) => showReview(world, 'changed'),
  },
  {
    startAt: '/approvals?server=github',
    checked: true,
    shows: 'review.column.imported',
    change: (world) => showReview(world, 'brought'),
  },
  { startAt: '/approvals?server=unknown', checked: true, shows: 'review.serverRemoved' },
  ...CLIENT_PAGES,
  { startAt: '/activity', checked: true, shows: 'activity.start.title' },
  { startAt: '/activity?item=h1', checked: true, shows: 'common.runAgain' },
  {
    startAt: '/activity?item=h1',
    checked: true,
    shows: 'chart.save',
    change: (world) => withResult(world, [{ city: 'Lisbon', celsius: 21.5 }]),
    // Marks of direction are shown in the names of segments.
    open: async (user) =>
      user.click(await screen.findByRole('radio', { name: beginsWith(t('content.view.chart').slice(0, 6)) })),
  },
  {
    startAt: '/activity?item=h1',
    checked: true,
    shows: 'compare.onlyChanges',
    change: (world) => {
      const [first] = world.history;
      if (first === undefined) return;
      const id = 'again' as typeof first.row.id;
      world.history.push({
        ...first,
        row: { ...first.row, id },
        outcome: { ...first.outcome, historyId: id },
      });
    },
    open: async (user) => {
      await user.click(await screen.findByRole('button', { name: t('compare.with') }));
      const runs = await screen.findByRole('list', { name: t('compare.choose', { name: 'echo' }) });
      for (const run of await within(runs).findAllByRole('button')) await user.click(run);
    },
  },
  {
    startAt: '/activity',
    checked: true,
    shows: 'common.noCallsYet',
    change: (world) => (world.history = []),
  },
  {
    startAt: '/activity?view=approvals',
    checked: true,
    shows: 'common.selectAnApproval',
    change: (world) => (world.approvalRecords = someRecords()),
  },
  { startAt: '/activity?view=approvals', checked: true, shows: 'common.noDecisionsYet' },
  { startAt: '/activity?view=logs', checked: true, shows: 'activity.log.none' },
  { startAt: '/clients/agents', checked: true, shows: 'agents.other' },
  {
    startAt: '/clients/agents',
    checked: true,
    shows: 'agents.empty.title',
    change: (world) => (world.agents = []),
  },
  {
    startAt: '/clients/agents',
    checked: true,
    shows: 'agents.preview.write',
    open: async (user) =>
      // Marks of direction are shown in the names of buttons.
      user.click(await screen.findByRole('button', { name: beginsWith(t('agents.connect').slice(0, 6)) })),
  },
  {
    startAt: '/clients/agents',
    checked: true,
    shows: 'agents.imported.select',
    open: async (user) =>
      user.click(await screen.findByRole('button', { name: /Claude Code.*2|2.*Claude Code/ })),
  },
  { startAt: '/settings', checked: true, shows: 'settings.models.emptyHelp' },
  {
    startAt: '/settings',
    checked: true,
    shows: 'settings.mapping.title',
    change: (world) => (world.models = someModels()),
  },
  {
    startAt: '/settings',
    checked: true,
    shows: 'palette.shortcuts.close',
    open: () => shortcutsOpen.set(true),
  },
  {
    startAt: '/settings',
    checked: true,
    shows: 'palette.command.protocolLog',
    open: async (user) => {
      await screen.findByText(t('settings.about.licenses'));
      await user.click(screen.getByText(/K\u{200F}?$/u, { selector: '.rail-item span' }));
    },
  },
  {
    startAt: '/settings',
    checked: true,
    shows: 'palette.kind.setting',
    open: async (user) => {
      await screen.findByText(t('settings.about.licenses'));
      await user.keyboard('{Control>}k{/Control}');
      const dialog = await screen.findByRole('dialog', { name: t('palette.title') });
      await user.type(within(dialog).getByRole('combobox'), t('common.callHistory'));
    },
  },
  { startAt: '/settings', checked: true, shows: 'app.close.confirm', open: () => closeAsked.set(1) },
  {
    startAt: '/settings',
    checked: true,
    shows: 'app.blocked.help',
    change: (world) =>
      (world.info.blocked = { code: 'storeTooNew', message: coreMessage('verbatim', { text: 'Newer.' }) }),
  },
  {
    startAt: '/settings',
    checked: true,
    shows: 'settings.provider.keyHelp',
    open: async (user) => user.click(await screen.findByRole('button', { name: t('settings.models.add') })),
  },
  {
    startAt: '/settings',
    checked: true,
    shows: 'common.importedHelp',
    open: async (user) => {
      await screen.findByText(t('settings.setup.help'));
      const input = document.querySelector<HTMLInputElement>('input[type="file"]');
      if (input !== null) await user.upload(input, new File(['{}'], 'usher-setup.json'));
    },
  },
  {
    startAt: '/activity',
    checked: true,
    shows: 'activity.delete.callsLost',
    open: async (user) => {
      await screen.findAllByRole('option');
      await user.click(screen.getByRole('button', { name: t('activity.delete.calls') }));
    },
  },
];
