import type { Catalogue } from '../translate';

type Core = Catalogue['core'];

const refused: Core['agents'] = {
  brokenAt:
    '{file} ist ungültig (Zeile {line}, Spalte {column}). Die Datei korrigieren und erneut versuchen.',
  broken: '{file} ist ungültig. Die Datei korrigieren und erneut versuchen.',
  twice: '„{key}“ steht zweimal in {file}. Eines davon entfernen und erneut versuchen.',
  form: '„{key}“ in {file} hat eine Form, die Usher nicht bearbeitet. Den Text unten selbst einfügen.',
  wrong: 'Usher kann {file} nicht bearbeiten, ohne etwas anderes zu ändern. Den Text unten selbst einfügen.',
  link: '{file} ist ein Link auf eine andere Datei. Den Text unten selbst in jene Datei einfügen.',
  notAFile: '{file} ist keine Datei.',
  tooLarge: '{file} ist größer als 16 MiB. Den Text unten selbst einfügen.',
  notText: '{file} ist kein gültiges UTF-8. Die Datei als UTF-8 speichern und erneut versuchen.',
  both: '{file} und {other} sind beide vorhanden, und der Agent liest beide. Den Text unten selbst in eine davon einfügen.',
  taken:
    '{file} enthält bereits einen anderen Server namens „{name}“. Diesen umbenennen und erneut versuchen.',
  readOnly: '{file} ist schreibgeschützt. Datei und Ordner beschreibbar machen und erneut versuchen.',
  owner: '{file} gehört einem anderen Benutzer. Den Text unten als dieser Benutzer einfügen.',
  unknown:
    'Diese Version von Usher unterstützt den Agenten „{agent}“ nicht. Den Eintrag selbst aus {file} entfernen.',
  gone: 'Kein Agent mit der Datei {file} gefunden. Die Liste aktualisieren und erneut versuchen.',
  previewGone: 'Diese Vorschau ist veraltet. Die Änderung erneut prüfen.',
  nothingToUndo: 'Usher hat in {file} nichts rückgängig zu machen.',
  failed: 'Ein interner Fehler ist aufgetreten. Erneut versuchen.',
  changed: '{file} wurde seit der Vorschau geändert. Die Änderung erneut prüfen.',
  unreadable: '{file} konnte nicht gelesen werden: {reason}.',
  unwritable: '{file} konnte nicht geschrieben werden: {reason}.',
};

export const agents = { agents: refused };
