import { activity } from './en/activity';
import { app } from './en/app';
import { common } from './en/common';
import { core } from './en/core';
import { palette } from './en/palette';
import { prompts } from './en/prompts';
import { protocolLog } from './en/protocolLog';
import { resources } from './en/resources';
import { review } from './en/review';
import { settings } from './en/settings';
import { tools } from './en/tools';

/**
 * Every text of the page in English, by key.
 *
 * The syntax is ICU MessageFormat: `{name}`, `{count, plural, one {# tool} other {# tools}}`, `<b>…</b>` for `t.rich`.
 */
export const en = { activity, app, common, core, palette, prompts, protocolLog, resources, review, settings, tools } as const;
