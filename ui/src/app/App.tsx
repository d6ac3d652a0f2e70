import { MantineProvider } from '@mantine/core';
import type { MantineColorSchemeManager } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { followEvents } from '../api/events';
import { useSettings } from '../api/queries';
import type { Host } from '../host/types';
import { SingleKeys } from '../kit/singleKeys';
import { styleNonce } from '../lib/nonce';
import { applyLanguage, languageOf } from '../words/languages';
import { Announcer } from '../kit/Announcer';
import { createAppRouter } from './routes';
import { cssVariablesResolver, theme } from './theme';

const Messages = lazy(async () => ({ default: (await import('./Messages')).Messages }));

/** The theme is a setting of the core; the page itself remembers nothing. */
const schemeManager: MantineColorSchemeManager = {
  get: (fallback) => fallback,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

interface ProvidersProps {
  client: QueryClient;
  /** `test`: without transitions, and without hiding what has no size in a test's page. */
  env?: 'default' | 'test';
  children: ReactNode;
}

/** Everything around the screens. */
export function Providers({ client, env = 'default', children }: ProvidersProps): ReactNode {
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider env={env}>{children}</ThemeProvider>
    </QueryClientProvider>
  );
}

function ThemeProvider({ env, children }: Required<Pick<ProvidersProps, 'env' | 'children'>>): ReactNode {
  const { theme: chosen = 'system', singleKeyShortcuts: singleKeys = true } = useSettings().data ?? {};
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
      {...(chosen === 'system' ? {} : { forceColorScheme: chosen })}
      env={env}
      getStyleNonce={styleNonce}
      deduplicateCssVariables={false}
      withCssVariables={env === 'default'}
      // They would hide parts by the width of the window; nothing uses them.
      withGlobalClasses={false}
    >
      <Announcer level="window" />
      <SingleKeys value={singleKeys}>{children}</SingleKeys>
    </MantineProvider>
  );
}

interface AppProps {
  host: Host;
  client: QueryClient;
  /** Where to start, for tests. */
  startAt?: string;
  env?: 'default' | 'test';
}

/** The app on a host. */
export function App({ host, client, startAt, env = 'default' }: AppProps): ReactNode {
  const [router] = useState(() => createAppRouter(startAt));
  useEffect(() => followEvents(host, client), [host, client]);
  return (
    <Providers client={client} env={env}>
      <InLanguage>
        <RouterProvider router={router} />
        <Suspense fallback={null}>
          <Messages />
        </Suspense>
      </InLanguage>
    </Providers>
  );
}

/** Draws everything again once another language is chosen. */
function InLanguage({ children }: { children: ReactNode }): ReactNode {
  const chosen = useSettings().data?.language ?? 'system';
  const language = languageOf(chosen, navigator.languages);
  // Settings that arrive after the first drawing lose nothing typed, unless they ask for another language.
  const [drawn, setDrawn] = useState(language);
  useEffect(() => {
    if (language === drawn) return;
    void applyLanguage(chosen).then(() => setDrawn(language));
  }, [chosen, language, drawn]);
  return <Fragment key={drawn}>{children}</Fragment>;
}
