import type { Catalogue } from '../translate';

type Core = Catalogue['core'];

const net: Core['net'] = {
  scheme: 'das Schema „{scheme}:“ wird nicht unterstützt',
  credentials: 'die URL enthält Benutzername oder Passwort',
  noHost: 'die URL enthält keinen Host',
  notHttps: 'die URL beginnt nicht mit https://',
  private: 'die URL führt zu einer privaten Adresse',
  privateOnly: 'der Host führt nur zu privaten Adressen',
  headerValue: 'der Wert des Headers {header} enthält Zeichen, die Header nicht enthalten können',
  endpointInvalid: 'der Server hat einen Endpunkt genannt, der keine gültige URL ist ({endpoint})',
  endpointElsewhere: 'der Server hat einen Endpunkt auf einem anderen Host genannt ({host})',
  refused: 'Usher verbindet sich nicht damit ({reason})',
  status: 'der Server hat mit HTTP-Status {status} geantwortet',
  tooLarge: 'die Antwort ist größer als {size}',
  noResponse: 'innerhalb von {waited} kam keine Antwort',
  timedOut: 'die Anfrage hat zu lange gedauert',
  timedOutWith: 'die Anfrage hat zu lange gedauert ({detail})',
  failed: 'die Anfrage ist fehlgeschlagen',
  failedWith: 'die Anfrage ist fehlgeschlagen ({detail})',
  tls: {
    old: 'der Server unterstützt TLS 1.2 oder neuer nicht ({fault})',
    failed: 'die TLS-Verbindung ist fehlgeschlagen ({fault})',
    expired: 'das Zertifikat ist abgelaufen',
    notYet: 'das Zertifikat ist noch nicht gültig, oder die Uhr dieses Computers geht falsch',
    otherHost: 'das Zertifikat gilt für einen anderen Host',
    issuer: 'das Zertifikat wurde nicht von einer vertrauenswürdigen Stelle ausgestellt',
    revoked: 'das Zertifikat wurde widerrufen',
    invalid: 'das Zertifikat ist ungültig ({fault})',
  },
};

const exchange: Core['exchange'] = {
  cancelled: 'die Anfrage wurde abgebrochen',
  declined: 'der Aufruf endete, weil eine Anfrage des Servers abgelehnt wurde',
  rejected: 'der Server hat mit einem Fehler geantwortet: {message} (Code {code})',
  rejectedSilently: 'der Server hat mit dem Fehlercode {code} ohne Meldung geantwortet',
  headerMismatch: 'laut Server passen Header und Inhalt der Anfrage nicht zusammen: {message} (Code {code})',
  missingCapability: 'der Server verlangt eine Fähigkeit, die Usher nicht angibt: {message} (Code {code})',
  unsupportedVersion:
    'der Server unterstützt die Protokollversion der Anfrage nicht: {message} (Code {code})',
  undecodable: 'die Antwort ist ungültig ({fault})',
  taskLost: 'der Aufruf endete ohne Ergebnis: {reason}',
  notOffered: 'der Server unterstützt {capability} nicht',
  unauthorized: 'der Server erfordert eine Anmeldung',
  unauthorizedWith: 'der Server erfordert eine Anmeldung: {text}',
  unanswered: 'der Austausch endete ohne Antwort',
  notSent: 'die Anfrage konnte nicht gesendet werden ({detail})',
  status: 'der Server hat mit HTTP-Status {status} geantwortet: {text}',
  redirected: 'der Server leitet mit HTTP-Status {status} zu {to} weiter',
  tryLater: '{reason}; er bittet um eine Wartezeit von {waited}',
  noMessage: 'der Server hat mit HTTP-Status {status} und ohne Nachricht geantwortet: {text}',
  noBody: 'der Server hat mit HTTP-Status {status} und leerem Inhalt geantwortet',
  accepted: 'der Server hat die Anfrage mit HTTP-Status {status} angenommen, aber nicht beantwortet',
  encoding: 'die Antwort hat die Kodierung {encoding}, die Usher nicht angefordert hat',
  sessionLost: 'der Server hat die Sitzung beendet, und eine neue konnte nicht gestartet werden',
  sessionsForgotten: 'der Server beendet jede Sitzung sofort',
  closing: 'die Verbindung wird geschlossen',
  streamEnded: 'der Stream des Servers endete ohne Antwort',
  streamBroken: 'der Stream des Servers brach ab: {reason}',
  streamSilent: 'über den Stream des Servers kam {waited} lang nichts',
  notResumed: '{fault}, und ließ sich nicht fortsetzen',
  notResumedStatus: '{fault}, und ließ sich nicht fortsetzen (HTTP-Status {status})',
  noEndpoint: 'der Stream des Servers nennt keinen Endpunkt',
  noStream: 'der Server öffnet keinen Stream',
  noVersions: 'die Antwort auf server/discover nennt keine Protokollversionen',
  noObject: 'die Antwort auf initialize ist kein Objekt',
  echo: 'es gibt die Anfragen zurück, die es erhält',
  foreignId: 'es antwortet unter der id {id}, die keine Anfrage hat',
  noVersion: 'in der Antwort auf initialize fehlt „protocolVersion“',
};

const connectionTest: Core['connectionTest'] = {
  programFound: 'Programm gefunden',
  processStarted: 'Prozess gestartet',
  handshake: 'Verbunden',
  listsRead: 'Listen gelesen',
  path: '{path}',
  process: 'Prozess {pid}',
  version: 'MCP {version}',
  lists: '{lists}',
  tools: '{count, plural, one {# Tool} other {# Tools}}',
  resources: '{count, plural, one {# Ressource} other {# Ressourcen}}',
  templates: '{count, plural, one {# Ressourcenvorlage} other {# Ressourcenvorlagen}}',
  prompts: '{count, plural, one {# Prompt} other {# Prompts}}',
};

const oauth: Core['oauth'] = {
  unreachable: 'Die Anmeldung bei {place} ist fehlgeschlagen: {reason}. Später erneut versuchen.',
  otherResource:
    'Die Anmeldung des Servers gilt für eine andere Adresse, „{resource}“, daher verwendet Usher sie nicht. Den Betreiber des Servers informieren.',
  noMetadata: '{issuer} hat keine Metadaten zur Anmeldung. Den Betreiber des Servers informieren.',
  otherIssuer:
    'Der Autorisierungsserver {expected} hat den Aussteller „{found}“ gesendet, daher verwendet Usher ihn nicht. Den Betreiber des Servers informieren.',
  noPkce:
    '{issuer} unterstützt PKCE mit S256 nicht, daher meldet sich Usher dort nicht an. Den Betreiber des Servers informieren.',
  presets:
    'Die Anmeldeseite von {issuer} setzt bereits „{parameter}“. Das darf nur Usher setzen, daher meldet es sich dort nicht an. Den Betreiber des Servers informieren.',
  needsClient:
    '{issuer} akzeptiert nur registrierte Clients. Usher dort registrieren, dann die Client-ID hier eingeben.',
  notRegistered: '{issuer} hat Usher nicht registriert: {reason}.',
  notOpenable: 'Die Anmeldeseite wurde nicht geöffnet. {reason}',
  noListener: 'Usher kann nicht auf den Browser warten: {reason}. Erneut versuchen.',
  noBrowser: 'Dieses Programm kann keinen Browser öffnen. Zum Anmelden das Fenster von Usher öffnen.',
  denied: 'Die Anmeldung wurde im Browser abgelehnt. Zum Verbinden erneut anmelden.',
  refused: '{issuer} hat die Anmeldung abgelehnt: {reason}.',
  wrongIssuer:
    'Die Antwort kam von einem anderen Autorisierungsserver, daher verwendet Usher sie nicht. Den Betreiber des Servers informieren.',
  tooLate: 'Die Anmeldung im Browser hat zu lange gedauert. Erneut anmelden.',
  noToken: '{issuer} hat kein Token ausgestellt: {reason}.',
  quoted: '„{text}“',
  noCode: 'in der Antwort fehlt der Autorisierungscode',
  invalidResponse: 'die Antwort ist ungültig',
  noTokenFound: 'in der Antwort fehlt das Token',
  accessToken:
    'das Access-Token hat weniger als {count, plural, one {# Zeichen} other {# Zeichen}} oder andere Zeichen als Buchstaben, Ziffern und -._~+/',
  refreshToken:
    'das Refresh-Token hat weniger als {count, plural, one {# Zeichen} other {# Zeichen}} oder nicht druckbare Zeichen',
  tokenType: 'der Token-Typ „{type}“ wird nicht unterstützt',
  noUrl: 'Nur ein Server mit URL hat eine Anmeldung.',
  notReviewed: 'Die Anmeldung wurde nicht geprüft. Zuerst prüfen.',
  notSaved: 'Die Abmeldung konnte nicht gespeichert werden. {reason}',
};

const keyring: Core['keyring'] = {
  absent:
    'Usher erreicht auf diesem System keinen Schlüsselbund (kein Secret Service am Session-Bus). gnome-keyring, KWallet oder KeePassXC installieren und starten, oder neue Secrets nur für diese Sitzung behalten.',
  locked:
    'Der Schlüsselbund des Systems ist gesperrt. Entsperren, oder neue Secrets nur für diese Sitzung behalten.',
  lockedWith:
    'Der Schlüsselbund des Systems ist gesperrt ({detail}). Entsperren, oder neue Secrets nur für diese Sitzung behalten.',
  notSetUp:
    'Der Schlüsselbund des Systems hat noch kein Passwort. Zum Einrichten erneut versuchen, oder neue Secrets nur für diese Sitzung behalten.',
  silent:
    'Der Schlüsselbund des Systems antwortet nicht. Erneut versuchen, oder neue Secrets nur für diese Sitzung behalten.',
  unanswered:
    'Die Passwortabfrage des Systems wurde nicht beantwortet. Erneut versuchen, oder neue Secrets nur für diese Sitzung behalten.',
  failed:
    'Der Schlüsselbund des Systems ist fehlgeschlagen: {detail}. Erneut versuchen, oder neue Secrets nur für diese Sitzung behalten.',
  notStored: 'Das Secret ist nicht mehr gespeichert. Den Server bearbeiten und den Wert neu eingeben.',
  refused: 'Der Schlüsselbund des Systems hat das Secret abgelehnt: {reason}.',
  reason: {
    tooLong: 'es ist länger als {limit, plural, one {# Zeichen} other {# Zeichen}}',
    changed: 'der gespeicherte Eintrag wurde außerhalb von Usher geändert',
    ambiguous: 'es gibt mehrere Einträge mit demselben Namen',
    unsupported: 'der Schlüsselbund unterstützt das nicht',
    other: '{detail}',
  },
};

export const network = { net, exchange, connectionTest, oauth, keyring };
