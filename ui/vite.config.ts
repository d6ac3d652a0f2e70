import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { base64Modules } from './base64-modules';
import { firstScreenLimit } from './first-screen';
import { frozenPrototypes } from './frozen-prototypes';
import { thirdPartyNotices } from './notices';
import { wordsTypes } from './words-types';

/** Tests that freeze what every object inherits, or stand in for a module: their worker ends with them. */
const ALONE = [
  'src/entities/chart/chart.test.tsx',
  'src/entities/content/preview/pdfPage.test.tsx',
  'src/kit/CodeView/CodeView.test.tsx',
];

// `--mode fake` builds dev.html: the same pages on the fake host, for looking at them in a browser.
// It goes to its own folder and is never part of the app.
export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [
    frozenPrototypes(),
    thirdPartyNotices(),
    base64Modules(),
    wordsTypes(),
    react(),
    ...(mode === 'fake' ? [] : [firstScreenLimit()]),
  ],
  // As the page makes them. The library for PDFs asks for its own address.
  worker: { format: 'es' },
  server: { port: 5173, strictPort: true },
  build: {
    target: ['es2022', 'safari16'],
    outDir: mode === 'fake' ? 'dist-fake' : 'dist',
    emptyOutDir: true,
    // The content security policy allows no inline script.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // From a local disk half a megabyte is nothing; forms, the editor and each screen are chunks of their own.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: mode === 'fake' ? 'dev.html' : 'index.html',
      output: {
        // The worker for PDFs imports its decoders by their names.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('_nowasm_fallback.js'))
            ? 'assets/[name][extname]'
            : 'assets/[name]-[hash][extname]',
      },
    },
  },
  test: {
    environment: 'happy-dom',
    setupFiles: ['src/test/setup.ts'],
    // Generous, as the time of the testing library in `src/test/setup.ts`: a busy machine is no failure.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    // By itself it would leave one processor unused.
    maxWorkers: '100%',
    // What a test draws is soon gone: a larger space for what is new takes about a third off collecting it.
    execArgv: ['--max-semi-space-size=64'],
    // As the build takes it: what it is otherwise loaded as is not rewritten (frozen-prototypes.ts).
    alias: { recharts: 'recharts/es6/index.js' },
    // These are rewritten (frozen-prototypes.ts).
    server: {
      deps: {
        inline: [/legacy-modes\/mode\/clike/, /recharts/, /victory-vendor/, /\/d3-/, /decimal\.js-light/],
      },
    },
    // Classes keep their names, so that a test can look for one where nothing has a role. Their rules are not loaded:
    // matching them to elements took a third of the time, and how things look is judged in the real window.
    css: { modules: { classNameStrategy: 'non-scoped' } },
    projects: [
      {
        extends: true,
        // Loading the page takes longer than most files of tests. A worker loads it once; `src/test/setup.ts` resets it.
        test: { name: 'shared', isolate: false, exclude: [...configDefaults.exclude, ...ALONE] },
      },
      // Among the others they would end the workers that share.
      { extends: true, test: { name: 'alone', include: ALONE, sequence: { groupOrder: 1 } } },
    ],
  },
}));
