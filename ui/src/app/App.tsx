import { MantineProvider } from '@mantine/core';
import type { MantineColorSchemeManager } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { followEvents } from '../api/events';
import { useSettings } from '../api/queries';
import type { Host } from '../host/types';
import { styleNonce } from '../lib/nonce';
import { createAppRouter } from './routes';
import { cssVariablesResolver, theme } from './theme';

/** The theme is a setting of the core; the page itself remembers nothing. */
const schemeManager: MantineColorSchemeManager = {
  get: (fallback) => fallback,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

/** Everything around the screens. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }): ReactNode {
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider>{children}</ThemeProvider>
    </QueryClientProvider>
  );
}

function ThemeProvider({ children }: { children: ReactNode }): ReactNode {
  const chosen = useSettings().data?.theme ?? 'system';
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
      {...(chosen === 'system' ? {} : { forceColorScheme: chosen })}
      getStyleNonce={styleNonce}
      deduplicateCssVariables={false}
    >
      {children}
      <Notifications position="bottom-left" limit={4} />
    </MantineProvider>
  );
}

interface AppProps {
  host: Host;
  client: QueryClient;
  /** Where to start, for tests. */
  startAt?: string;
}

/** The app on a host. */
export function App({ host, client, startAt }: AppProps): ReactNode {
  const [router] = useState(() => createAppRouter(startAt));
  useEffect(() => followEvents(host, client), [host, client]);
  return (
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>
  );
}
