import type { Catalogue } from '../translate';

type Core = Catalogue['core'];

const repair: Core['repair'] = {
  task: 'Eine Benachrichtigung über einen Task wurde ignoriert: {reason}.',
  taskAnswer: 'Der Server hat eine Antwort für seinen Task nicht angenommen: {message}',
  tooManyRequests: 'Einige Anfragen wurden abgelehnt, weil der Server zu viele gleichzeitig gesendet hat.',
  noNotifications: 'Der Server sendet keine Benachrichtigungen {capability}, obwohl er sie deklariert.',
  noSubscription: 'Der Server sendet keine Aktualisierungen von {uri}.',
  noListening: 'Der Server deklariert Benachrichtigungen, verweigert aber das Senden.',
  noServerInfo: 'Der Server hat seinen Namen nicht gesendet (serverInfo).',
  member: {
    text: '„{member}“ wurde ignoriert: kein String.',
    flag: '„{member}“ wurde ignoriert: nicht true oder false.',
    size: '„{member}“ wurde ignoriert: keine Größe.',
    object: '„{member}“ wurde ignoriert: kein Objekt.',
    list: '„{member}“ wurde ignoriert: kein Array.',
  },
  icon: {
    noSrc: 'Ein Symbol ohne „src“ wurde ignoriert.',
    sizesText: '„sizes“ eines Symbols war ein String, kein Array.',
    sizes: '„sizes“ eines Symbols wurde ignoriert: kein Array.',
    theme: '„theme“ eines Symbols wurde ignoriert: nicht „light“ oder „dark“.',
  },
  content: {
    tool: 'Der Inhalt eines Tool-Ergebnisses war {found}, kein Array.',
    isError: '„isError“ eines Tool-Ergebnisses war nicht true oder false.',
    unknown: 'Ein Inhaltsblock unbekannten Typs wird als JSON-Rohtext angezeigt.',
    mediaType: 'Ein Bild- oder Audioinhalt hatte keinen Medientyp.',
    prompt: 'Der Inhalt einer Prompt-Nachricht war {found}, kein Objekt.',
    promptList: 'Der Inhalt einer Prompt-Nachricht war ein Array, kein Objekt.',
    promptNone: 'Eine Prompt-Nachricht hatte keinen Inhalt.',
  },
  envelope: {
    version: 'Einer Nachricht fehlte "jsonrpc": "2.0".',
    floatId: 'Eine id einer Nachricht hatte ein Dezimalkomma.',
    requestId: 'Eine Anfrage wurde ignoriert: Ihre id {id} ist ungültig.',
    empty: 'Eine Antwort hatte weder Ergebnis noch Fehler.',
    nullError: 'Eine Antwort hatte ein Ergebnis und "error": null.',
    both: 'Eine Antwort hatte Ergebnis und Fehler; der Fehler wurde verwendet.',
    error: 'Ein Fehler war kein Objekt.',
    code: 'Der Code eines Fehlers war keine ganze Zahl.',
    message: 'Ein Fehler hatte keine Meldung.',
  },
  text: {
    batch: 'Mehrere Nachrichten wurden als ein Batch gesendet.',
    rest: 'Text nach einer Nachricht wurde ignoriert.',
    joined: 'Mehrere Nachrichten wurden ohne Zeilenumbruch dazwischen gesendet.',
    duplicate: 'Eine Nachricht hatte eine Eigenschaft doppelt; die letzte wurde verwendet.',
    number: 'Eine Zahl in einer Nachricht hatte zu viele Stellen und wurde gerundet.',
    utf8: 'Eine Nachricht war kein gültiges UTF-8; die ungültigen Bytes wurden ersetzt.',
    halfCharacter: 'Eine Nachricht enthielt ein halbes Zeichen; es wurde ersetzt.',
    noNumber: 'Eine Nachricht enthielt eine Zahl, die JSON nicht kennt; sie wurde durch null ersetzt.',
    control: 'Eine Nachricht enthielt Steuerzeichen in einem String; sie wurden maskiert.',
    backslash: 'Eine Nachricht enthielt einen Backslash, der nichts maskiert; er blieb als Zeichen.',
  },
  inputSchema: '„inputSchema“ war {found}, kein Objekt; alle Argumente sind erlaubt.',
  noInputSchema: '„inputSchema“ fehlte; alle Argumente sind erlaubt.',
  clients:
    'Clients erhalten dies mit Änderungen an {places}: Ihre Bibliotheken können nicht lesen, was der Server sendet.',
  noClients: 'Clients erhalten dies nicht: Ihre Bibliotheken können {member} nicht lesen.',
  mended:
    '{count, plural, one {# Definition von {method} wurde} other {# Definitionen von {method} wurden}} für Clients geändert: {names}.',
  withheld:
    '{count, plural, one {# Definition von {method} wird} other {# Definitionen von {method} werden}} Clients vorenthalten, weil ihre Bibliotheken sie nicht lesen können: {names}.',
  mendedResult:
    'Ein Ergebnis wurde für Clients geändert: Ihre Bibliotheken können nicht lesen, was der Server in {places} gesendet hat.',
  noCapability: '„{member}“ war ein leeres Array; es gilt als leeres Objekt.',
  list: {
    none: '„{member}“ von {method} war null; es gilt als leeres Array.',
    one: '„{member}“ von {method} war ein einzelnes Objekt; es gilt als Array mit einem Eintrag.',
    map: '„{member}“ von {method} war ein Objekt; seine Werte gelten als das Array.',
    bare: 'Das Ergebnis von {method} war {found}; es gilt als „{member}“.',
  },
  values: 'Einige Vorschläge waren keine Strings; ihr Text wird verwendet.',
  taskSupport: '„execution.taskSupport“ ist ungültig; das Tool läuft nie als Task.',
  uiResource: '„_meta.ui.resourceUri“ ist keine „ui://“-URI; Ergebnisse werden ohne die App angezeigt.',
  uiVisibility: '„_meta.ui.visibility“ ist keine Liste; Modelle und Apps dürfen das Tool verwenden.',
  noName: 'Der Name fehlte; stattdessen wird die URI verwendet.',
  argument: 'Ein Argument wurde ignoriert: {fault}',
  httpRefused: 'Der Server hat {method} mit HTTP-Status {status} abgelehnt.',
  httpRefusedAnswer: 'Der Server hat eine Antwort mit HTTP-Status {status} abgelehnt.',
  session: 'Der Server hat die Sitzung beendet; eine neue wurde gestartet.',
  unknownList: 'Der Server gibt die Liste von {method} an, kennt die Methode aber nicht; die Liste ist leer.',
  printed: 'Der Server hat Text ausgegeben, der kein MCP ist: „{text}“.',
  stdout: 'Der Server schreibt Logs auf stdout (bisher {lines} Zeilen) statt auf stderr.',
  answerId: 'Die Antwort auf die Anfrage {request} hatte die id {id}.',
  errorId: 'Einem Fehler fehlte die id seiner Anfrage.',
  sameId: 'Eine Anfrage {method} wurde ignoriert: Ihre id wird von einer anderen Anfrage verwendet.',
  outsideCall: 'Eine Anfrage {method} wurde ignoriert: Version {version} erlaubt sie nur in einem Aufruf.',
  leftOut:
    'Einige Fortschritts-, Log- oder Ressourcen-Benachrichtigungen wurden übersprungen, weil mehr als 500 in einer Sekunde kamen. Das Protokoll-Log hat alle.',
  signIn: 'Die Anmeldung konnte nicht gespeichert werden und endet mit Usher: {reason}',
};

const entry: Core['entry'] = {
  noObject: 'Muss ein Objekt sein, ist aber {found}.',
  empty: '„{member}“ ist leer.',
  missing: '„{member}“ fehlt.',
  noText: '„{member}“ muss ein String sein, ist aber {found}.',
  noBody: '„text“ und „blob“ fehlen.',
  duplicate: 'Der Name kommt doppelt vor; der erste Eintrag wird verwendet.',
  header: {
    onSchema: '„x-mcp-header“ steht am ganzen Schema statt an einem Argument.',
    twice: '„x-mcp-header“ verwendet den Header {header} doppelt.',
    place: '„x-mcp-header“ von „{argument}“ steht an keiner festen Stelle.',
    text: '„x-mcp-header“ von „{argument}“ ist kein String.',
    name: '„x-mcp-header“ von „{argument}“ ist kein gültiger Headername: {header}',
    type: '„x-mcp-header“ von „{argument}“ erfordert den Typ string, integer oder boolean.',
  },
};

const list: Core['list'] = {
  tooManyPages: 'Die Liste ist unvollständig: mehr als {count, plural, one {# Seite} other {# Seiten}}.',
  pageFailed: 'Die Liste ist unvollständig: Seite {page} konnte nicht gelesen werden ({reason}).',
  tooLong: 'Die Liste ist unvollständig: länger als {size}.',
  tooManyItems: 'Die Liste ist unvollständig: mehr als {count, plural, one {# Eintrag} other {# Einträge}}.',
  emptyCursor: 'Die Liste ist möglicherweise unvollständig: Der Server hat einen leeren Cursor gesendet.',
  longCursor: 'Die Liste ist unvollständig: Der Server hat einen Cursor von {size} gesendet.',
  repeatedCursor:
    'Die Liste ist möglicherweise unvollständig: Der Server hat denselben Cursor erneut gesendet.',
  noCursor: 'Die Liste ist möglicherweise unvollständig: {value} ist kein gültiger Cursor.',
  toolsFailed: 'Die Tools von „{server}“ konnten nicht gelesen werden: {reason}. Den Server neu starten.',
  promptsFailed: 'Die Prompts von „{server}“ konnten nicht gelesen werden: {reason}. Den Server neu starten.',
  resourcesFailed:
    'Die Ressourcen von „{server}“ konnten nicht gelesen werden: {reason}. Den Server neu starten.',
  templatesFailed:
    'Die Ressourcen-Templates von „{server}“ konnten nicht gelesen werden: {reason}. Den Server neu starten.',
};

const response: Core['response'] = {
  rounds: 'der Server hat {count, plural, one {#-mal} other {#-mal}} Eingaben ohne Ergebnis angefordert',
  refused: 'der Server hat eine Anfrage gesendet, die nicht erlaubt ist: {reason}',
  notAllowed: {
    method: '{method} wird nicht unterstützt',
    noUrl: 'eine Elicitation-Anfrage im URL-Modus hat keine URL',
    mode: 'der Elicitation-Modus „{mode}“ wird nicht unterstützt',
    mixedResults: 'eine Nachricht mischt Tool-Ergebnisse mit anderem Inhalt',
    noToolResult: 'auf eine Tool-Verwendung folgt kein Tool-Ergebnis',
  },
  noList: '{method} hat kein Array „{member}“',
  noObject: '{method} muss ein Objekt sein, ist aber {found}',
  tooManyValues: 'mehr als {count, plural, one {# Wert} other {# Werte}}',
  noJson: 'JSON-Fehler: {reason}',
  tooLong: '{size}, mehr als das Limit von {limit}',
  inputRequests: '„inputRequests“ ist kein Objekt',
  noInputRequests: 'Eingaben sind erforderlich, aber „inputRequests“ ist leer',
  resultType: 'das Ergebnis von {method} kann nicht vom Typ {type} sein',
  task: {
    noRequests: 'ein Task erfordert Eingaben, nennt aber keine',
    noResult: 'ein abgeschlossener Task hat kein Ergebnis',
    emptyId: 'die taskId ist leer',
    noId: 'die taskId fehlt',
    id: 'die taskId muss ein String sein, ist aber {found}',
    noStatus: 'ein Task hat keinen Status',
    status: '{status} ist kein gültiger Status eines Tasks',
  },
};

const limit: Core['limit'] = {
  open: 'Drei Anfragen dieses Servers warteten bereits.',
  rate: 'Dieser Server hat zehn Anfragen in einer Minute gesendet.',
  muted: 'Dieser Server ist stummgeschaltet.',
  models: 'Modelle sind für diesen Server deaktiviert.',
};

/** Texts about what servers sent. */
export const protocol = {
  repair,
  entry,
  list,
  response,
  limit,
} as const;
