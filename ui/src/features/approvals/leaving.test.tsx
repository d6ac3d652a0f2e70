import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showReview } from '../../host/fake/pinHandlers';
import { agree } from '../../test/agree';
import { renderApp } from '../../test/render';
import { t } from '../../words/translate';

test('who goes elsewhere before a decision is confirmed stays there', async () => {
  const { user, host } = renderApp('/approvals?server=github', {
    change: (world) => showReview(world, 'new'),
  });
  let confirm = (): void => {};
  host.on(
    'pin.accept',
    () =>
      new Promise((resolve) => {
        confirm = () => resolve([] as never);
      }),
  );
  await screen.findAllByRole('article');
  await agree(user, t('review.decide.approve'));
  await user.click(screen.getByRole('link', { name: t('common.servers') }));
  await screen.findByRole('link', { name: t('common.servers'), current: 'page' });
  await act(async () => confirm());
  expect(screen.queryByRole('link', { name: t('common.servers'), current: 'page' })).not.toBeNull();
});
