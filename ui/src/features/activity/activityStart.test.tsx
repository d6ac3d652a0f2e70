import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { HistoryId, ServerId } from '../../api/generated/contract';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

test('where no call is chosen the figures of the last day are shown, of all calls or of one server', async () => {
  const { user } = renderApp('/activity', {
    change: ({ history }) => {
      const [first] = history;
      if (first === undefined) throw new Error('a call');
      const of = (id: string, row: Partial<typeof first.row>) => ({
        ...first,
        row: { ...first.row, id: id as HistoryId, startedAt: Date.now() - 1_000, ...row },
      });
      history.unshift(
        of('a', { status: 'failed' }),
        of('b', { serverId: 'github' as ServerId, serverLabel: 'GitHub', durationMs: 2_000 }),
      );
    },
  });
  const figures = async () => {
    const start = within(await screen.findByRole('region', { name: t('activity.start.title') }));
    return start.getAllByRole('definition').map(({ textContent }) => textContent);
  };
  await expect.poll(figures).toEqual(['2', '', '1', '', '2.0 s', '']);
  expect(screen.getByText(t('activity.start.running', { count: 0 }))).toBeDefined();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: t('shared.allServers') }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Demo server' }));
  await expect.poll(figures).toEqual(['1', '', '1', '', '–', '']);
});
