import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

/** What may be loaded before the first screen is drawn: compressed JavaScript, kB. */
const LIMIT_KB = 300;

/** The screen that is drawn first, a file that is loaded by the entry once it runs. */
const FIRST_SCREEN = '/features/servers/ServersScreen.tsx';

/** Fails the build whose entry and first screen need more JavaScript than the first screen may load. */
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
      const holdsFirstScreen = (chunk: Rollup.OutputChunk): boolean =>
        chunk.moduleIds.some((file) => file.endsWith(FIRST_SCREEN));
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      if (!chunks.some(holdsFirstScreen)) throw new Error(`no chunk holds ${FIRST_SCREEN}`);
      for (const chunk of chunks) if (chunk.isEntry || holdsFirstScreen(chunk)) need(chunk.fileName);
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
