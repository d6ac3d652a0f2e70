import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../..');
const ROW = /^\s*'(?:application|audio|font|image|text|video)\/[\w.+-]+': (?!\/)/mu;

test('media types stand in one table', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /^(?:api|app|entities|features|kit|lib)\/.*(?<!\.test)\.tsx?$/u.test(name));
  const tables = files.filter((name) => ROW.test(readFileSync(join(SRC, name), 'utf8')));
  expect(tables).toEqual(['entities/content/types.ts']);
});
