import { render } from '@testing-library/react';
import type { RenderResult } from '@testing-library/react';
import type { QueryClient } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import type { UserEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, onTestFinished } from 'vitest';
import type { ReactNode } from 'react';
import { App, Providers } from '../app/App';
import { connectHost } from '../api/client';
import { followEvents } from '../api/events';
import { createQueryClient } from '../api/queries';
import { createFakeHost } from '../host/fake';
import type { FakeHost, FakeOptions } from '../host/fake';

interface Rendered extends RenderResult {
  host: FakeHost;
  user: UserEvent;
}

/** A cache that is emptied when its test ends: what nobody reads stays in it for minutes. */
function cacheOfTest(): QueryClient {
  const client = createQueryClient();
  onTestFinished(() => client.clear());
  return client;
}

/** The whole app on the fake host, at an address such as `/tools?server=demo&item=echo`. */
export function renderApp(startAt: string, options?: FakeOptions): Rendered {
  const host = createFakeHost(options);
  connectHost(host);
  const result = render(<App host={host} client={cacheOfTest()} startAt={startAt} env="test" />);
  return { ...result, host, user: userEvent.setup() };
}

/** A single part inside the providers, on the fake host. */
export function renderPart(part: ReactNode, options?: FakeOptions): Rendered {
  const host = createFakeHost(options);
  connectHost(host);
  const client = cacheOfTest();
  onTestFinished(followEvents(host, client));
  const result = render(
    <Providers client={client} env="test">
      {part}
    </Providers>,
  );
  return { ...result, host, user: userEvent.setup() };
}

/** Asserts that axe finds nothing in what is on the page. Colours need a real browser and are judged there. */
export async function expectAccessible(root: Element = document.body): Promise<void> {
  const report = await axe.run(root, {
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  const found = report.violations.map((v) => `${v.id}: ${v.help}\n${v.nodes.map((n) => n.html).join('\n')}`);
  expect(found, 'axe finds no violation').toEqual([]);
}

/** What the window says to a screen reader. */
export const said = (): string =>
  [...document.querySelectorAll('[data-announcer]')].map(({ textContent }) => textContent).join('\n');
