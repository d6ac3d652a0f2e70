import { app } from './en/app';
import { common } from './en/common';
import { firstRun } from './en/firstRun';
import { serverForm } from './en/serverForm';
import { servers } from './en/servers';

/**
 * Every text of the page in English, by key.
 *
 * The syntax is ICU MessageFormat: `{name}`, `{count, plural, one {# tool} other {# tools}}`, `<b>…</b>` for `t.rich`.
 */
export const en = { app, common, firstRun, serverForm, servers } as const;
