import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { webtool, webtoolTools } from '../../host/fake/webtools';
import { renderApp } from '../../test/render';
import { t } from '../../words/translate';

test('an action of a webtool says where it goes and which version was accepted', async () => {
  renderApp('/tools?server=webtool-1&item=forecast', {
    change: (world) => {
      world.webtools.push(webtool());
      world.tools.push(...webtoolTools());
    },
  });
  const version = { base: 'https://weather.example.com/v2', version: () => '2.0.3' };
  expect(await screen.findByText(t.markup('tools.page.version', version))).toBeTruthy();
  expect(await screen.findByLabelText(/place/i)).toBeTruthy();
  const permission = new RegExp(`^${t('tools.permission.button', { permission: '.+' })}$`);
  expect(await screen.findByRole('button', { name: permission })).toBeTruthy();
});
