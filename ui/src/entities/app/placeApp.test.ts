import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { connectHost } from '../../api/client';
import type { AppId, AppPlace } from '../../api/generated/contract';
import { createFakeHost } from '../../host/fake';
import { placeApp } from './placeApp';

const at = (y: number): AppPlace => {
  const area = { x: 0, y, width: 100, height: 100 };
  return { kind: 'inline', area, visible: area };
};

it('one place of an app is told at a time, and of those that come meanwhile the last', async () => {
  const host = createFakeHost();
  connectHost(host);
  const [one, other] = ['app-1' as AppId, 'app-2' as AppId];
  const told: [AppId, AppPlace][] = [];
  const answers: (() => void)[] = [];
  host.on('mcpApp.place', ({ appId, place }) => {
    told.push([appId, place]);
    return new Promise<null>((answer) => answers.push(() => answer(null)));
  });
  void placeApp(one, at(1));
  void placeApp(one, at(2));
  void placeApp(one, { kind: 'hidden' });
  void placeApp(other, at(3));
  await waitFor(() =>
    expect(told).toEqual([
      [one, at(1)],
      [other, at(3)],
    ]),
  );
  answers[0]?.();
  await waitFor(() => expect(told.slice(2)).toEqual([[one, { kind: 'hidden' }]]));
  answers[2]?.();
  await waitFor(() => {
    void placeApp(one, at(4));
    expect(told.slice(3)).toEqual([[one, at(4)]]);
  });
});
