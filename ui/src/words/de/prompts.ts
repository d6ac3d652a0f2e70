import type { Catalogue } from '../translate';

export const prompts: Catalogue['prompts'] = {
  arguments: '{count, plural, one {# Argument} other {# Argumente}}',
  as: {
    copy: { text: 'Als Text kopieren', markdown: 'Als Markdown kopieren', json: 'Als JSON kopieren' },
    save: { text: 'Als Text speichern…', markdown: 'Als Markdown speichern…', json: 'Als JSON speichern…' },
    image: 'Bild, {type}, {size}',
    audio: 'Audio, {type}, {size}',
  },
  earlier: {
    title: 'Verlauf',
    of: 'Verlauf von „{prompt}“',
    none: 'Noch kein Verlauf',
    shown: 'Angezeigt',
    compare: 'Mit den Nachrichten von {time} vergleichen',
    compareHelp: 'Mit den angezeigten Nachrichten vergleichen',
  },
  views: { label: 'Ansicht', list: 'Liste', gallery: 'Galerie' },
  get: 'Prompt abrufen',
  gone: {
    help: '„{server}“ läuft nicht oder listet diesen Prompt nicht mehr auf.',
    removed: 'Der Server wurde entfernt.',
    title: 'Prompt nicht verfügbar',
  },
  messages: {
    count: '{count, plural, one {# Nachricht} other {# Nachrichten}}, {time}',
    none: 'Der Server hat keine Nachrichten zurückgegeben.',
    of: 'Nachrichten von „{prompt}“',
    raw: 'JSON-Rohdaten von „{prompt}“',
    title: 'Nachrichten',
    view: 'Ansicht der Nachrichten',
  },
  noArguments: 'Dieser Prompt hat keine Argumente.',
  noMessages: { help: 'Prompt abrufen, um die Nachrichten zu sehen.', title: 'Noch keine Nachrichten' },
  select: 'Prompt auswählen',
  unknownServer: 'Der Server',
};
