import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * Gives a file as base64 in a module (`?base64`), loaded when it is imported: the content security policy lets the page
 * import its own modules and fetch nothing.
 */
export function base64Modules(): Plugin {
  return {
    name: 'base64-modules',
    enforce: 'pre',
    load(id) {
      const [file, query] = id.split('?');
      if (query !== 'base64' || file === undefined) return null;
      return `export default ${JSON.stringify(readFileSync(file).toString('base64'))};`;
    },
  };
}
