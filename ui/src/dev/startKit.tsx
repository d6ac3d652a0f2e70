import { createRoot } from 'react-dom/client';
import { applyLanguage } from '../words/languages';
import { KitPage } from './KitPage';

/** Puts the page of controls into the document. */
export async function startKit(): Promise<void> {
  await applyLanguage('en');
  const root = document.getElementById('root');
  if (root !== null) createRoot(root).render(<KitPage />);
}
