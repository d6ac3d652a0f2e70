import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ModuleParts } from './pdfParts';

const FOLDER = 'node_modules/pdfjs-dist';

test('each predefined character map and the fonts of symbols come byte for byte from modules', async () => {
  const maps = readdirSync(`${FOLDER}/cmaps`).filter((name) => name.endsWith('.bcmap'));
  expect(maps.length, 'the library brings them').toBeGreaterThan(150);
  const parts = [
    ...maps.map((filename) => ({ kind: 'cMapUrl', folder: 'cmaps', filename })),
    ...['FoxitDingbats.pfb', 'FoxitSymbol.pfb'].map((filename) => ({
      kind: 'standardFontDataUrl',
      folder: 'standard_fonts',
      filename,
    })),
  ];
  const wrong = [];
  for (const { kind, folder, filename } of parts) {
    const given = await new ModuleParts().fetch({ kind, filename });
    if (!readFileSync(`${FOLDER}/${folder}/${filename}`).equals(given)) wrong.push(filename);
  }
  expect(wrong, 'these differ from the files of the library').toEqual([]);
});

test.each([
  ['cMapUrl', '../../../package.json'],
  ['cMapUrl', 'Made-Up-H.bcmap'],
  ['wasmUrl', 'jbig2.wasm'],
  ['constructor', 'name'],
])('a part that is not there is refused: %s %s', async (kind, filename) => {
  await expect(new ModuleParts().fetch({ kind, filename })).rejects.toThrow(filename);
});
