import type { Catalogue } from '../translate';

export const prompts: Catalogue['prompts'] = {
  arguments: '{count, plural, one {# Argument} other {# Argumente}}',
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
