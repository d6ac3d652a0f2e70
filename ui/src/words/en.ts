import { app } from './en/app';
import { common } from './en/common';
import { core } from './en/core';

/**
 * Every text of the page in English, by key.
 *
 * The syntax is ICU MessageFormat: `{name}`, `{count, plural, one {# tool} other {# tools}}`, `<b>…</b>` for `t.rich`.
 */
export const en = { app, common, core } as const;
