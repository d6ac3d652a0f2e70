import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as editor from '../../kit/CodeView/loadEditor';
import { renderApp } from '../../test/render';

const open = (uri: string) => `/resources?server=demo&item=${encodeURIComponent(uri)}`;
const never = () => new Promise<never>(() => {});

it.each([
  ['of a text', 'demo://docs/readme.md', 1],
  ['but not of an image', 'demo://pictures/arch.png', 0],
])('while a resource is read its editor is loaded: %s', async (_what, uri, times) => {
  const loaded = vi.spyOn(editor, 'loadEditor');
  const { host } = renderApp(open(uri));
  host.on('resource.read', never);
  await screen.findByRole('article');
  await waitFor(() => expect(host.calls.map(({ name }) => name)).toContain('resource.read'));
  expect(loaded.mock.calls).toHaveLength(times);
});
