import type { Catalogue } from '../translate';

type Core = Catalogue['core'];

const notice: Core['notice'] = {
  databaseMoved:
    'Die Datenbank war beschädigt ({reason}) und wurde nach {path} verschoben. Usher wurde mit einer leeren gestartet; nichts wurde gelöscht.',
  approvalsLost:
    'Die Freigaben konnten nicht aus {path} gelesen werden ({reason}). Jeden Server und jedes Webtool prüfen, bevor sie verwendet werden.',
  approvalsMoved: 'Die Datei wurde nach {path} verschoben.',
  noKeyring:
    'Der Schlüsselbund des Systems konnte nicht gelesen werden; Usher kann nicht feststellen, ob ein anderes Programm die Konfiguration geändert hat. Nichts läuft, bis der Schlüsselbund entsperrt oder ein Server neu gespeichert ist.',
  changed:
    '{count, plural, one {Die gespeicherte Konfiguration von # Server, Webtool oder Modellanbieter wurde außerhalb von Usher geändert. Sie wird erst nach einer Prüfung verwendet.} other {Die gespeicherten Konfigurationen von # Servern, Webtools oder Modellanbietern wurden außerhalb von Usher geändert. Sie werden erst nach einer Prüfung verwendet.}}',
  callsDropped:
    '{count, plural, one {# Aufruf, der auf eine Antwort wartete, wurde außerhalb von Usher geändert. Er wurde abgebrochen; nichts wurde gesendet.} other {# Aufrufe, die auf Antworten warteten, wurden außerhalb von Usher geändert. Sie wurden abgebrochen; nichts wurde gesendet.}}',
  tasksDropped:
    '{count, plural, one {# laufender Task wurde außerhalb von Usher geändert oder bei gesperrtem Schlüsselbund begonnen. Er wurde verworfen; sein Ergebnis erhält niemand.} other {# laufende Tasks wurden außerhalb von Usher geändert oder bei gesperrtem Schlüsselbund begonnen. Sie wurden verworfen; ihre Ergebnisse erhält niemand.}}',
  settings: 'Die Einstellungen konnten nicht gelesen werden; die Standardwerte werden verwendet. {reason}',
  roots: 'Die Roots konnten nicht gelesen werden; Servern wird keiner freigegeben. {reason}',
  policies: 'Die Richtlinien für Tools konnten nicht gelesen werden; keine gilt. {reason}',
  clients: 'Die Clients konnten nicht gelesen werden, deshalb wird nach jedem neu gefragt. {reason}',
  muted:
    'Die Liste der stummgeschalteten Server konnte nicht gelesen werden; kein Server ist stummgeschaltet. {reason}',
  servers: 'Die Server konnten nicht gelesen werden. {reason}',
};

const damage: Core['damage'] = {
  folder: 'sie ist ein Ordner',
  noFile: 'sie ist keine gewöhnliche Datei',
  tooLarge: 'sie ist zu groß',
  cutOff: 'sie ist abgeschnitten',
  name: 'ein Name darin ist kein gültiger Text',
  foreign: 'sie ist keine Datenbank von Usher',
  migrations: 'das Verzeichnis ihrer Versionen ist ungültig',
  tables: 'ihre Tabellen wurden geändert',
  table: 'die Tabelle „{table}“ kann nicht gelesen werden',
};

const data: Core['data'] = {
  settingsInvalid: 'Einige Einstellungen sind ungültig.',
  settingsUnsaved: 'Die Einstellungen konnten nicht gespeichert werden. {reason}',
  callUnreadable: 'Diese Version von Usher kann den gespeicherten Aufruf nicht lesen.',
  logUnwritable:
    'Das Protokoll-Log konnte nicht nach {folder} geschrieben werden: {reason}. Speicherplatz freigeben oder den Ordner beschreibbar machen, dann erneut speichern.',
  recordUnwritable:
    'Das Freigabeprotokoll konnte nicht nach {folder} geschrieben werden: {reason}. Speicherplatz freigeben oder den Ordner beschreibbar machen, dann erneut speichern.',
};

const parameter: Core['parameter'] = {
  missing: '„{field}“ fehlt',
  twice: '„{field}“ kommt zweimal vor',
  wanted: 'erwartet: {wanted}',
  options: 'erlaubt: {options}',
  malformed: 'falsches Format',
};

const address: Core['address'] = {
  invalid: 'Die URL ist ungültig.',
  unencrypted: 'Die URL ist nicht verschlüsselt (http://). Usher öffnet nur https://.',
  scheme: 'Usher öffnet nur https://-URLs.',
  userName: 'Die URL enthält einen Benutzernamen, der sie wie eine andere URL aussehen lassen kann.',
};

/** Texts about the data of Usher and about what comes in. */
export const stored: Pick<Core, 'notice' | 'damage' | 'data' | 'parameter' | 'address'> = {
  notice,
  damage,
  data,
  parameter,
  address,
};
