import type { Catalogue } from '../translate';

export const resources: Catalogue['resources'] = {
  annotations: {
    audience: 'Zielgruppe',
    modified: 'Zuletzt geändert',
    priority: 'Priorität',
    title: 'Angaben des Servers',
  },
  content: {
    detected: 'Erkannter Typ',
    number: 'Inhalt {number, number}',
    pixels: 'Pixel',
    read: 'Gelesen',
    readAt: '{moment} (Dauer {duration})',
    size: 'Größe',
    title: 'Inhalt',
  },
  kind: {
    data: 'Daten',
    image: 'Bilder',
    label: 'Arten von Ressourcen',
    media: 'Audio und Video',
    other: 'Andere',
    template: 'Vorlagen',
    text: 'Text',
  },
  list: { subscribed: 'abonniert', template: 'Vorlage {uri}' },
  live: {
    refreshed: 'Aktualisiert {time}',
    subscribed: 'Abonniert',
    updated: 'Abonniert, aktualisiert {time}',
  },
  notRunning: {
    earlier: 'Der angezeigte Inhalt wurde früher gelesen.',
    state: '<server></server> läuft nicht (Status: {state}).',
  },
  read: 'Ressource lesen',
  readFrom: 'Gelesen von',
  select: 'Ressource auswählen',
  subscribe: 'Abonnieren',
  template: {
    gone: 'Vorlage nicht verfügbar',
    goneHelp: '„{server}“ listet diese Vorlage nicht auf.',
    goneHelpUnknown: 'Der Server listet diese Vorlage nicht auf.',
  },
  tree: { folder: '{name}, {count, plural, one {# Ressource} other {# Ressourcen}}' },
  views: { gallery: 'Galerie', label: 'Ansicht', list: 'Liste', tree: 'Baum' },
  view: {
    details: 'Details zur Ressource',
    empty: 'Kein Inhalt',
    emptyHelp: 'Der Server hat keinen Inhalt zurückgegeben.',
    label: 'Ansicht des Inhalts',
    preview: 'Vorschau',
    raw: 'JSON-Rohdaten von „{resource}“',
    shortened:
      '{count, plural, one {Ein langer Blob ist} other {# lange Blobs sind}} hier gekürzt. „Speichern unter…“ sichert alle Bytes.',
    source: 'Quelltext',
    which: 'Angezeigter Inhalt',
  },
};
