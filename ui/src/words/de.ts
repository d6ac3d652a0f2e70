import { app } from './de/app';
import { common } from './de/common';
import { core } from './de/core';
import { prompts } from './de/prompts';
import { protocolLog } from './de/protocolLog';
import { resources } from './de/resources';
import { tools } from './de/tools';
import type { Catalogue } from './translate';

/** Every text of the page in German. */
export const de: Catalogue = { app, common, core, prompts, protocolLog, resources, tools };
