import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Library } from './notices';

/** The programs that are shipped. */
const SHIPPED = ['usher', 'usher-cli'];

interface Metadata {
  packages: {
    id: string;
    name: string;
    version: string;
    license: string | null;
    source: string | null;
    manifest_path: string;
  }[];
  resolve: { nodes: { id: string; deps: { pkg: string; dep_kinds: { kind: string | null }[] }[] }[] };
}

/** Every crate that the programs are made of on this system, with its license from the sources of cargo. */
export function rustLibraries(root: string): Library[] {
  const { packages, resolve } = metadata(join(root, '..'));
  const uses = new Map(resolve.nodes.map(({ id, deps }) => [id, deps]));
  const open = packages.filter(({ name, source }) => source === null && SHIPPED.includes(name));
  const found = new Set(open.map(({ id }) => id));
  for (const id of found)
    for (const { pkg, dep_kinds: kinds } of uses.get(id) ?? [])
      // What only builds or tests them is no part of them.
      if (kinds.some(({ kind }) => kind === null)) found.add(pkg);
  return packages
    .filter(({ id, source }) => source !== null && found.has(id))
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ name, version, license, manifest_path: manifest }) => ({
      name: `${name} ${version}`,
      license: license ?? '',
      text: licenseText(dirname(manifest), license ?? ''),
    }));
}

/** What cargo knows of the workspace. The crates are there once anything was built; only before that it fetches them. */
function metadata(workspace: string): Metadata {
  const host = /^host: (.*)$/m.exec(run(workspace, 'rustc', ['-vV']))?.[1] ?? '';
  const asked = ['metadata', '--locked', '--format-version=1', `--filter-platform=${host}`];
  const parse = (text: string): Metadata => JSON.parse(text) as Metadata;
  try {
    return parse(run(workspace, 'cargo', [...asked, '--offline']));
  } catch {
    return parse(run(workspace, 'cargo', asked));
  }
}

const run = (cwd: string, program: string, args: readonly string[]): string =>
  execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** The license of a crate. Where there is a choice with MIT, that one is taken, and its text is enough. */
function licenseText(folder: string, license: string): string {
  const files = readdirSync(folder).filter((file) =>
    /^(?:licen[cs]e|notice|copying|unlicense)(?:[.-]|$)/i.test(file),
  );
  const ofMit =
    /\bMIT\b/.test(license) && !license.includes('AND') ? files.filter((file) => /mit/i.test(file)) : [];
  return (ofMit.length > 0 ? ofMit : files)
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}
