import type { Plugin } from 'vite';

/** dayjs makes its class like this; the names below are then assigned to `m`. */
const CLASS_OF_DAYJS = 'var m=M.prototype;return m.parse=';

/**
 * Lets dayjs (below the date fields) load where `Object.prototype` is frozen, as it is in the app's window: there an
 * assignment of `valueOf` or `toString` to an object that merely inherits them throws. So they are defined first.
 */
export function frozenPrototypes(): Plugin {
  const own = '{writable:true,configurable:true,value:undefined}';
  return {
    name: 'frozen-prototypes',
    enforce: 'pre',
    transform(code, id) {
      if (!id.split('?')[0]?.endsWith('/dayjs/dayjs.min.js')) return null;
      if (!code.includes(CLASS_OF_DAYJS)) {
        throw new Error('dayjs is written differently now: look again at frozen-prototypes.ts');
      }
      const defined = `var m=Object.defineProperties(M.prototype,{valueOf:${own},toString:${own}});return m.parse=`;
      return { code: code.replace(CLASS_OF_DAYJS, defined), map: null };
    },
  };
}
