import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ServerId } from '../../api/generated/contract';
import { expectAccessible, renderApp } from '../../test/render';
import { coreMessage } from '../../words/message';
import { t } from '../../words/translate';

const DEMO = 'demo' as ServerId;

describe('a template', () => {
  const address = `/resources?server=demo&kind=template&item=${encodeURIComponent('demo://cities/{country}/{city}')}`;

  it('proposes values, takes them by keyboard, shows the address and reads it', async () => {
    const { host, user } = renderApp(address);
    const country = await screen.findByRole('combobox', { name: 'country' });
    await user.type(country, 'PT');
    const city = screen.getByRole('combobox', { name: 'city' });
    await user.type(city, 'l');
    expect(await screen.findByRole('option', { name: 'Lisbon' })).toBeDefined();
    expect(
      host.calls.filter(({ name }) => name === 'completion.complete').at(-1)?.params,
      'the server is told what is filled in already',
    ).toEqual({
      serverId: DEMO,
      reference: { kind: 'template', uriTemplate: 'demo://cities/{country}/{city}' },
      argument: 'city',
      value: 'l',
      context: { country: 'PT' },
    });
    await expectAccessible();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(city).toHaveProperty('value', 'Lisbon');
    expect(
      host.calls.some(({ name }) => name === 'template.read'),
      'Enter in a field sends nothing',
    ).toBe(false);
    expect(screen.getByRole('form', { name: 'Arguments' }).textContent).toContain('demo://cities/PT/Lisbon');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText(t('resources.readFrom'))).toBeDefined();
    expect(host.calls.find(({ name }) => name === 'template.read')?.params).toEqual({
      serverId: DEMO,
      uriTemplate: 'demo://cities/{country}/{city}',
      variables: { country: 'PT', city: 'Lisbon' },
    });
  });

  it('says what its server claims of what it yields', async () => {
    renderApp(address);
    const claims = await screen.findByRole('heading', { name: t('resources.annotations.title') });
    const shown = within(claims.parentElement ?? claims);
    expect(shown.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      t('resources.annotations.audience'),
      t('resources.annotations.priority'),
    ]);
    expect(shown.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'assistant',
      '0.5',
    ]);
  });

  it('asks once for a burst of typing', async () => {
    const { host, user } = renderApp(address);
    await user.type(await screen.findByRole('combobox', { name: 'city' }), 'lis');
    await screen.findByRole('option', { name: 'Lisbon' });
    const asked = host.calls.filter(({ name }) => name === 'completion.complete').map(({ params }) => params);
    expect(asked.at(-1)).toMatchObject({ value: 'lis' });
    expect(asked.length, 'far fewer questions than letters and focus changes').toBeLessThanOrEqual(3);
  });

  it('works without proposals', async () => {
    const { host, user } = renderApp(address);
    host.on('completion.complete', () => {
      throw { code: 'serverRejected', message: coreMessage('verbatim', { text: 'Method not found' }) };
    });
    await user.type(await screen.findByRole('combobox', { name: 'country' }), 'y');
    await user.type(screen.getByRole('combobox', { name: 'city' }), 'x');
    await user.click(screen.getByRole('button', { name: new RegExp(t('resources.read')) }));
    expect(await screen.findByText(t('resources.readFrom'))).toBeDefined();
    expect(screen.queryByText(/Method not found/)).toBeNull();
  });

  it('names the variables it needs, and reads nothing without them', async () => {
    const { host, user } = renderApp(address);
    await user.type(await screen.findByRole('combobox', { name: 'city' }), 'x');
    await user.click(screen.getByRole('button', { name: new RegExp(t('resources.read')) }));
    const country = screen.getByRole('combobox', { name: 'country' });
    expect(country.getAttribute('aria-invalid'), 'the field at fault says so').toBe('true');
    expect(screen.getByText(t('form.requiredField'))).toBeDefined();
    expect(host.calls.some(({ name }) => name === 'template.read')).toBe(false);
  });

  it('offers values that were given before, the latest first', async () => {
    const { host, user } = renderApp(address);
    for (const [country, city] of [
      ['PT', 'Lisbon'],
      ['JP', 'Kyoto'],
    ] as const) {
      for (const [name, value] of [
        ['country', country],
        ['city', city],
      ] as const) {
        const field = await screen.findByRole('combobox', { name });
        await user.clear(field);
        await user.type(field, value);
      }
      await user.click(screen.getByRole('button', { name: new RegExp(t('resources.read')) }));
      await waitFor(() => expect(JSON.stringify([...host.world.recentValues])).toContain(city));
    }
    await user.clear(screen.getByRole('combobox', { name: 'country' }));
    const given = await screen.findByRole('group', { name: t('common.recent') });
    expect(
      within(given)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['JP', 'PT']);
    await expectAccessible();
  });

  it('leads from what was read to it among the resources, and back', async () => {
    const { host, user } = renderApp(address);
    await user.type(await screen.findByRole('combobox', { name: 'country' }), 'PT');
    await user.type(screen.getByRole('combobox', { name: 'city' }), 'Lisbon');
    await user.click(screen.getByRole('button', { name: new RegExp(t('resources.read')) }));
    const uri = 'demo://cities/PT/Lisbon';
    const opened = { serverId: DEMO, list: 'resources', key: uri, title: uri };
    const link = await screen.findByRole('link', { name: new RegExp(t('content.openInResources')) });
    await waitFor(() =>
      expect(
        host.calls.filter(({ name }) => name === 'recent.add').map(({ params }) => params),
        'the resource is among what was opened last, not only its template',
      ).toContainEqual(opened),
    );
    await expectAccessible();
    await user.click(link);
    const resource = await screen.findByRole('article', { name: uri });
    expect(within(resource).getByRole('button', { name: /Bookmark|bookmark/ })).toBeDefined();
    await user.click(await within(resource).findByRole('link', { name: /^City, / }));
    expect(await screen.findByRole('article', { name: 'City' })).toBeDefined();
  });

  it('saves what was read', async () => {
    const { host, user } = renderApp(address);
    const folder = await host.call('resource.read', { serverId: DEMO, uri: 'demo://docs' });
    host.on('template.read', () => folder);
    await user.type(await screen.findByRole('combobox', { name: 'country' }), 'PT');
    await user.type(screen.getByRole('combobox', { name: 'city' }), 'Lisbon');
    await user.click(screen.getByRole('button', { name: new RegExp(t('resources.read')) }));
    await user.click(await screen.findByRole('button', { name: t('content.save.all') }));
    expect(host.calls.findLast(({ name }) => name.startsWith('content.'))).toEqual({
      name: 'content.saveMany',
      params: { contentIds: ['demo://docs/readme.md', 'demo://docs/plan.json'] },
    });
  });
});
