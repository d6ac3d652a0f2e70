import { app } from './en/app';
import { common } from './en/common';
import { content } from './en/content';
import { errors } from './en/errors';
import { form } from './en/form';
import { records } from './en/records';
import { shared } from './en/shared';

/**
 * Every text of the page in English, by key.
 *
 * The syntax is ICU MessageFormat: `{name}`, `{count, plural, one {# tool} other {# tools}}`, `<b>…</b>` for `t.rich`.
 */
export const en = { app, common, content, errors, form, records, shared } as const;
