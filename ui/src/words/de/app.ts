import type { Catalogue } from '../translate';

export const app: Catalogue['app'] = {
  language: { system: 'System', en: 'English', de: 'Deutsch', pseudo: 'Pseudo' },
};
