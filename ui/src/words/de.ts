import { app } from './de/app';
import { approvals } from './de/approvals';
import { common } from './de/common';
import { policies } from './de/policies';
import { sampling } from './de/sampling';
import type { Catalogue } from './translate';

/** Every text of the page in German. */
export const de: Catalogue = { app, approvals, common, policies, sampling };
