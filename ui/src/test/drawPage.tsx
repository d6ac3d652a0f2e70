import { render } from '@testing-library/react';
import type { QueryClient } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import { connectHost } from '../api/client';
import type { Language } from '../api/generated/contract';
import { asked, createQueryClient } from '../api/queries';
import { App } from '../app/App';
import { createAppRouter } from '../app/routes';
import { createFakeHost } from '../host/fake';
import type { Host } from '../host/types';
import { t } from '../words/translate';
import type { Page } from './page';

/** The paths of the app. */
export const routePaths = (): string[] => Object.keys(createAppRouter('/').routesByPath);

/** The text that is there once a page is drawn. */
export const shown = ({ shows }: Page): string => (shows === undefined ? '' : t(shows as 'common.servers'));

/** A page that is drawn, and what the host answers to it. */
interface Drawn {
  client: QueryClient;
  answers: readonly unknown[];
}

/** Draws a page in a language whose texts are loaded already. */
export async function draw({ startAt, change, open }: Page, language: Language): Promise<Drawn> {
  const fake = createFakeHost({
    change: (world) => {
      world.settings.language = language;
      change?.(world);
    },
  });
  const answers: unknown[] = [];
  const host: Host = {
    ...fake,
    call: async (name, params) => {
      const answer = await fake.call(name, params);
      answers.push(answer);
      return answer;
    },
  };
  connectHost(host);
  const client = createQueryClient();
  // As at the start of the app: drawn again in the language of the settings, the page would lose what is open.
  await client.prefetchQuery(asked('setting.get', {}));
  render(<App host={host} client={client} startAt={startAt} env="test" />);
  await open?.(userEvent.setup());
  return { client, answers };
}
