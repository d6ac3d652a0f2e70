import { app } from './en/app';
import { common } from './en/common';
import { core } from './en/core';
import { prompts } from './en/prompts';
import { protocolLog } from './en/protocolLog';
import { resources } from './en/resources';
import { tools } from './en/tools';

/**
 * Every text of the page in English, by key.
 *
 * The syntax is ICU MessageFormat: `{name}`, `{count, plural, one {# tool} other {# tools}}`, `<b>…</b>` for `t.rich`.
 */
export const en = { app, common, core, prompts, protocolLog, resources, tools } as const;
