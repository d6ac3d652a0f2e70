import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import deceptions from '../../lib/deceptions.json';
import { renderPart } from '../../test/render';
import { CodeView } from './CodeView';

const shown = (place: Element | null) =>
  [...(place?.querySelectorAll('.code-point') ?? [])].map((one) => one.textContent);

// The core's tests read the same table.
test.each(deceptions)('deception: $name', async ({ text, hidden }) => {
  const { container } = renderPart(<CodeView text={text} label="The exact text" language="json" />);
  // The editor is loaded once, so only the first of these is seen without it.
  const plain = container.querySelector('.code-plain');
  expect(plain === null ? hidden : shown(plain), 'before the editor is there').toEqual(hidden);
  await waitFor(() => expect(container.querySelector('.cm-content')).not.toBeNull());
  expect(shown(container.querySelector('.cm-content')), 'in the editor').toEqual(hidden);
});
