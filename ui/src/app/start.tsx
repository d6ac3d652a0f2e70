import '@fontsource-variable/inter/wght.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/layout.module.css';
import '../styles/mantine.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connectHost } from '../api/client';
import { asked, createQueryClient, known } from '../api/queries';
import type { Host } from '../host/types';
import { styleNonce } from '../lib/nonce';
import { App } from './App';
import { applyLanguage } from '../words/languages';
import { settleFonts } from './fonts';

/** Puts the app on the page, once its theme and language are known: nothing is ever drawn in another first. */
export async function start(host: Host): Promise<void> {
  // Mantine's modals lock scrolling with a style sheet of a library of their own, which asks here for the nonce.
  setNonce(styleNonce());
  connectHost(host);
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const client = createQueryClient();
  settleFonts();
  // Settings that cannot be read are said where they are shown; the app starts without them.
  await client.prefetchQuery(asked('setting.get', {}));
  await applyLanguage(known(client, 'setting.get', {})?.language ?? 'system');
  createRoot(root).render(
    <StrictMode>
      <App host={host} client={client} />
    </StrictMode>,
  );
}
