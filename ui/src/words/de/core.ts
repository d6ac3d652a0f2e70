import type { Catalogue } from '../translate';
import { agents } from './coreAgents';
import { apps } from './coreApps';
import { clientTexts } from './coreClients';
import { stored } from './coreData';
import { errors } from './coreErrors';
import { failure } from './coreFailure';
import { modelTexts } from './coreModels';
import { network } from './coreNetwork';
import { protocol } from './coreProtocol';
import { reviews } from './coreReviews';
import { setup } from './coreSetup';
import { webtoolTexts } from './coreWebtools';

export const core: Catalogue['core'] = {
  verbatim: '{text}',
  sentences: '{first} {next}',
  failure,
  ...agents,
  ...apps,
  ...clientTexts,
  ...errors,
  ...protocol,
  ...stored,
  ...network,
  ...modelTexts,
  ...webtoolTexts,
  group: {
    characters: 'Der Name der Gruppe enthält Steuerzeichen oder unsichtbare Zeichen.',
    tooLong: 'Der Name der Gruppe darf höchstens {limit, plural, one {# Zeichen} other {# Zeichen}} haben.',
  },
  arrange: {
    twice: 'Derselbe Server ist zweimal aufgeführt.',
  },
  kept: {
    tooMany:
      'Es gibt bereits {count, plural, one {# Lesezeichen} other {# Lesezeichen}}. Zuerst eines entfernen.',
    secret:
      'Diese URI enthält ein Geheimnis ihres Servers, darum kann dafür kein Lesezeichen gespeichert werden.',
  },
  toolRule: {
    oneTool: 'Immer erlaubt werden kann nur ein einzelnes Tool.',
  },
  configText: {
    builtIn: 'Die Konfiguration des Demo-Servers lässt sich nicht bearbeiten.',
    oneServer: 'Der Text muss genau einen Server enthalten.',
    moved: '{reference} steht für ein Geheimnis einer anderen Adresse. Wert eingeben.',
    noValue: 'Für {reference} ist kein Wert gespeichert. Wert eingeben.',
  },
  restorePin: {
    notAltered: '{name} von „{server}“ wurde nicht verändert.',
    unknown:
      'Die akzeptierte Definition von {name} von „{server}“ wurde nicht gefunden. Aktuelle Definition prüfen.',
    restored: '{name}: Die akzeptierte Definition wurde wiederhergestellt.',
  },
  omitted: {
    secret: '(nicht gespeichert, vielleicht ein Geheimnis)',
    text: '(Text von {size}, zu groß zum Speichern)',
    whole: '({size}, zu groß zum Speichern)',
  },
  zoom: {
    steps: 'Der Zoom muss einer dieser Werte sein: {steps} Prozent.',
  },
  ...reviews,
  ...setup,
  command: {
    executable: 'Ausführbare Datei gefunden.',
    onPath: 'Im PATH gefunden.',
    notOnPath: 'Nicht im PATH gefunden. Schreibweise prüfen oder absoluten Pfad eingeben.',
  },
};
