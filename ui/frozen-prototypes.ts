import type { Plugin } from 'vite';

const OWN = '{writable:true,configurable:true,value:undefined}';

interface Rewrite {
  /** The end of the file's path. */
  file: string;
  /** What stands there now, once. */
  from: string;
  to: string;
}

const DECIMAL = {
  // Its methods stand on a plain object; new numbers are then given a `constructor`.
  from: 'P.toString = P.valueOf = P.val = P.toJSON = ',
  to: `Object.defineProperties(P,{constructor:${OWN},toString:${OWN},valueOf:${OWN}});P.toString = P.valueOf = P.val = P.toJSON = `,
};

const REWRITES: readonly Rewrite[] = [
  { file: '/decimal.js-light/decimal.mjs', ...DECIMAL },
  { file: '/decimal.js-light/decimal.js', ...DECIMAL },
  {
    file: '/d3-color/dist/d3-color.mjs',
    from: 'prototype.constructor = constructor;',
    to: "Object.defineProperty(prototype, 'constructor', { value: constructor });",
  },
  {
    file: '/d3-format/dist/d3-format.mjs',
    from: 'FormatSpecifier.prototype.toString = function',
    to: `Object.defineProperty(FormatSpecifier.prototype, 'toString', ${OWN}).toString = function`,
  },
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
