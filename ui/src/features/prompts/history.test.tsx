import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { HistoryEntry, ServerId } from '../../api/generated/contract';
import { promptEntry } from '../../host/fake';
import { expectAccessible, renderApp } from '../../test/render';
import { coreMessage } from '../../words/message';
import { t } from '../../words/translate';

const DEMO = 'demo' as ServerId;
const GREET = '/prompts?server=demo&item=greet';
const OF = t('prompts.earlier.of', { prompt: 'Greet somebody' });
const greeted = (id: string, name: string): HistoryEntry =>
  promptEntry(id, { serverId: DEMO, name: 'greet', arguments: { name } });

/** Of a client, of a tool that is named alike, and of another prompt. */
function others(): HistoryEntry[] {
  const [ofClient, ofTool] = [greeted('c', 'Cleo'), greeted('t', 'Tess')];
  return [
    { ...ofClient, row: { ...ofClient.row, client: 'Editor' } },
    { ...ofTool, row: { ...ofTool.row, kind: 'tool' } },
    promptEntry('s', { serverId: DEMO, name: 'summary', arguments: {} }),
  ];
}

const historyButton = () => screen.findByRole('button', { name: new RegExp(`^${t('common.history')}`) });

describe('the history of a prompt', () => {
  it('comes from the record: what the person got, newest first, and each is shown again', async () => {
    const { user } = renderApp(GREET, {
      change: (world) => void (world.history = [greeted('b', 'Bob'), ...others(), greeted('a', 'Ada')]),
    });
    const button = await historyButton();
    expect(screen.getByText(t('common.noMessagesYet'))).toBeDefined();
    await waitFor(() => expect(button.textContent).toBe(`${t('common.history')}2`));
    await user.click(button);
    const list = await screen.findByRole('list', { name: OF });
    const names = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => /Ada|Bob|Cleo|Tess/u.exec(textContent)?.[0]);
    expect(names, 'neither of a client nor of a tool of the same name').toEqual(['Bob', 'Ada']);
    await expectAccessible();
    await user.click(within(list).getByRole('button', { name: /Ada/ }));
    expect(await screen.findByText('Please greet Ada.')).toBeDefined();
    expect(screen.getByRole('button', { name: t('tools.result.showInActivity') })).toBeDefined();
    await user.click(await historyButton());
    const shown = await screen.findByRole('img', { name: t('common.shown') });
    expect(shown.closest('li')?.textContent).toContain('Ada');
  });

  it('names a failure, and one that cannot be read leaves the others within reach', async () => {
    const failed = greeted('f', 'Ada');
    const message = coreMessage('verbatim', { text: 'The server refused.' });
    const error = { code: 'serverRejected' as const, message, fields: [], detail: null, action: null };
    const { host, user } = renderApp(GREET, {
      change: (world) =>
        void (world.history = [
          {
            ...failed,
            row: { ...failed.row, status: 'failed' },
            outcome: { ...failed.outcome, ending: { kind: 'failed', error } },
          },
        ]),
    });
    await user.click(await historyButton());
    const list = await screen.findByRole('list', { name: OF });
    const compare = new RegExp(`^${t('prompts.earlier.compare', { time: '.*' })}`);
    expect(within(list).getByRole<HTMLButtonElement>('button', { name: compare }).disabled).toBe(true);
    await user.click(within(list).getByRole('button', { name: /Ada/ }));
    expect(await screen.findByText('The server refused.')).toBeDefined();
    host.on('history.list', () => {
      throw { code: 'storage', message: coreMessage('verbatim', { text: 'The disk is full.' }) };
    });
    act(() => host.emit({ kind: 'historyChanged' }));
    await user.click(await historyButton());
    expect(await screen.findByText('The disk is full.')).toBeDefined();
  });

  it('says that it is empty, and what was got last is shown though nothing is kept', async () => {
    const { user } = renderApp(GREET, {
      change: (world) => {
        world.history = [];
        world.settings.historyRows = 0;
      },
    });
    await user.type(await screen.findByRole('combobox', { name: /Name/ }), 'Ada');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Please greet Ada.')).toBeDefined();
    await user.click(await historyButton());
    expect(await screen.findByText(t('prompts.earlier.none'))).toBeDefined();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('option', { name: /^summary|Summary/ }));
    await user.click(screen.getByRole('option', { name: /^Greet somebody/ }));
    expect(await screen.findByText('Please greet Ada.')).toBeDefined();
  });

  it('is deleted with that of its server, after a question', async () => {
    const { host, user } = renderApp(GREET, {
      change: (world) => void (world.history = [greeted('a', 'Ada')]),
    });
    await user.click(await historyButton());
    await user.click(await screen.findByRole('button', { name: t('activity.delete.calls') }));
    expect(screen.getByText(t('activity.delete.callsOf', { owner: 'Demo server' }))).toBeDefined();
    expect(host.calls.some(({ name }) => name === 'history.clear')).toBe(false);
    await user.click(screen.getByRole('button', { name: t('common.delete') }));
    expect(await screen.findByText(t('prompts.earlier.none'))).toBeDefined();
  });
});

describe('a prompt in Activity', () => {
  it('shows its messages, and leads to its page with them', async () => {
    const { user } = renderApp('/activity?item=a', {
      change: (world) => world.history.unshift(greeted('a', 'Ada')),
    });
    const name = t('activity.call.named', { kind: t('activity.kind.prompt'), name: 'greet' });
    const entry = within(await screen.findByRole('article', { name }));
    expect(await entry.findByText('Please greet Ada.')).toBeDefined();
    expect(entry.queryByRole('button', { name: t('common.runAgain') })).toBeNull();
    expect(entry.queryByRole('button', { name: t('compare.with') })).toBeNull();
    await expectAccessible();
    await user.click(entry.getByRole('button', { name: t('activity.call.openPrompt') }));
    expect(await screen.findByRole('article', { name: 'Greet somebody' })).toBeDefined();
    expect(await screen.findByText('Please greet Ada.')).toBeDefined();
  });

  it('is got again with its arguments, but for a secret', async () => {
    const entry = greeted('a', 'Ada');
    entry.row.arguments = { name: 'Ada', language: '•••' };
    const { host, user } = renderApp('/activity?item=a', {
      change: (world) => world.history.unshift(entry),
    });
    await user.click(await screen.findByRole('button', { name: t('activity.call.getAgain') }));
    const name = await screen.findByRole('combobox', { name: /Name/ });
    expect(name).toHaveProperty('value', 'Ada');
    expect(
      host.calls.some((each) => each.name === 'prompt.get'),
      'nothing is sent by itself',
    ).toBe(false);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await user.click(screen.getByRole('button', { name: new RegExp(`^${t('prompts.get')}`) }));
    await screen.findByText('Please greet Ada.');
    expect(host.calls.findLast((each) => each.name === 'prompt.get')?.params).toEqual({
      serverId: DEMO,
      name: 'greet',
      arguments: { name: 'Ada' },
    });
  });
});
