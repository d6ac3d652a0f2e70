import type { Plugin } from 'vite';

const OWN = '{writable:true,configurable:true,value:undefined}';

interface Rewrite {
  /** The end of the file's path. */
  file: string;
  /** What stands there now, once. */
  from: string;
  to: string;
}

const REWRITES: readonly Rewrite[] = [
  {
    // dayjs makes its class like this; `valueOf` and `toString` are then assigned to `m`, so they are defined first.
    file: '/dayjs/dayjs.min.js',
    from: 'var m=M.prototype;return m.parse=',
    to: `var m=Object.defineProperties(M.prototype,{valueOf:${OWN},toString:${OWN}});return m.parse=`,
  },
  {
    // The words of a language, one of which is `constructor`.
    file: '/@codemirror/legacy-modes/mode/clike.js',
    from: 'for (var i = 0; i < words.length; ++i) obj[words[i]] = true;',
    to: 'for (const word of words) Object.defineProperty(obj, word, { value: true, enumerable: true });',
  },
];

/**
 * Lets libraries load where `Object.prototype` is frozen, as it is in the app's window: there an assignment of
 * `valueOf`, `toString` or `constructor` to an object that merely inherits them throws.
 */
export function frozenPrototypes(): Plugin {
  return {
    name: 'frozen-prototypes',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?')[0] ?? '';
      const rewrite = REWRITES.find(({ file }) => path.endsWith(file));
      if (rewrite === undefined) return null;
      if (!code.includes(rewrite.from)) {
        throw new Error(`${rewrite.file} is written differently now: look again at frozen-prototypes.ts`);
      }
      return { code: code.replace(rewrite.from, rewrite.to), map: null };
    },
  };
}
