import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ResourceColumn, ResourceHead, ServerId, ServerSnapshot } from '../../api/generated/contract';
import { finish } from '../../lib/steps';
import { expectAccessible, renderApp } from '../../test/render';
import { tipOf } from '../../test/tip';
import { t } from '../../words/translate';
import { sortGroups } from './columns';
import type { ResourceEntry } from './rows';

const DEMO = 'demo' as ServerId;
const GITHUB = 'github' as ServerId;

function head(title: string, more: Partial<ResourceHead>): ResourceHead {
  return {
    serverId: DEMO,
    uri: `demo://${title}`,
    name: title,
    title,
    description: null,
    mimeType: null,
    sizeBytes: null,
    icon: null,
    annotations: { audience: [], priority: null, lastModified: null },
    subscribed: false,
    ...more,
  };
}

const claims = (audience: string[], priority: number | null, lastModified: string | null) => ({
  annotations: { audience, priority, lastModified },
});

const entry = (of: ResourceHead): ResourceEntry => ({ kind: 'resource', head: of });

/** A template is sorted among resources by what its server says of what it yields. */
const template = ({ uri, ...of }: ResourceHead): ResourceEntry => ({
  kind: 'template',
  head: { ...of, uriTemplate: uri, variables: [] },
});

const ENTRIES = [
  entry(
    head('page 10', {
      mimeType: 'text/html',
      sizeBytes: 5,
      ...claims(['user'], 0.2, '2026-03-01T00:00:00Z'),
    }),
  ),
  template(head('page 9', { mimeType: 'text/csv', ...claims([], 1, '2026-03-01T01:00:00+02:00') })),
  entry(head('Zebra', { sizeBytes: 900, ...claims(['assistant', 'user'], null, 'yesterday') })),
];

describe('the order of a column', () => {
  const sorted = (column: ResourceColumn, descending: boolean): string[] => {
    const rows = ENTRIES.map((each) => ({ kind: 'entry' as const, serverId: DEMO, entry: each }));
    const group = { server: {} as ServerSnapshot, rows, total: rows.length, loading: false };
    return finish(sortGroups([group], { column, descending })).flatMap((each) =>
      each.rows.map((row) => (row.kind === 'entry' ? row.entry.head.title : row.kind)),
    );
  };
  const check = (column: ResourceColumn, up: string[], down: string[]): void =>
    it(column, () => expect([sorted(column, false), sorted(column, true)]).toEqual([up, down]));

  check('name', ['page 9', 'page 10', 'Zebra'], ['Zebra', 'page 10', 'page 9']);
  check('type', ['page 9', 'page 10', 'Zebra'], ['page 10', 'page 9', 'Zebra']);
  check('size', ['page 10', 'Zebra', 'page 9'], ['Zebra', 'page 10', 'page 9']);
  check('modified', ['page 9', 'page 10', 'Zebra'], ['page 10', 'page 9', 'Zebra']);
  check('priority', ['page 10', 'page 9', 'Zebra'], ['page 9', 'page 10', 'Zebra']);
  check('audience', ['Zebra', 'page 10', 'page 9'], ['page 10', 'Zebra', 'page 9']);
});

it('tells a type that was not declared from one that was', async () => {
  const { user } = renderApp('/resources', {
    change: (world) => {
      world.resources = [
        head('declared.md', { mimeType: 'text/markdown' }),
        head('assumed.md', { uri: 'demo://docs/assumed.md' }),
      ];
    },
  });
  const assumed = await screen.findByRole('option', { name: /^assumed/ });
  const declared = screen.getByRole('option', { name: /^declared/ });
  expect(assumed.getAttribute('aria-label')).toContain(t('resources.list.typeByName', { type: 'Markdown' }));
  expect(declared.getAttribute('aria-label')).not.toContain('(');
  expect(await tipOf(user, within(assumed).getByText('Markdown'))).toBe(t('resources.list.notDeclared'));
});

describe('the columns', () => {
  it('sort the list by mouse and by keyboard, and are remembered', async () => {
    const { host, user } = renderApp('/resources');
    await screen.findByRole('option', { name: /Read me/ });
    const column = () => screen.getByRole('columnheader', { name: t('resources.column.name') });
    const titles = () =>
      within(screen.getByRole('group', { name: 'Demo server' }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent ?? '');
    const asListed = titles();
    expect(column().getAttribute('aria-sort')).toBeNull();
    await user.click(within(column()).getByRole('button'));
    expect(column().getAttribute('aria-sort')).toBe('ascending');
    const up = titles();
    expect(up).not.toEqual(asListed);
    await expectAccessible();
    await user.keyboard('{Enter}');
    expect(column().getAttribute('aria-sort')).toBe('descending');
    expect(titles()[0], 'the last is the first').toBe(up.at(-1));
    const saved = () => host.calls.findLast(({ name }) => name === 'setting.set')?.params;
    expect(saved()).toMatchObject({ resourceSorts: { '': { column: 'name', descending: true } } });
    await user.keyboard('{Enter}');
    expect(titles(), 'as its server lists them').toEqual(asListed);
    await waitFor(() => expect(saved()).toMatchObject({ resourceSorts: {} }));
  });

  it('are made wider and narrower by keyboard and by mouse, which is remembered for each server', async () => {
    const { host, user } = renderApp('/resources?filter=demo');
    await screen.findByRole('option', { name: /Read me/ });
    const name = t('resources.column.width', { column: t('resources.column.type') });
    const line = () => screen.getByRole('separator', { name });
    const width = () => Number(line().getAttribute('aria-valuenow'));
    const kept = () =>
      host.calls.findLast((call) => call.name === 'setting.set')?.params as { resourceColumns: unknown };
    const usual = width();
    await user.click(line());
    await user.keyboard('{ArrowRight}');
    expect(width(), 'narrower by a step').toBe(usual - 16);
    expect(kept().resourceColumns).toEqual({ demo: { type: usual - 16 } });
    await user.keyboard('{End}');
    expect(width(), 'as narrow as can be').toBe(Number(line().getAttribute('aria-valuemin')));
    await expectAccessible();
    await user.keyboard('{Enter}');
    expect(width(), 'as it was').toBe(usual);
    expect(kept().resourceColumns).toEqual({});

    const before = host.calls.length;
    fireEvent.pointerDown(line(), { button: 0, pointerId: 1, clientX: 200 });
    fireEvent.pointerMove(line(), { pointerId: 1, clientX: 212 });
    fireEvent.pointerMove(line(), { pointerId: 1, clientX: 220 });
    expect(width()).toBe(usual - 20);
    expect(host.calls.length, 'nothing is kept while the line is dragged').toBe(before);
    fireEvent.pointerUp(line(), { pointerId: 1, clientX: 220 });
    fireEvent.pointerMove(line(), { pointerId: 1, clientX: 240 });
    expect(width(), 'the line was let go').toBe(usual - 20);
    expect(kept().resourceColumns).toEqual({ demo: { type: usual - 20 } });
    await user.dblClick(line());
    expect(width()).toBe(usual);
  });

  it('narrow the list to some servers', async () => {
    const { user } = renderApp('/resources', {
      change: (world) => {
        const [first] = world.resources;
        if (first !== undefined) world.resources.push({ ...first, serverId: GITHUB, title: 'A file' });
      },
    });
    const chips = await screen.findByRole('group', { name: t('common.servers') });
    const titles = () => screen.getAllByRole('option').map(({ textContent }) => textContent ?? '');
    const all = titles().length;
    await user.click(within(chips).getByRole('checkbox', { name: /^GitHub/ }));
    expect(titles()).toEqual([expect.stringContaining('A file')]);
    await user.click(within(chips).getByRole('checkbox', { name: /^Demo/ }));
    expect(titles(), 'of both').toHaveLength(all);
    await expectAccessible();
    await user.click(within(chips).getByRole('checkbox', { name: /^Demo/ }));
    await user.click(screen.getByRole('button', { name: t('shared.allServers') }));
    await user.click(await screen.findByRole('menuitemradio', { name: /Demo/ }));
    expect(screen.queryByRole('group', { name: t('common.servers') }), 'of one server').toBeNull();
    expect(titles().length, 'what was chosen before does not hold').toBeGreaterThan(1);
  });

  it('narrow the list to an audience', async () => {
    const { user } = renderApp('/resources', {
      change: (world) => {
        world.resources.forEach((resource, at) => {
          const audience = [at === 0 ? 'assistant' : 'user'];
          resource.annotations = { ...resource.annotations, audience };
        });
      },
    });
    const chips = await screen.findByRole('group', { name: t('resources.annotations.audience') });
    await user.click(
      within(chips).getByRole('checkbox', { name: new RegExp(t('resources.audience.assistant')) }),
    );
    expect(screen.getAllByRole('option'), 'a resource and a template').toHaveLength(2);
  });
});
