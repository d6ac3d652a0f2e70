import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import deceptions from '../../lib/deceptions.json';
import { renderPart } from '../../test/render';
import { CodeView } from './CodeView';

const shown = (place: Element | null) =>
  [...(place?.querySelectorAll('.code-point') ?? [])].map((one) => one.textContent);

test('until the editor is there, the bare text scrolls, is reached by the keyboard and conceals nothing', () => {
  const texts = [{ name: 'long', text: '{\n'.repeat(400), hidden: [] }, ...deceptions];
  renderPart(texts.map(({ name, text }) => <CodeView key={name} text={text} label={name} language="json" />));
  for (const { name, hidden } of texts) {
    const region = screen.getByRole('region', { name });
    const { tabIndex, className } = region;
    expect({ tabIndex, className, hidden: shown(region) }, name).toEqual({
      tabIndex: 0,
      className: 'code-plain scrolls',
      hidden,
    });
  }
});

// The core's tests read the same table.
test.each(deceptions)('deception: $name', async ({ text, hidden }) => {
  const { container } = renderPart(<CodeView text={text} label="The exact text" language="json" />);
  await waitFor(() => expect(container.querySelector('.cm-content')).not.toBeNull());
  expect(shown(container.querySelector('.cm-content')), 'in the editor').toEqual(hidden);
});
