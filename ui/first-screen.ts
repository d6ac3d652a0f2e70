import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** What may be loaded before the first screen is drawn: compressed JavaScript, kB. */
const LIMIT_KB = 300;

/** Fails the build whose entry needs more JavaScript than the first screen may load. */
export function firstScreenLimit(): Plugin {
  return {
    name: 'first-screen-limit',
    apply: 'build',
    generateBundle(_options, bundle) {
      const needed = new Set<string>();
      const need = (file: string): void => {
        const chunk = bundle[file];
        if (needed.has(file) || chunk?.type !== 'chunk') return;
        needed.add(file);
        chunk.imports.forEach(need);
      };
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.isEntry) need(chunk.fileName);
      const sizes = [...needed].map((file) => {
        const chunk = bundle[file];
        return chunk?.type === 'chunk' ? gzipSync(chunk.code).length : 0;
      });
      const total = Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000);
      if (total > LIMIT_KB)
        throw new Error(`the first screen needs ${total} kB of JavaScript, and may need ${LIMIT_KB}`);
      this.info(`first screen: ${total} kB of JavaScript of at most ${LIMIT_KB}`);
    },
  };
}
