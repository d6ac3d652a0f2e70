import type { Catalogue } from '../translate';
import { failure } from './coreFailure';
import * as reviews from './coreReviews';
import * as setup from './coreSetup';

export const core: Catalogue['core'] = {
  verbatim: '{text}',
  failure,
  ...reviews,
  ...setup,
  command: {
    executable: 'Ausführbare Datei gefunden.',
    onPath: 'Im PATH der Login-Shell gefunden.',
    notOnPath: 'Nicht im PATH der Login-Shell gefunden. Schreibweise prüfen oder absoluten Pfad eingeben.',
  },
};
