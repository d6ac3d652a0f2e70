import type { Catalogue } from '../translate';
import { contents, media } from './coreContents';

type Core = Catalogue['core'];

const schema: Core['schema'] = {
  missing: 'Erforderlich.',
  unexpected: 'Unbekannte Eigenschaft.',
  propertyName: 'Der Name der Eigenschaft ist ungültig: {fault}',
  type: 'Erwartet: {wanted}, erhalten: {found}.',
  enum: 'Erlaubt: {options}.',
  const: 'Muss {value} sein.',
  minimum: 'Muss mindestens {limit} sein.',
  maximum: 'Darf höchstens {limit} sein.',
  exclusiveMinimum: 'Muss größer als {limit} sein.',
  exclusiveMaximum: 'Muss kleiner als {limit} sein.',
  multipleOf: 'Muss ein Vielfaches von {factor} sein.',
  empty: 'Darf nicht leer sein.',
  minLength: 'Muss mindestens {count, plural, one {# Zeichen} other {# Zeichen}} haben.',
  maxLength: 'Darf höchstens {count, plural, one {# Zeichen} other {# Zeichen}} haben.',
  minItems: 'Muss mindestens {count, plural, one {# Element} other {# Elemente}} haben.',
  maxItems: 'Darf höchstens {count, plural, one {# Element} other {# Elemente}} haben.',
  minProperties: 'Muss mindestens {count, plural, one {# Eigenschaft} other {# Eigenschaften}} haben.',
  maxProperties: 'Darf höchstens {count, plural, one {# Eigenschaft} other {# Eigenschaften}} haben.',
  unevaluatedItems: 'Enthält Elemente, die nicht erlaubt sind.',
  uniqueItems: 'Darf kein Element doppelt enthalten.',
  contains: 'Das erforderliche Element fehlt.',
  pattern: 'Muss dem Muster {pattern} entsprechen.',
  notAllowed: 'Nicht erlaubt.',
  not: 'Entspricht einem ausgeschlossenen Schema.',
  anyOf:
    'Entspricht {count, plural, one {nicht dem erlaubten Schema} other {keinem der # erlaubten Schemas}}.',
  oneOf: 'Entspricht mehreren Schemas, darf aber nur einem entsprechen.',
  slowPattern: 'Konnte nicht geprüft werden: Das Muster braucht zu lange.',
  unreadPattern: 'Konnte nicht geprüft werden: Das Muster {pattern} ist nicht lesbar.',
  other: '{fault}',
  typeName: {
    null: 'null',
    boolean: 'true oder false',
    number: 'eine Zahl',
    integer: 'eine ganze Zahl',
    string: 'ein String',
    array: 'ein Array',
    object: 'ein Objekt',
    other: 'Typ {type}',
    several: '{first} oder {last}',
  },
  format: {
    dateTime: 'Muss Datum und Uhrzeit sein, etwa 2026-01-31T12:00:00Z.',
    date: 'Muss ein Datum sein, etwa 2026-01-31.',
    time: 'Muss eine Uhrzeit sein, etwa 12:00:00Z.',
    email: 'Muss eine E-Mail-Adresse sein.',
    uri: 'Muss eine vollständige URI sein, etwa https://example.com.',
    uuid: 'Muss eine UUID sein.',
    ipv4: 'Muss eine IPv4-Adresse sein.',
    ipv6: 'Muss eine IPv6-Adresse sein.',
    hostname: 'Muss ein Hostname sein.',
    other: 'Muss das Format {format} haben.',
  },
  invalid: 'Das Schema ist kein gültiges JSON-Schema: {fault}',
  invalidAt: 'Das Schema ist bei {path} kein gültiges JSON-Schema: {fault}',
  reference: 'Das Schema verweist auf etwas außerhalb, das Usher nicht abruft: {reference}.',
  tooDeep: 'Das Schema ist tiefer als {count, plural, one {# Ebene} other {# Ebenen}} verschachtelt.',
  tooLong: 'Das Schema ist länger als {size}.',
  tooManyReferences: 'Das Schema verweist zu oft auf sich selbst und kann nicht geprüft werden.',
  notChecked: 'Der Wert konnte nicht gegen das Schema geprüft werden: {reason}.',
};

const worker: Core['worker'] = {
  busy: 'zu viel Arbeit dieses Servers wartet',
  tooLong: 'es dauert zu lange',
  failed: 'es braucht zu viel Speicher, oder Usher ist gescheitert',
};

const field: Core['field'] = {
  label: {
    invisible: 'Der Name enthält Steuerzeichen oder unsichtbare Zeichen. Ohne sie neu eingeben.',
    tooLong: 'Der Name ist länger als {count, plural, one {# Zeichen} other {# Zeichen}}.',
    taken: 'Einen Server mit dem Namen „{server}“ gibt es bereits. Einen anderen Namen wählen.',
  },
  command: {
    empty: 'Einen Befehl eingeben, etwa npx, uvx oder einen Pfad.',
    control: 'Der Befehl enthält einen Zeilenumbruch oder ein NUL-Zeichen. Einen Befehl oder Pfad eingeben.',
    invisible: 'Der Befehl enthält Steuerzeichen oder unsichtbare Zeichen. Ohne sie neu eingeben.',
  },
  args: {
    tooMany: 'Es sind mehr als {count, plural, one {# Argument} other {# Argumente}}.',
    control: 'Argument {position} enthält einen Zeilenumbruch oder ein NUL-Zeichen.',
    invisible: 'Argument {position} enthält Steuerzeichen oder unsichtbare Zeichen. Ohne sie neu eingeben.',
    tooLong: 'Argument {position} ist länger als {size}.',
  },
  cwd: {
    control: 'Das Arbeitsverzeichnis enthält einen Zeilenumbruch oder ein NUL-Zeichen.',
    invisible:
      'Das Arbeitsverzeichnis enthält Steuerzeichen oder unsichtbare Zeichen. Ohne sie neu eingeben.',
    relative: 'Das Arbeitsverzeichnis als absoluten Pfad eingeben.',
  },
  secret: {
    missing: '{reference} verweist auf ein Secret ohne Wert. Den Wert eingeben oder den Verweis entfernen.',
    unused:
      'Nichts verweist auf das Secret „{name}“. {reference} einfügen, wo es gebraucht wird, oder das Secret entfernen.',
    empty: 'Einen Wert für das Secret „{name}“ eingeben.',
    moved: 'Das Secret „{name}“ wurde für eine andere URL eingegeben. Den Wert neu eingeben.',
    notStored: 'Für das Secret „{name}“ ist kein Wert gespeichert. Den Wert eingeben.',
    unnamed: 'Einen Namen für das Secret eingeben.',
    name: '„{name}“ ist kein gültiger Name eines Secrets. Nur Buchstaben, Ziffern und - _ . verwenden.',
  },
  env: {
    unnamed: 'Einen Namen für die Umgebungsvariable eingeben.',
    name: '„{name}“ ist kein gültiger Name einer Umgebungsvariable. „=“, Steuerzeichen und unsichtbare Zeichen entfernen.',
  },
  header: {
    unnamed: 'Einen Namen für den Header eingeben.',
    name: '„{name}“ ist kein gültiger Headername. Nur Buchstaben, Ziffern und - _ . verwenden.',
    ofUsher: 'Usher setzt den Header „{name}“. Hier entfernen.',
  },
  value: {
    tooMany: 'Es sind mehr als {count, plural, one {# Eintrag} other {# Einträge}}.',
    twice: '„{name}“ kommt zweimal vor. Einen Eintrag entfernen.',
    tooLong: 'Der Wert ist länger als {size}.',
    nul: 'Der Wert enthält ein NUL-Zeichen.',
    control: 'Der Wert enthält einen Zeilenumbruch oder ein NUL-Zeichen.',
    invisible:
      'Der Wert enthält Steuerzeichen oder unsichtbare Zeichen. Ohne sie neu eingeben oder als Secret speichern.',
    header:
      'Der Wert enthält einen Zeilenumbruch oder ein anderes Zeichen, das Header nicht enthalten dürfen.',
  },
  url: {
    empty: 'Die URL des Servers eingeben, etwa https://example.com/mcp.',
    relative: '„{url}“ ist keine vollständige URL. Mit https:// beginnen.',
    invalid: 'Die URL ist ungültig: {reason}.',
    insecure:
      'http:// ist unverschlüsselt und daher nur auf diesem Computer und im lokalen Netz erlaubt. https:// verwenden.',
    scheme: '„{scheme}:“ wird nicht unterstützt. https:// verwenden, oder http:// auf diesem Computer.',
    placeholder: '{placeholder} am Anfang der URL ersetzen.',
    noScheme: 'Die URL hat kein Schema. Auf diesem Computer http://{url} verwenden.',
    webSocket: 'WebSocket wird nicht unterstützt. Die http- oder https-URL des Servers verwenden.',
    credentials:
      'Benutzername und Passwort aus der URL entfernen. Als geheimen Header eingeben, etwa Authorization.',
    fragment: 'Den Teil nach „#“ entfernen. Er wird nie an einen Server gesendet.',
  },
  limit: 'Muss zwischen {min} und {max} liegen.',
  arguments: 'Muss ein JSON-Objekt sein.',
  configuration: 'Muss ein JSON-Objekt sein.',
  required: 'Erforderlich.',
  parameter: '{reason}.',
};

const uriTemplate: Core['uriTemplate'] = {
  invalid: 'Das URI-Template ist bei Zeichen {position} ungültig: {reason}.',
  nested: 'öffnende Klammer innerhalb von Klammern',
  unclosed: 'die Klammer wird nie geschlossen',
  unopened: 'schließende Klammer ohne öffnende',
  empty: 'keine Variable zwischen den Klammern',
  reserved: 'der Operator ist reserviert',
  prefix: 'die Länge nach : muss eine Zahl von 1 bis 9999 sein',
  unnamed: 'eine Variable ohne Namen',
  name: 'ein Variablenname mit einem Zeichen, das nicht erlaubt ist',
};

const request: Core['request'] = {
  doing: {
    call: 'Ausführen von {tool} („{server}“)',
    prompt: 'Abrufen des Prompts {prompt} („{server}“)',
    read: 'Lesen von {uri} („{server}“)',
    subscribe: 'Abonnieren von {uri} („{server}“)',
    unsubscribe: 'Abbestellen von {uri} („{server}“)',
    complete: 'Vervollständigen von {argument} („{server}“)',
    logLevel: 'Setzen des Log-Levels von „{server}“',
  },
  unknownServer: 'Diesen Server gibt es nicht mehr.',
  cancelled: 'Abgebrochen.',
  timeout:
    '{doing}: keine Antwort in {waited}. Erneut versuchen oder das Zeitlimit in den Einstellungen erhöhen.',
  closed: '{doing} fehlgeschlagen: {reason}. Der Server hat die Anfrage möglicherweise verarbeitet.',
  undecodable: '{doing} fehlgeschlagen: Die Antwort ist ungültig ({fault}).',
  taskLost: '{doing} endete ohne Ergebnis: {reason}.',
  notOffered: '{doing} fehlgeschlagen: Der Server unterstützt {capability} nicht.',
  scope: '{doing} erfordert weitere Berechtigungen: {scope}. Auf der Seite des Servers erneut anmelden.',
  scopeWith:
    '{doing} erfordert weitere Berechtigungen: {scope} ({text}). Auf der Seite des Servers erneut anmelden.',
  unauthorizedWith:
    '{doing} erfordert eine Anmeldung: {text}. Auf der Seite des Servers anmelden, dann erneut versuchen.',
  unauthorized:
    '{doing} erfordert eine Anmeldung. Auf der Seite des Servers anmelden, dann erneut versuchen.',
  failed: '{doing} fehlgeschlagen: {detail}',
  rejectedSilently: '{doing} wurde vom Server mit dem Fehlercode {code} ohne Meldung abgelehnt.',
  rejected: '{doing} wurde vom Server abgelehnt: {message}',
  urlFirst:
    '{doing} wurde vom Server abgelehnt: {message}. Die Seite unter Genehmigungen öffnen, dann das Tool erneut ausführen.',
  arguments: 'Die Argumente entsprechen nicht dem Eingabeschema von {tool}.',
  notChecked: 'Die Argumente für {tool} konnten nicht geprüft werden; nichts wurde gesendet. {reason}',
  closing: 'Usher wird beendet. Der Aufruf wird beim nächsten Start fortgesetzt.',
  runsAlready: 'Dieser Aufruf läuft bereits.',
  promptArguments: 'Der Prompt {prompt} benötigt weitere Argumente.',
  template: 'Das Template {template} kann nicht verwendet werden. {fault}',
  declined: 'Das Ausführen von {tool} („{server}“) wurde abgelehnt. Nichts wurde gesendet.',
  stopped: '„{server}“ wurde beendet, bevor die Anfrage für {tool} beantwortet war. Nichts wurde gesendet.',
  forbiddenByTool: '{tool} („{server}“) wurde nicht ausgeführt: Die Richtlinie des Tools ist „Blockieren“.',
  forbiddenByEffect:
    '{tool} („{server}“) wurde nicht ausgeführt: Die Richtlinie für Tools mit gleicher Wirkung ist „Blockieren“.',
  forbiddenByServer:
    '{tool} („{server}“) wurde nicht ausgeführt: Die Richtlinie für alle Tools des Servers ist „Blockieren“.',
  policySinceApproval:
    'Die Richtlinie für {tool} („{server}“) hat sich nach Ihrer Freigabe geändert. Rufen Sie es erneut auf, um neu gefragt zu werden.',
  listTimeout:
    '{name} („{server}“) wurde nicht verwendet: Die geänderte Liste konnte nicht rechtzeitig gelesen werden. Erneut versuchen.',
  notOfferedItem: '„{server}“ bietet {name} nicht an.',
  notListed: '„{server}“ listet {name} nicht mehr. Den Server neu starten, um die Listen zu lesen.',
  noTool: '„{server}“ hat kein Tool namens {name}.',
  noAction: '„{server}“ hat in der verwendeten Version keine Aktion namens {name}.',
  notDeclared: '„{server}“ deklariert {name} nicht mehr.',
  messageGone: 'Diese Nachricht ist nicht mehr im Protokoll-Log.',
  notSent: 'Nur von Usher gesendete Nachrichten können als Befehl kopiert werden. Diese als JSON kopieren.',
  lost: {
    unknown: 'den Task gibt es auf dem Server nicht mehr ({message})',
    cancelled: 'der Server hat den Task abgebrochen',
    cancelledWith: 'der Server hat den Task abgebrochen ({message})',
    legacy: 'der Server verwendet jetzt eine Protokollversion ohne spätere Antworten',
    removed: 'der Server wurde entfernt',
    changed: 'die Konfiguration des Servers hat sich geändert',
    notSent: 'die Antworten wurden nicht gesendet. {reason}',
  },
  review: {
    notConfirmed:
      'Nichts wurde erneut gesendet, weil die Prüfung nicht bestätigt werden konnte. Erneut ausführen.',
    unreadable:
      '{name} wurde nicht verwendet, weil es nicht mit der Prüfung verglichen werden konnte. {reason}',
    pins: 'Die Prüfungen konnten nicht gelesen werden: {reason}',
    none: '{name} („{server}“) wurde nicht verwendet. Zuerst prüfen, dann erneut versuchen.',
    altered:
      '{name} („{server}“) wurde nicht verwendet: Die Prüfung wurde in der Datenbank verändert. Erneut prüfen.',
    changed:
      '{name} („{server}“) hat sich seit der Prüfung geändert: {differences}. Die Änderung prüfen, dann erneut versuchen.',
    changedMore:
      '{name} („{server}“) hat sich seit der Prüfung geändert: {differences} (und {more, plural, one {# weitere} other {# weitere}}). Die Änderung prüfen, dann erneut versuchen.',
    sinceApproval:
      '{tool} von „{server}“ hat sich nach Ihrer Freigabe geändert. Rufen Sie es erneut auf, um neu gefragt zu werden.',
    single: '{name} („{server}“) muss einzeln geprüft werden. Nichts wurde gespeichert.',
    other: '{name} („{server}“) hat sich inzwischen geändert. Erneut prüfen; nichts wurde gespeichert.',
    notVarying:
      'An {name} („{server}“) ist mehr geändert als die Reihenfolge einer Menge, ein Datum, eine Zahl oder ein Pfad. Die Änderung prüfen; nichts wurde gespeichert.',
  },
  state: {
    disabled: '„{server}“ ist deaktiviert. Aktivieren und erneut versuchen.',
    queued: '„{server}“ wartet auf den Start. Gleich erneut versuchen.',
    signingIn: '„{server}“ wartet auf die Anmeldung im Browser.',
    starting: '„{server}“ startet. Gleich erneut versuchen.',
    retrying: '„{server}“ läuft nicht: {reason} Usher startet den Server erneut.',
    failed: '„{server}“ läuft nicht: {reason} {nextStep}',
  },
  webtool: {
    changed: '„{webtool}“ ist blockiert: {change}. Die Änderungen auf der Seite prüfen.',
    unreadable: 'Das Dokument von „{webtool}“ konnte nicht gelesen werden.',
    invalid: '{action} von „{webtool}“ kann nicht gesendet werden: {reason}.',
    address: '„{webtool}“ kann nicht aufgerufen werden. {reason}',
    notChecked:
      'Die Konfiguration von „{webtool}“ konnte nicht geprüft werden; nichts wurde gesendet. {reason}',
    unconfigured: '„{webtool}“ ist nicht konfiguriert. Die Konfiguration auf der Seite vervollständigen.',
    stopped: '„{webtool}“ ist blockiert. {reason}',
    credential: 'Zugangsdaten von „{webtool}“ konnten nicht gelesen werden. {reason}',
    timeout: '{doing}: keine Antwort in {waited}. Der Server hat die Anfrage möglicherweise verarbeitet.',
    tooLarge: '{doing} fehlgeschlagen: Die Antwort ist größer als {size}.',
    refused: '{doing} fehlgeschlagen: {reason}. Nichts wurde gesendet.',
    unread: '{doing} fehlgeschlagen: Die Antwort konnte nicht gelesen werden.',
    problem: {
      method: '„{method}“ ist keine HTTP-Methode',
      cookie: 'ein Cookie enthält Zeichen, die Header nicht enthalten können',
      path: '{parameter} braucht einen Wert, den URLs enthalten können',
      outside: 'die URL der Aktion liegt außerhalb ihres Servers',
      reservedHeader: 'der Header {header} kann nicht durch einen Parameter gesetzt werden',
      headerName: '„{header}“ ist kein gültiger Headername',
      credential: 'die Zugangsdaten {name} enthalten Zeichen, die Header nicht enthalten können',
    },
  },
};

const operation: Core['operation'] = {
  panicked: 'Interner Fehler in {operation}. Erneut versuchen, oder mit der Logdatei melden.',
  parameters: 'Die Parameter von {operation} sind ungültig: {field}: {reason}.',
  result: 'Das Ergebnis von {operation} konnte nicht geschrieben werden: {reason}',
  unknown: 'Es gibt keine Operation {operation}.',
  noData: 'Die Daten von Usher sind nicht geöffnet.',
  closing: 'Usher wird beendet.',
  noQuit: 'Dieses Programm kann hier nicht beendet werden. Das Fenster schließen.',
  tooLarge: 'Die Eingabe ist größer als {size}. Kürzen und erneut versuchen.',
};

const store: Core['store'] = {
  notFound: 'Dieses Element gibt es nicht mehr.',
  unwritable: 'Usher konnte {path} nicht schreiben: {reason}. Nichts wurde geändert. {hint}',
  heldUnwritable:
    'Das gilt, bis Usher beendet wird, konnte aber nicht in {path} gespeichert werden: {reason}. {hint}',
  heldOther: 'Das gilt, bis Usher beendet wird, konnte aber nicht gespeichert werden: {reason}',
  other: 'Die Datenbank konnte nicht verwendet werden: {reason}',
  tooNew:
    'Die Daten in {path} stammen von einer neueren Version von Usher. Diese Version installieren, oder die Datei verschieben, um mit einer leeren Datenbank zu starten.',
  openUnwritable: 'Usher kann die Datenbank {path} nicht verwenden: {reason}. {hint}',
  openOther: 'Die Datenbank {path} konnte nicht geöffnet werden: {reason}',
  noHome:
    'Dieses System hat kein Benutzerverzeichnis. USHER_DATA_DIR auf einen Ordner für die Daten von Usher setzen.',
  folderUnwritable:
    'Usher konnte den Datenordner {path} nicht schreiben: {reason}. Schreibbar machen oder Platz schaffen, dann neu starten.',
  folderOpenToAll:
    'Andere Benutzer dieses Computers können den Datenordner {path} schreiben. Die Berechtigung entfernen (chmod go-w), dann neu starten.',
  folderNotOwn:
    'Der Datenordner {path} gehört einem anderen Benutzer dieses Computers. Usher als dieser Benutzer starten, oder USHER_DATA_DIR auf einen eigenen Ordner setzen, dann neu starten.',
  folderLink:
    'Der Ordner {path} ist ein Link auf einen anderen Ort, an dem Usher Dateien löschen und Berechtigungen ändern würde. Den Link entfernen, oder USHER_DATA_DIR auf einen Ordner an diesem Ort setzen, dann neu starten.',
  folderInUse:
    'Der Datenordner {path} wird von einem anderen Programm verwendet. Es beenden, oder USHER_DATA_DIR auf einen anderen Ordner setzen, dann neu starten.',
  reason: {
    full: 'der Datenträger ist voll',
    readOnly: 'die Datei oder der Ordner ist schreibgeschützt',
    busy: 'ein anderes Programm verwendet sie',
    large: 'sie würde zu groß',
    io: 'der Datenträger meldet einen Fehler',
    locked:
      'der Schlüsselbund ist gesperrt, und ohne ihn kann Usher nicht prüfen, was es vorher geschrieben hat',
    moved: 'der Datenordner wurde verschoben oder ersetzt, während Usher lief',
    link: 'sie ist ein Link auf eine andere Datei',
  },
  hint: {
    full: 'Platz schaffen, dann erneut versuchen.',
    readOnly: 'Den Ordner schreibbar machen, dann erneut versuchen.',
    busy: 'Das andere Programm schließen, dann erneut versuchen.',
    large: 'Kürzen, was gespeichert wird, dann erneut versuchen.',
    io: 'Den Datenträger prüfen, dann erneut versuchen.',
    locked: 'Den Schlüsselbund entsperren, dann Usher neu starten.',
    moved: 'Den Ordner zurückverschieben, oder Usher neu starten.',
    link: 'Die Datei dorthin verschieben, oder USHER_DATA_DIR auf ihren Ordner setzen.',
    start: 'Den Ordner schreibbar machen oder Platz schaffen, dann neu starten.',
  },
};

const edit: Core['edit'] = {
  draft: 'Es wurde nichts gespeichert. {fault}',
  secrets: 'Die Secrets dieses Servers konnten nicht gespeichert werden; nichts wurde geändert. {reason}',
  disabled: '„{server}“ ist deaktiviert. Zuerst aktivieren.',
  changed: 'Die Konfiguration hat sich inzwischen geändert. Erneut prüfen; nichts wurde gespeichert.',
  tooLate: 'Dieser Server kann nicht mehr wiederhergestellt werden. Erneut hinzufügen.',
  offerGone: '„{server}“ ist nicht mehr in {path}. Erneut suchen.',
};

const folder: Core['folder'] = {
  refused: 'Dieser Ordner kann nicht hinzugefügt werden. {reason}',
  notAbsolute: 'Einen absoluten Pfad eingeben.',
  goesUp: 'Einen Pfad ohne „..“ eingeben.',
  missing: 'Der Ordner existiert nicht.',
  notAFolder: 'Dies ist eine Datei, kein Ordner.',
  unreadable: 'Usher darf diesen Ordner nicht lesen.',
  unnameable: 'Der Pfad enthält Zeichen, die eine URI nicht darstellen kann.',
  alreadyThere: 'Dieser Ordner ist bereits in der Liste.',
  tooMany: 'Es gibt bereits {count, plural, one {# Ordner} other {# Ordner}}. Zuerst einen entfernen.',
  choosing: 'Der Dialog zur Auswahl eines Ordners ist bereits geöffnet.',
  noDialog: 'Der Dialog zur Auswahl eines Ordners konnte nicht geöffnet werden: {reason}. Den Pfad eingeben.',
  noWindow: 'Dieses Programm hat kein Fenster für einen Dialog. Den Pfad eingeben.',
  noText: 'Der Pfad dieses Ordners ist kein gültiger Text. Einen anderen Ordner wählen.',
};

const connection: Core['connection'] = {
  process: 'der Prozess des Servers wurde beendet ({exit})',
  exited: 'Exit-Code {code}',
  killed: 'Signal {signal}',
  ended: 'unbekannter Grund',
  closed: 'die Verbindung wurde geschlossen',
  notReading: 'der Server liest seine Eingabe nicht mehr',
  inputClosed: 'der Server hat seine Eingabe geschlossen',
  outputClosed: 'der Server hat seine Ausgabe geschlossen',
  sessionEnded: 'die Sitzung wurde beendet',
  streamClosed: 'der Server hat seinen Stream geschlossen',
  otherVersion: 'der Server hat die Sitzung beendet und verwendet eine andere Protokollversion',
  unreachable: '{host} antwortet nicht mehr',
};

/** Texts about what failed. */
export const errors = {
  schema,
  worker,
  field,
  uriTemplate,
  request,
  operation,
  store,
  edit,
  folder,
  contents,
  media,
  connection,
} as const;
