import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FakeHost } from '../../host/fake';
import { dragEnd, dragStart, transfer } from '../../test/drag';
import { renderApp } from '../../test/render';
import { t } from '../../words/translate';

const named = (host: FakeHost, name: string) => host.calls.filter((call) => call.name === name);

describe('a resource is dragged out of the window', () => {
  it('and is read once the drag begins', async () => {
    const { host } = renderApp('/resources');
    const row = await screen.findByRole('option', { name: /Read me/ });
    expect(row.getAttribute('draggable')).toBe('true');
    fireEvent.mouseDown(row, { button: 0 });
    await waitFor(() => expect(named(host, 'resource.reserveDrag')).toHaveLength(1));
    expect([...named(host, 'resource.writeDrag'), ...named(host, 'resource.read')]).toEqual([]);
    await waitFor(() => {
      const carried = transfer();
      expect(dragStart(row, carried)).toBe(true);
      expect([...carried.data]).toEqual([['text/uri-list', 'file:///home/ada/dragged/readme.md']]);
    });
    expect(named(host, 'resource.writeDrag')).toHaveLength(1);
    const again = transfer();
    expect(dragStart(row, again), 'one press, one drag').toBe(false);
  });

  it('which says where the file was not ready when it was dropped', async () => {
    const { host } = renderApp('/resources');
    host.on('resource.writeDrag', () => new Promise(() => {}));
    const row = await screen.findByRole('option', { name: /Read me/ });
    fireEvent.mouseDown(row, { button: 0 });
    const carried = transfer();
    await waitFor(() => expect(dragStart(row, carried)).toBe(true));
    dragEnd(row, { ...carried, dropEffect: 'copy' });
    expect(await screen.findByText(t('content.drag.tooEarly'))).toBeDefined();
  });

  it('but no template, and nothing whose path is not known yet', async () => {
    const { host } = renderApp('/resources');
    const template = await screen.findByRole('option', { name: /template/ });
    expect(template.getAttribute('draggable')).toBeNull();
    host.on('resource.reserveDrag', () => new Promise(() => {}));
    const row = screen.getByRole('option', { name: /Read me/ });
    fireEvent.mouseDown(row, { button: 0 });
    expect(dragStart(row, transfer())).toBe(false);
  });
});
