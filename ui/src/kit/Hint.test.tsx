import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible, renderPart } from '../test/render';
import { Hint } from './Hint';

test('the keyboard reaches a text with a tooltip: it is named by its text, described by the tooltip', async () => {
  const { user } = renderPart(
    <dl>
      <dt>Task</dt>
      <dd>
        <Hint label="The call continues in the background.">Runs as a task</Hint>
      </dd>
    </dl>,
  );
  await user.tab();
  const hint = screen.getByRole('group', { name: 'Runs as a task' });
  expect(document.activeElement).toBe(hint);
  await waitFor(() =>
    expect(screen.getByRole('tooltip').textContent).toBe('The call continues in the background.'),
  );
  expect(hint.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  await expectAccessible();
});

test('a text without a tooltip is no tab stop', async () => {
  const { user } = renderPart(<Hint label={undefined}>Completed</Hint>);
  await user.tab();
  expect(document.activeElement).toBe(document.body);
  expect(screen.queryByRole('group')).toBeNull();
});
