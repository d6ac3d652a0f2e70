import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ServerId } from '../../api/generated/contract';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { coreMessage } from '../../words/message';

const GREET = '/prompts?server=demo&item=greet';
const gets = (host: ReturnType<typeof renderApp>['host']) =>
  host.calls.filter(({ name }) => name === 'prompt.get').map(({ params }) => params);

it('a prompt is chosen in the list', async () => {
  const { user } = renderApp('/prompts');
  await user.click(
    await screen.findByRole('option', {
      name: `Greet somebody, greet, ${t('prompts.arguments', { count: 2 })}`,
    }),
  );
  expect(await screen.findByRole('article', { name: 'Greet somebody' })).toBeDefined();
  await expectAccessible();
});

it('a needed argument is asked for before anything is sent', async () => {
  const { host, user } = renderApp(GREET);
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${t('prompts.get')}`) }));
  expect(screen.getByText(t('form.requiredField'))).toBeDefined();
  expect(gets(host)).toEqual([]);
});

it('Ctrl+Enter gets the messages, leaving out what is empty', async () => {
  const { host, user } = renderApp(GREET);
  await user.type(await screen.findByRole('combobox', { name: /Name/ }), 'Ada');
  await user.keyboard('{Control>}{Enter}{/Control}');
  const messages = await screen.findByRole('region', {
    name: t('prompts.messages.of', { prompt: 'Greet somebody' }),
  });
  expect(gets(host)).toEqual([{ serverId: 'demo' as ServerId, name: 'greet', arguments: { name: 'Ada' } }]);
  const [user1, assistant] = within(messages).getAllByRole('listitem');
  expect(user1?.textContent).toContain('Please greet Ada.');
  expect([user1, assistant].map((message) => message?.querySelector('.prompt-role')?.textContent)).toEqual([
    'user',
    'assistant',
  ]);
  await user.click(within(messages).getByRole('radio', { name: t('common.rawJson') }));
  expect(
    await within(messages).findByRole('tree', {
      name: t('prompts.messages.raw', { prompt: 'Greet somebody' }),
    }),
  ).toBeDefined();
  await expectAccessible();
});

it('a refusal is shown in the words of the core', async () => {
  const { host, user } = renderApp('/prompts?server=demo&item=summary');
  host.on('prompt.get', () => {
    throw {
      code: 'serverRejected',
      message: coreMessage('verbatim', { text: 'Demo server refused: no such prompt.' }),
    };
  });
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${t('prompts.get')}`) }));
  expect(await screen.findByText(/Demo server refused/)).toBeDefined();
});

it('a prompt that is offered no longer says so', async () => {
  const { host } = renderApp(GREET);
  await screen.findByRole('article', { name: 'Greet somebody' });
  host.world.prompts = [];
  host.emit({ kind: 'catalogChanged', serverId: 'demo' as ServerId, list: 'prompts' });
  await waitFor(() => expect(screen.getByText(t('prompts.gone.title'))).toBeDefined());
});

it('a prompt is seen as its server listed it, unknown members too, and the sheet closes with Escape', async () => {
  const { host, user } = renderApp(GREET);
  await user.click(await screen.findByRole('button', { name: t('common.rawJson') }));
  const sheet = within(
    await screen.findByRole('dialog', { name: t('shared.rawJsonOf', { title: 'Greet somebody' }) }),
  );
  expect((await sheet.findByLabelText(t('common.rawJson'))).textContent).toContain('x-vendor');
  expect(sheet.getByRole('button', { name: t('common.copyJson') })).toBeDefined();
  expect(host.calls.find(({ name }) => name === 'catalog.entry')?.params).toEqual({
    serverId: 'demo',
    list: 'prompts',
    key: 'greet',
  });
  await expectAccessible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('coming to the list says that somebody looks at it', async () => {
  const { host } = renderApp('/prompts');
  await screen.findByRole('option', { name: /Greet somebody/ });
  const looks = () =>
    host.calls.filter(({ name }) => name === 'catalog.markViewed').map(({ params }) => params);
  expect(looks()).toEqual([{ serverId: null, list: 'prompts' }]);
  host.emit({ kind: 'catalogChanged', serverId: 'demo' as ServerId, list: 'prompts' });
  await waitFor(() => expect(host.calls.filter(({ name }) => name === 'prompt.list')).toHaveLength(2));
  expect(looks(), 'what was read anew is no new look').toHaveLength(1);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(looks(), 'but coming back to the window is').toHaveLength(2);
});
