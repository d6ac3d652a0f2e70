import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../test/render';
import { CodeView } from './CodeView';

// An editor that is still on its way.
vi.mock('./CodeMirror', () => new Promise(() => {}));

test('the bare text scrolls and is reached by the keyboard until the editor is there', () => {
  renderPart(<CodeView text={'{\n'.repeat(400)} label="The exact text" language="json" />);
  const { tabIndex, className } = screen.getByRole('region', { name: 'The exact text' });
  expect({ tabIndex, className }).toEqual({ tabIndex: 0, className: 'code-plain scrolls' });
});
