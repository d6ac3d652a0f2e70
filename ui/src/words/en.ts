import { app } from './en/app';
import { approvals } from './en/approvals';
import { common } from './en/common';
import { policies } from './en/policies';
import { sampling } from './en/sampling';

/**
 * Every text of the page in English, by key.
 *
 * The syntax is ICU MessageFormat: `{name}`, `{count, plural, one {# tool} other {# tools}}`, `<b>…</b>` for `t.rich`.
 */
export const en = { app, approvals, common, policies, sampling } as const;
