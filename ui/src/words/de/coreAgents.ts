import type { Catalogue } from '../translate';

type Core = Catalogue['core'];

const refused: Core['agents'] = {
  brokenAt:
    '{file} ist ungültig (Zeile {line}, Spalte {column}). Die Datei korrigieren und erneut versuchen.',
  broken: '{file} ist ungültig. Die Datei korrigieren und erneut versuchen.',
  twice: '„{key}“ steht zweimal in {file}. Eines davon entfernen und erneut versuchen.',
  form: '„{key}“ in {file} hat eine Form, die Usher nicht bearbeitet. Die Änderung selbst vornehmen.',
  wrong: 'Usher kann {file} nicht bearbeiten, ohne etwas anderes zu ändern. Die Änderung selbst vornehmen.',
  link: '{file} hat noch einen Namen oder führt nirgendwohin. Die Änderung selbst vornehmen.',
  notAFile: '{file} ist keine Datei.',
  tooLarge: '{file} ist größer als 16 MiB. Die Änderung selbst vornehmen.',
  notText: '{file} ist kein gültiges UTF-8. Die Datei als UTF-8 speichern und erneut versuchen.',
  both: '{file} und {other} sind beide vorhanden, und der Agent liest beide. Die Änderung selbst in einer davon vornehmen.',
  taken:
    '{file} enthält bereits einen anderen Server namens „{name}“. Diesen umbenennen und erneut versuchen.',
  readOnly: '{file} ist schreibgeschützt. Datei und Ordner beschreibbar machen und erneut versuchen.',
  owner: '{file} gehört einem anderen Benutzer. Die Änderung als dieser Benutzer vornehmen.',
  unknown:
    'Diese Version von Usher unterstützt den Agenten „{agent}“ nicht. Den Eintrag selbst aus {file} entfernen.',
  gone: 'Kein Agent mit der Datei {file} gefunden. Die Liste aktualisieren und erneut versuchen.',
  notImported: '„{name}“ ist nicht mehr sowohl in {file} als auch in Usher. Die Änderung erneut prüfen.',
  backupGone:
    'Die Sicherungskopie von {file} fehlt oder wurde geändert. Diese Server selbst hinzufügen: {names}.',
  previewGone: 'Diese Vorschau ist veraltet. Die Änderung erneut prüfen.',
  nothingToUndo: 'Usher hat in {file} nichts rückgängig zu machen.',
  failed: 'Ein interner Fehler ist aufgetreten. Erneut versuchen.',
  changed: '{file} wurde seit der Vorschau geändert. Die Änderung erneut prüfen.',
  unreadable: '{file} konnte nicht gelesen werden: {reason}.',
  unwritable: '{file} konnte nicht geschrieben werden: {reason}.',
};

export const agents = { agents: refused };
