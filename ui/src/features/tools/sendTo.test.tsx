import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FakeHost } from '../../host/fake';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const README = 'demo://docs/readme.md';
const open = `/resources?server=demo&item=${encodeURIComponent(README)}`;

/** A tool with an argument of each kind, one of which the person has filled in. */
const withArguments = {
  change: (world: FakeHost['world']) => {
    for (const tool of world.tools)
      if (tool.head.name === 'weather')
        tool.inputSchema = {
          type: 'object',
          properties: {
            city: { type: 'string', title: 'City', default: 'Lisbon' },
            link: { type: 'string', title: 'Link', format: 'uri' },
            data: { type: 'string', title: 'Bytes', contentEncoding: 'base64' },
          },
        };
  },
};

const row = (title: string, as: 'uri' | 'text' | 'base64') => ({
  name: `Weather, ${title}, ${t(`content.send.as.${as}`)}`,
});

describe('a content is sent to an argument of a tool', () => {
  it('with the keyboard, and nothing is run', async () => {
    const { host, user } = renderApp(open, withArguments);
    await screen.findByRole('article', { name: 'Read me' });
    const menu = await screen.findByRole('button', { name: t('content.menu', { name: 'Read me' }) });
    menu.focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('menuitem', { name: t('content.send.action') }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('option', row('City', 'text'));
    expect(within(dialog).getByRole('option', row('Link', 'uri'))).toBeDefined();
    expect(within(dialog).getByRole('option', row('Bytes', 'base64'))).toBeDefined();
    expect(within(dialog).queryByRole('option', { name: /Delete everything/ }), 'it takes none').toBeNull();
    await expectAccessible();
    await user.type(within(dialog).getByRole('searchbox'), 'weath');
    await waitFor(() => expect(within(dialog).queryByRole('option', { name: /^Echo/ })).toBeNull());
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    const link = await screen.findByRole('textbox', { name: /Link/ });
    expect((link as HTMLInputElement).value).toBe(README);
    const city = screen.getByRole('textbox', { name: /City/ });
    expect((city as HTMLInputElement).value, 'the others stay').toBe('Lisbon');
    expect(host.calls.filter(({ name }) => name === 'tool.call')).toEqual([]);
  });

  it('from the row of a resource, which is not read for it', async () => {
    const { host, user } = renderApp('/resources', withArguments);
    await user.pointer({ keys: '[MouseRight]', target: await screen.findByRole('option', { name: /Arch/ }) });
    const reads = () => host.calls.filter(({ name }) => name === 'resource.read').length;
    const before = reads();
    await user.click(await screen.findByRole('menuitem', { name: t('content.send.uri') }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByRole('option', row('City', 'text'))).toBeNull();
    await user.click(await within(dialog).findByRole('option', row('Link', 'uri')));
    const link = await screen.findByRole('textbox', { name: /Link/ });
    expect((link as HTMLInputElement).value).toMatch(/^demo:/);
    expect(reads() - before, 'only what the choice of the row reads').toBeLessThanOrEqual(1);
  });

  it('from a result', async () => {
    const { host, user } = renderApp('/tools?server=%22demo%22&item=%22echo%22', withArguments);
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${t('common.run')}`) }));
    const name = t('content.menu', { name: t('content.item', { number: 1 }) });
    await user.click(await screen.findByRole('button', { name }));
    await user.click(await screen.findByRole('menuitem', { name: t('content.send.action') }));
    await user.click(await screen.findByRole('option', row('City', 'text')));
    const city = await screen.findByRole('textbox', { name: /City/ });
    expect((city as HTMLInputElement).value).toContain('Hello');
    expect(host.calls.filter((call) => call.name === 'tool.call')).toHaveLength(1);
  });
});
