import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/mantine.css';
import '../styles/controls.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connectHost } from '../api/client';
import { createQueryClient } from '../api/queries';
import type { Host } from '../host/types';
import { styleNonce } from '../lib/nonce';
import { App } from './App';

/** Puts the app on the page. */
export function start(host: Host): void {
  // Mantine's modals lock scrolling with a style sheet of a library of their own, which asks here for the nonce.
  setNonce(styleNonce());
  connectHost(host);
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App host={host} client={createQueryClient()} />
    </StrictMode>,
  );
}
