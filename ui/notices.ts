import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { rustLibraries } from './rust-notices';

/** Licenses the page may ship code under; the same as `deny.toml` has for Rust. */
const ALLOWED = [
  'MIT',
  'OFL-1.1',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'Unlicense',
  'Zlib',
];

interface Locked {
  version: string;
  license?: string;
  /** Only needed to build or to test. */
  dev?: boolean;
  /** Of one system: nothing that runs in a web view. */
  optional?: boolean;
}

/** What packages bring of others, with licenses of its own. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'pdfjs-dist': [
    'cmaps/LICENSE',
    'standard_fonts/LICENSE_FOXIT',
    'wasm/LICENSE_JBIG2',
    'wasm/LICENSE_PDFJS_JBIG2',
    'wasm/LICENSE_OPENJPEG',
    'wasm/LICENSE_PDFJS_OPENJPEG',
  ],
};

/** A library, and the license it came with. */
export interface Library {
  /** Its name and version. */
  name: string;
  license: string;
  text: string;
}

/** Every package of the lock file that the page may be made of. Types are no part of it. */
function libraries(root: string): Library[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(lock.packages).flatMap(
    ([path, { version, license = '', dev = false, optional = false }]) => {
      const name = path.split('node_modules/').at(-1) ?? '';
      if (dev || optional || path === '' || name.startsWith('@types/')) return [];
      if (!isAllowed(license))
        throw new Error(`${name} is licensed as “${license}”, which notices.ts does not know`);
      return [
        { name: `${name} ${version}`, license, text: licenseText(join(root, path), PARTS[name] ?? []) },
      ];
    },
  );
}

/** Whether a license expression (SPDX) can be met: each part of it, by one of its choices. */
const isAllowed = (license: string): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((choice) => ALLOWED.includes(choice)));

/** The license files of a package and of its parts; some have none, and then its name and license have to do. */
function licenseText(folder: string, parts: readonly string[]): string {
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice|copying)(?:[.-]|$)/i.test(file));
  return [...files.toSorted(), ...parts]
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}

/** The notices of libraries: one text for all that share it. */
function notices(all: readonly Library[]): string {
  const byText = new Map<string, Library[]>();
  for (const library of all) {
    const key = `${library.license}\n${library.text}`;
    byText.set(key, [...(byText.get(key) ?? []), library]);
  }
  return [...byText.values()]
    .map((same) => {
      const title = same.map(({ name }) => name).join(', ');
      const line = '='.repeat(Math.min(title.length, 80));
      return [`${title}\n${line}`, same[0]?.license, same[0]?.text].join('\n\n').trim();
    })
    .join('\n\n\n');
}

/** Adds the notices of all libraries, of the page and of the programs, to those that are written by hand, where the page shows them. */
export function thirdPartyNotices(): Plugin {
  let root = '';
  let isBuilt = false;
  return {
    name: 'third-party-notices',
    enforce: 'pre',
    configResolved: (config) => {
      root = config.root;
      isBuilt = config.command === 'build';
    },
    load: (id) => {
      const [file, query] = id.split('?');
      if (query !== 'raw' || file === undefined || !file.endsWith('/THIRD-PARTY-NOTICES.txt')) return null;
      // Crates are read only for what is shipped: a test of the page needs no cargo.
      const all = [...libraries(root), ...(isBuilt ? rustLibraries(root) : [])];
      const text = `${readFileSync(file, 'utf8').trim()}\n\n\n${notices(all)}\n`;
      return `export default ${JSON.stringify(text)};`;
    },
  };
}
