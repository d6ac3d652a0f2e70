import type { Catalogue } from '../translate';

export const compare: Catalogue['compare'] = {
  with: 'Mit anderem Aufruf vergleichen…',
  title: '„{name}“ vergleichen',
  choose: 'Andere Aufrufe von „{name}“',
  none: 'Noch kein anderer Aufruf',
  what: 'Was verglichen wird',
  kind: {
    structured: 'Strukturiert',
    text: 'Text',
    messages: 'Nachrichten',
    arguments: 'Argumente',
    raw: 'JSON-Rohdaten',
  },
  older: 'Älter: {time}',
  newer: 'Neuer: {time}',
  same: 'Keine Unterschiede',
  places: '{count, plural, one {# Unterschied} other {# Unterschiede}}',
  onlyChanges: 'Gleiche Zeilen einklappen',
};
