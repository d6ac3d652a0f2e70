import { bytesOfBase64 } from '../../../lib/hex';

/** The predefined character maps, and the two standard fonts that no system has, as modules. */
const PARTS = import.meta.glob<string>(
  [
    '/node_modules/pdfjs-dist/cmaps/*.bcmap',
    '/node_modules/pdfjs-dist/standard_fonts/Foxit{Dingbats,Symbol}.pfb',
  ],
  { query: '?base64', import: 'default' },
);

const FOLDERS: Readonly<Record<string, string>> = { cMapUrl: 'cmaps', standardFontDataUrl: 'standard_fonts' };

/** Gives the library its parts from modules: nothing may be fetched. */
export class ModuleParts {
  // oxlint-disable-next-line class-methods-use-this -- the library calls it on an object that it makes
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array<ArrayBuffer>> {
    const load = PARTS[`/node_modules/pdfjs-dist/${FOLDERS[kind]}/${filename}`];
    if (load === undefined) throw new Error(`there is no part “${filename}”`);
    return bytesOfBase64(await load());
  }
}
