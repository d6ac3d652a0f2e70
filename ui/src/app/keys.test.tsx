import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { shortcutsOpen } from '../lib/panels';
import { renderApp } from '../test/render';
import { t } from '../words/translate';

/** The pane that holds the focus. */
const pane = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-pane]')?.dataset['pane'];

test('F6 goes from pane to pane and around, Shift and F6 the other way', async () => {
  const { user } = renderApp('/tools?server=demo&item=echo');
  await screen.findByRole('listbox');
  await screen.findByText(t('common.arguments'));
  const went: (string | undefined)[] = [];
  for (const keys of ['{F6}', '{F6}', '{F6}', '{F6}', '{Shift>}{F6}{/Shift}']) {
    await user.keyboard(keys);
    went.push(pane());
  }
  expect(went, 'in the order of the page').toEqual(['rail', 'list', 'detail', 'rail', 'detail']);
});

test('Enter on the chosen row moves the focus into its detail', async () => {
  const { user } = renderApp('/prompts');
  (await screen.findByRole('listbox')).focus();
  await screen.findAllByRole('option');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(pane(), 'the row stays chosen, the focus goes on').toBe('detail'));
});

test('the skip link goes past the rail', async () => {
  const { user } = renderApp('/tools');
  await screen.findByRole('listbox');
  await user.tab();
  expect(document.activeElement, 'the first stop').toBe(screen.getByRole('button', { name: t('app.skip') }));
  await user.keyboard('{Enter}');
  expect(pane(), 'the list is the first pane after the rail').toBe('list');
});

test('Alt with arrows and the side buttons of a mouse go back and forward', async () => {
  const { user } = renderApp('/servers');
  const current = (name: 'common.servers' | 'common.tools') =>
    waitFor(() =>
      expect(
        screen.getByRole('link', { name: new RegExp(`^${t(name)}`), current: 'page' }),
        'the screen of before',
      ).toBeDefined(),
    );
  await user.click(await screen.findByRole('link', { name: t('common.tools') }));
  await current('common.tools');
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  await current('common.servers');
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await current('common.tools');
  fireEvent.mouseUp(document.body, { button: 3 });
  await current('common.servers');
});

test('the buttons go back and forward, and are disabled where there is no more', async () => {
  const { user } = renderApp('/servers');
  const state = () =>
    (['app.travel.back', 'app.travel.forward'] as const).map(
      (name) => !screen.getByRole<HTMLButtonElement>('button', { name: t(name) }).disabled,
    );
  const press = (name: 'app.travel.back' | 'app.travel.forward') =>
    user.click(screen.getByRole('button', { name: t(name) }));
  await user.click(await screen.findByRole('link', { name: t('common.tools') }));
  await waitFor(() => expect(state(), 'after a step').toEqual([true, false]));
  await press('app.travel.back');
  await waitFor(() => expect(state(), 'at the start').toEqual([false, true]));
  await press('app.travel.forward');
  await waitFor(() => expect(state(), 'at the end').toEqual([true, false]));
  await press('app.travel.back');
  // The screen of a server has such a link, too.
  const rail = within(screen.getByRole('navigation', { name: t('app.nav.label') }));
  await user.click(rail.getByRole('link', { name: t('common.prompts') }));
  await waitFor(() => expect(state(), 'another way').toEqual([true, false]));
});

test.each([
  ['/tools', 0],
  ['/prompts', 0],
  ['/resources', 0],
  // A row is chosen at the start: the only one the keys have left.
  ['/servers', 1],
  ['/activity', 0],
] as const)('rows passed with the keys of %s are no steps back', async (startAt, steps) => {
  const { user } = renderApp(startAt);
  const [list] = await screen.findAllByRole('listbox');
  list?.focus();
  await screen.findAllByRole('option');
  // The keys follow each other at once, also on a busy machine.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await waitFor(() => expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1));
  const back = () => screen.getByRole<HTMLButtonElement>('button', { name: t('app.travel.back') });
  for (let step = 0; step < steps; step += 1) {
    await waitFor(() => expect(back().disabled).toBe(false));
    await user.click(back());
  }
  await waitFor(() => expect(back().disabled).toBe(true));
});

test('Ctrl with +, - and 0 changes the zoom, which is a setting', async () => {
  const { user, host } = renderApp('/settings');
  await screen.findByText(t('common.zoom'));
  for (const [keys, zoom] of [
    ['{Control>}+{/Control}', 110],
    ['{Control>}={/Control}', 125],
    ['{Control>}-{/Control}', 110],
    ['{Control>}0{/Control}', 100],
  ] as const) {
    await user.keyboard(keys);
    await waitFor(() => expect(host.world.settings.zoom, keys).toBe(zoom));
    await screen.findByDisplayValue(`${zoom}%`);
  }
  const said = document.querySelector('[data-announcer]');
  expect(said?.lastElementChild?.textContent, 'the one live region says it').toBe(
    t('app.zoom', { zoom: '100%' }),
  );
});

test('keys without Ctrl do nothing once they are switched off', async () => {
  const { user } = renderApp('/settings');
  await user.click(await screen.findByRole('switch', { name: t('settings.appearance.singleKeys') }));
  await waitFor(() =>
    expect(
      screen.getByRole<HTMLInputElement>('switch', { name: t('settings.appearance.singleKeys') }).checked,
    ).toBe(false),
  );
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('?');
  expect(shortcutsOpen.get(), 'the overview stays closed').toBe(false);
});

test.each([
  ['/approvals', 'common.pending', ['common.decisionHistory', 'common.permissions']],
  ['/activity', 'common.calls', ['common.approvals', 'common.logs']],
] as const)(
  'arrows go through the views of %s, and the focus goes along',
  async (screenAt, first, others) => {
    const { user } = renderApp(screenAt);
    (await screen.findByRole('radio', { name: t(first) })).focus();
    for (const next of others) {
      await user.keyboard('{ArrowRight}');
      await waitFor(() =>
        expect(document.activeElement, 'the switch of the next view').toBe(
          screen.getByRole('radio', { name: t(next), checked: true }),
        ),
      );
    }
  },
);

test('what has the focus is marked for whoever moves it by keyboard, also after a click', async () => {
  const { user } = renderApp('/tools');
  await screen.findByRole('listbox');
  const field = screen.getByRole('searchbox');
  const marked = () => document.documentElement.dataset['movedBy'] !== 'pointer';
  expect(marked()).toBe(true);
  await user.click(field);
  await user.keyboard('e');
  expect(marked(), 'typing moves nothing').toBe(false);
  await user.tab();
  expect(marked()).toBe(true);
});
