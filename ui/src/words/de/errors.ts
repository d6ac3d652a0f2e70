import type { Catalogue } from '../translate';

export const errors: Catalogue['errors'] = {
  title: {
    notFound: 'Nicht gefunden',
    invalid: 'Ungültige Eingabe',
    needsReview: 'Prüfung erforderlich',
    cancelled: 'Abgebrochen',
    timeout: 'Zeitüberschreitung',
    serverUnreachable: 'Server nicht erreichbar',
    serverRejected: 'Serverfehler',
    forbidden: 'Durch Richtlinie blockiert',
    keyringUnavailable: 'Systemschlüsselbund nicht verfügbar',
    browserUnavailable: 'Browser kann nicht geöffnet werden',
    storeTooNew: 'Daten einer neueren Usher-Version',
    storeInUse: 'Datenordner in Benutzung',
    storeUnwritable: 'Datenordner nicht beschreibbar',
    internal: 'Interner Fehler',
  },
  notConnected: 'Usher startet noch.',
  unexpected: 'Unerwarteter Fehler: {text}',
  single: {
    stopped: 'blockiert',
    hiddenText: 'verborgener Text',
    unlikeBrought: 'weicht vom Import ab',
    nameOfAnother: 'gleicher Name wie ein anderes Tool von {servers}',
    namesUsher: 'erwähnt Usher',
    holdsSecret: 'enthält eines der eigenen Geheimnisse',
  },
  webtool: {
    downgraded: 'Der Server bietet eine ältere Version an als geprüft.',
    changed: 'Der Server hat diese Version nach der Prüfung geändert.',
  },
};
