import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible, renderApp } from '../../test/render';
import { coreMessage, messageText } from '../../words/message';
import { t } from '../../words/translate';

test.each([
  ['nothing', [], null],
  ['one thing', [coreMessage('repair.noInputSchema')], t('core.repair.noInputSchema')],
  [
    'several things',
    [coreMessage('repair.noName'), coreMessage('repair.member.text', { member: 'a\u202Eb' })],
    `${t('core.repair.noName')}\n${t('core.repair.member.text', { member: 'a[U+202E]b' })}`,
  ],
])('a tool with %s wrong says so beside its claims and above its definition', async (_what, lines, title) => {
  const { user } = renderApp('/tools?server=%22demo%22&item=%22echo%22', {
    change: (world) => {
      for (const { head } of world.tools) if (head.name === 'echo') head.repaired = lines;
    },
  });
  const definition = await screen.findByRole('button', { name: t('tools.schema.show') });
  const chip = screen.queryByText(t('tools.page.repaired'));
  act(() => chip?.focus());
  const said = chip === null ? null : (await screen.findByRole('tooltip')).textContent;
  expect(said, 'a mark only where something was repaired').toBe(title);
  await user.click(definition);
  await screen.findByRole('button', { name: t('common.back') });
  const note = screen.queryByText(t('shared.repairedSchema'));
  expect(
    note === null
      ? []
      : within(note)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
  ).toEqual(lines.map((line) => messageText(line).replace('\u202E', 'U+202E')));
  await expectAccessible();
});
