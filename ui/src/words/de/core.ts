import type { Catalogue } from '../translate';
import { failure } from './coreFailure';

export const core: Catalogue['core'] = {
  verbatim: '{text}',
  failure,
  group: {
    characters: 'Der Name der Gruppe enthält Steuerzeichen oder unsichtbare Zeichen.',
    tooLong: 'Der Name der Gruppe darf höchstens {limit, plural, one {# Zeichen} other {# Zeichen}} haben.',
  },
  arrange: {
    twice: 'Derselbe Server ist zweimal aufgeführt.',
  },
  policy: {
    oneTool: 'Immer erlaubt werden kann nur ein einzelnes Tool.',
  },
  settings: {
    zoom: 'Der Zoom muss einer dieser Werte sein: {steps} Prozent.',
  },
  command: {
    executable: 'Ausführbare Datei gefunden.',
    onPath: 'Im PATH der Login-Shell gefunden.',
    notOnPath: 'Nicht im PATH der Login-Shell gefunden. Schreibweise prüfen oder absoluten Pfad eingeben.',
  },
};
