import { app } from './de/app';
import { common } from './de/common';
import { content } from './de/content';
import { errors } from './de/errors';
import { form } from './de/form';
import { records } from './de/records';
import { shared } from './de/shared';
import type { Catalogue } from './translate';

/** Every text of the page in German. */
export const de: Catalogue = { app, common, content, errors, form, records, shared };
