import { activity } from './en/activity';
import { app } from './en/app';
import { common } from './en/common';
import { palette } from './en/palette';
import { review } from './en/review';
import { settings } from './en/settings';

/**
 * Every text of the page in English, by key.
 *
 * The syntax is ICU MessageFormat: `{name}`, `{count, plural, one {# tool} other {# tools}}`, `<b>…</b>` for `t.rich`.
 */
export const en = { activity, app, common, palette, review, settings } as const;
