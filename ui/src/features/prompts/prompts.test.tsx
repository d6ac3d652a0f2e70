import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ContentId, ServerId } from '../../api/generated/contract';
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

it('the gallery shows what a prompt is for, and is remembered', async () => {
  const { host, user } = renderApp('/prompts');
  await user.click(await screen.findByRole('radio', { name: t('prompts.views.gallery') }));
  const tile = await screen.findByRole('option', { name: /Greet somebody/ });
  expect(tile.textContent).toContain('A greeting in a chosen language.');
  await waitFor(() => expect(host.world.settings.promptView).toBe('gallery'));
  await expectAccessible();
  await user.click(tile);
  expect(await screen.findByRole('article', { name: 'Greet somebody' })).toBeDefined();
});

it('what was got is kept with its arguments, shown again and compared', async () => {
  const { user } = renderApp(GREET);
  const name = await screen.findByRole('combobox', { name: /Name/ });
  for (const who of ['Ada', 'Bob']) {
    await user.clear(name);
    await user.type(name, who);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText(`Please greet ${who}.`)).toBeDefined();
  }
  const history = () => screen.getByRole('button', { name: new RegExp(`^${t('common.history')}`) });
  expect(history().textContent).toBe(`${t('common.history')}2`);
  await user.click(history());
  const list = await screen.findByRole('list', {
    name: t('prompts.earlier.of', { prompt: 'Greet somebody' }),
  });
  await expectAccessible();
  await user.click(within(list).getByRole('button', { name: /Ada/ }));
  expect(await screen.findByText('Please greet Ada.')).toBeDefined();
  await user.click(history());
  const compare = new RegExp(`^${t('prompts.earlier.compare', { time: '.*' })}`);
  const buttons = await screen.findAllByRole<HTMLButtonElement>('button', { name: compare });
  expect(
    buttons.map(({ disabled }) => disabled),
    'not with itself',
  ).toEqual([false, true]);
  for (const button of buttons.slice(0, 1)) await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: t('compare.title', { name: 'Greet somebody' }) });
  expect(await within(dialog).findByText(t('compare.places', { count: 1 }))).toBeDefined();
});

it('the messages are copied and saved as text, Markdown and JSON', async () => {
  const { host, user } = renderApp(GREET);
  await user.type(await screen.findByRole('combobox', { name: /Name/ }), 'Ada');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.click(await screen.findByRole('button', { name: t('common.copy') }));
  await user.click(await screen.findByRole('menuitem', { name: t('prompts.as.copy.markdown') }));
  expect(await navigator.clipboard.readText()).toBe(
    '## user\n\nPlease greet Ada.\n\n## assistant\n\nWith **pleasure**.',
  );
  await user.click(await screen.findByRole('button', { name: t('common.save') }));
  await user.click(await screen.findByRole('menuitem', { name: t('prompts.as.save.text') }));
  await waitFor(() =>
    expect(host.calls.filter(({ name }) => name === 'content.saveText').map(({ params }) => params)).toEqual([
      { name: 'prompt.txt', text: 'user:\n\nPlease greet Ada.\n\nassistant:\n\nWith **pleasure**.' },
    ]),
  );
});

it('a resource that is opened from a prompt says so, and leads back', async () => {
  const { host, user } = renderApp('/prompts?server=demo&item=summary');
  const link = { uri: 'demo://docs/readme.md', title: 'Read me', description: null, mimeType: null };
  host.on('prompt.get', () => ({
    description: null,
    messages: [{ role: 'user', content: { kind: 'resourceLink', ...link, sizeBytes: null, icon: null } }],
    historyId: null,
    durationMs: 1,
    raw: {},
  }));
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${t('prompts.get')}`) }));
  await user.click(
    await screen.findByRole('link', { name: new RegExp(`^${t('content.openInResources')}: Read me$`) }),
  );
  await screen.findByText(t('resources.content.cameFrom'));
  const prompt = host.world.prompts.find(({ name }) => name === 'summary')?.title ?? '';
  await user.click(screen.getByRole('link', { name: new RegExp(`^${prompt}, [0-9:]{8}$`) }));
  expect(await screen.findByRole('article', { name: prompt })).toBeDefined();
});

it('the contents of an answer are saved at once, where there are several', async () => {
  const { host, user } = renderApp(GREET);
  const problem = coreMessage('verbatim', { text: 'no image' });
  const media = {
    claimedType: 'image/png',
    mimeType: 'image/png',
    base64: '',
    ownSize: null,
    sizeBytes: 1,
    problem,
  };
  const image = (id: string) => ({
    role: 'user' as const,
    content: { kind: 'image' as const, ...media, contentId: id as ContentId },
  });
  host.on('prompt.get', () => ({
    description: null,
    messages: [image('a'), { role: 'user', content: { kind: 'text', text: 'b' } }, image('c')],
    historyId: null,
    durationMs: 1,
    raw: { messages: [] },
  }));
  await user.type(await screen.findByRole('combobox', { name: /Name/ }), 'Ada');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.click(await screen.findByRole('button', { name: t('content.save.all') }));
  expect(host.calls).toContainEqual({ name: 'content.saveMany', params: { contentIds: ['a', 'c'] } });
});
