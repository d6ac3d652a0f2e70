import { activity } from './de/activity';
import { app } from './de/app';
import { common } from './de/common';
import { core } from './de/core';
import { palette } from './de/palette';
import { prompts } from './de/prompts';
import { protocolLog } from './de/protocolLog';
import { resources } from './de/resources';
import { review } from './de/review';
import { settings } from './de/settings';
import { tools } from './de/tools';
import type { Catalogue } from './translate';

/** Every text of the page in German. */
export const de: Catalogue = { activity, app, common, core, palette, prompts, protocolLog, resources, review, settings, tools };
