import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { notifyWithAction } from '../kit/actionToast';
import { offerUndo } from '../kit/undoToast';
import { notify } from '../lib/notify';
import { sheet, shortcutsOpen } from '../lib/panels';
import { expectAccessible, renderApp, said } from '../test/render';
import { t } from '../words/translate';

const TEXTS = ['One', 'Two', 'Three', 'Four', 'Five'] as const;

/** The app with five messages, the newest with an action, and something over it or nothing. */
async function withMessages(over: 'window' | 'sheet' | 'dialog') {
  const app = renderApp('/tools');
  await screen.findByRole('listbox');
  if (over === 'dialog') act(() => shortcutsOpen.set(true));
  if (over === 'sheet') act(() => sheet.set({ kind: 'add', paste: '' }));
  if (over !== 'window') await screen.findByRole('dialog');
  const run = vi.fn<() => void>();
  act(() => TEXTS.slice(0, -1).forEach((text) => notify(text)));
  act(() => notifyWithAction('Five', { label: 'Act', run }));
  await waitFor(() => expect(said(), 'all are said, also over a dialog').toContain('Five'));
  const box = await screen.findByLabelText(t('shared.messages'));
  return { ...app, run, box };
}

/** The messages that can be seen. */
const seen = (box: HTMLElement): readonly string[] =>
  TEXTS.filter((text) => within(box).queryByText(text)?.closest('[hidden]') === null);

const more = (count: number) => screen.getByRole('button', { name: t('shared.moreMessages', { count }) });

test.each([
  ['window', 4, ['Five']],
  ['sheet', 4, ['Five']],
  ['dialog', 4, ['Five']],
] as const)('the newest messages are seen over a %s, the others on demand', async (over, hidden, newest) => {
  const { box, user } = await withMessages(over);
  expect(seen(box), 'before').toEqual(newest);
  expect(box.dataset['over'], 'what it must not cover').toBe(over);
  await user.click(more(hidden));
  expect(seen(box), 'expanded').toEqual(TEXTS);
  await expectAccessible(box);
  await user.click(screen.getByRole('button', { name: t('shared.fewerMessages') }));
  expect(seen(box), 'collapsed again').toEqual(newest);
});

test('over a dialog the keys go to the messages and back to where they were', async () => {
  const { box, run, user } = await withMessages('dialog');
  const dialog = screen.getByRole('dialog', { name: t('palette.shortcuts.title') });
  const close = within(dialog).getByRole('button', { name: t('common.close') });
  close.focus();
  await user.keyboard('{F6}');
  expect(document.activeElement, 'F6 goes to the messages, not below the dialog').toBe(box);
  await user.keyboard('{F6}');
  expect(document.activeElement, 'and back to the same control').toBe(close);
  await user.keyboard('{F6}{Tab}{Enter}{Escape}');
  expect(document.activeElement, 'Escape leaves the messages').toBe(close);
  expect(screen.queryByText(t('palette.shortcuts.lists')), 'and the dialog stays').not.toBeNull();
  await user.keyboard('{F6}');
  while (document.activeElement?.textContent !== 'Act') await user.tab();
  await user.keyboard('{Enter}');
  expect(run.mock.calls.length, 'the action ran').toBe(1);
  await waitFor(() => expect(document.activeElement, 'the next message has the focus').toBe(box));
});

test('the last message that goes gives the focus back', async () => {
  const { user } = renderApp('/tools');
  const list = await screen.findByRole('listbox');
  act(() => notify('Done'));
  const box = await screen.findByLabelText(t('shared.messages'));
  list.focus();
  await user.keyboard('{F6}{F6}');
  while (!box.contains(document.activeElement)) await user.keyboard('{F6}');
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByLabelText(t('shared.messages'))).toBeNull());
  expect(document.activeElement, 'to what had it before').not.toBe(document.body);
});

test('time does not run for what is not seen, and offers to undo end in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] });
  try {
    renderApp('/tools');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    act(() => shortcutsOpen.set(true));
    const onOver = vi.fn<() => void>();
    act(() => {
      offerUndo({
        id: 'x',
        message: 'Removed',
        untilAt: Date.now() + 5_000,
        undo: () => undefined,
        onOver,
      });
      notify('One');
      notify('Two');
    });
    await act(() => vi.advanceTimersByTimeAsync(4_100));
    const box = screen.getByLabelText(t('shared.messages'));
    expect(seen(box), 'the second went, the first is seen now').toEqual(['One']);
    await act(() => vi.advanceTimersByTimeAsync(4_100));
    expect(onOver.mock.calls.length, 'its time ran while it was hidden').toBe(1);
    expect(screen.queryByLabelText(t('shared.messages')), 'all are gone').toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
