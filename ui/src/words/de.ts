import { app } from './de/app';
import { common } from './de/common';
import { firstRun } from './de/firstRun';
import { serverForm } from './de/serverForm';
import { servers } from './de/servers';
import type { Catalogue } from './translate';

/** Every text of the page in German. */
export const de: Catalogue = { app, common, firstRun, serverForm, servers };
