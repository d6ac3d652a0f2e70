import { activity } from './de/activity';
import { app } from './de/app';
import { common } from './de/common';
import { palette } from './de/palette';
import { review } from './de/review';
import { settings } from './de/settings';
import type { Catalogue } from './translate';

/** Every text of the page in German. */
export const de: Catalogue = { activity, app, common, palette, review, settings };
