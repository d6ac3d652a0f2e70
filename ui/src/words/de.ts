import { activity } from './de/activity';
import { app } from './de/app';
import { common } from './de/common';
import { content } from './de/content';
import { core } from './de/core';
import { errors } from './de/errors';
import { form } from './de/form';
import { palette } from './de/palette';
import { prompts } from './de/prompts';
import { protocolLog } from './de/protocolLog';
import { records } from './de/records';
import { resources } from './de/resources';
import { review } from './de/review';
import { settings } from './de/settings';
import { shared } from './de/shared';
import { tools } from './de/tools';
import type { Catalogue } from './translate';

/** Every text of the page in German. */
export const de: Catalogue = { activity, app, common, content, core, errors, form, palette, prompts, protocolLog, records, resources, review, settings, shared, tools };
