import type { Catalogue } from '../translate';

export const core: Catalogue['core'] = { verbatim: '{text}' };
