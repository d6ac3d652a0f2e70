import { app } from './de/app';
import { common } from './de/common';
import { core } from './de/core';
import type { Catalogue } from './translate';

/** Every text of the page in German. */
export const de: Catalogue = { app, common, core };
