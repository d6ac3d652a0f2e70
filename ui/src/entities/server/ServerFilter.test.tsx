import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { SourceId } from '../../api/generated/contract';
import { expectAccessible, renderPart } from '../../test/render';
import { t } from '../../words/translate';
import { ServerFilter } from './ServerFilter';

function Example(): ReactNode {
  const [value, setValue] = useState<SourceId | null>(null);
  return <ServerFilter value={value} onChange={setValue} />;
}

const checked = async (): Promise<(string | null)[]> => {
  const menu = await screen.findByRole('menu');
  return within(menu)
    .getAllByRole('menuitemradio', { checked: true })
    .map(({ textContent }) => textContent);
};

test('one server or all are chosen, and a screen reader hears which', async () => {
  const { user } = renderPart(<Example />);
  await user.click(await screen.findByRole('button', { name: t('shared.allServers') }));
  expect(await checked()).toEqual([t('shared.allServers')]);
  await waitFor(() => expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true));
  await expectAccessible();
  await user.click(await screen.findByRole('menuitemradio', { name: 'GitHub' }));
  await user.click(await screen.findByRole('button', { name: 'GitHub' }));
  expect(await checked()).toEqual(['GitHub']);
  await user.click(screen.getByRole('menuitemradio', { name: t('shared.allServers') }));
  expect(await screen.findByRole('button', { name: t('shared.allServers') })).toBeDefined();
});
