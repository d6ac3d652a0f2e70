import { app } from './en/app';
import { common } from './en/common';

/**
 * Every text of the page in English, by key.
 *
 * The syntax is ICU MessageFormat: `{name}`, `{count, plural, one {# tool} other {# tools}}`, `<b>…</b>` for `t.rich`.
 */
export const en = { app, common } as const;
