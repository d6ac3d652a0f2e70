import type { Catalogue } from '../translate';

type Core = Catalogue['core'];

const webtools: Core['webtools'] = {
  unknown: 'Dieses Webtool oder diese Version existiert nicht mehr.',
  notReviewed: 'Die Prüfung dieses Dokuments ist zu lange her. Erneut prüfen, dann hinzufügen.',
  configuration: 'Die Konfiguration entspricht nicht dem Schema des Webtools.',
  configurationFault: 'Konfiguration, {path}: {fault}',
  notChecked: 'Die Konfiguration konnte nicht überprüft werden; nichts wurde gespeichert. {reason}',
  credentialsNotSaved:
    'Die Zugangsdaten dieses Webtools konnten nicht gespeichert werden; nichts wurde geändert. {reason}',
  noUrl:
    'Dieses Webtool wurde aus einem eingefügten Dokument hinzugefügt und hat keine URL, unter der nach einer neuen Version gesucht werden kann.',
  noBase: 'Das Dokument nennt seinen Server nicht. Die URL des Servers eingeben.',
  notCompared: 'Das aktuelle Dokument konnte nicht mit dem angehefteten verglichen werden.',
  name: 'Der Name ist länger als {count, plural, one {# Zeichen} other {# Zeichen}} oder enthält unsichtbare Zeichen.',
  change: {
    newer: 'der Server hat eine neue Version',
    silent: 'der Server hat das geprüfte Dokument unter derselben Version geändert',
    downgraded: 'der Server ist auf eine ältere Version als die geprüfte zurückgegangen',
  },
  tampered: {
    bytes:
      'Das gespeicherte Dokument wurde außerhalb von Usher geändert: Die Prüfsumme stimmt nicht, daher wird es nicht verwendet. Es von seiner Adresse wiederherstellen oder das Webtool entfernen und erneut hinzufügen.',
    consent:
      'Das gespeicherte Webtool wurde außerhalb von Usher geändert: Es weicht von der Prüfung ab, daher wird es nicht verwendet. Eine der Versionen wählen, oder das Webtool entfernen und erneut hinzufügen.',
    notReviewed:
      'Das Webtool wurde aus einer Datei importiert und noch nicht geprüft. Vor der Verwendung prüfen.',
    unreadable:
      'Das gespeicherte Dokument kann von dieser Version von Usher nicht gelesen werden. Nach einer neuen Version des Webtools suchen.',
  },
  url: {
    insecure:
      '{url} ist nicht verschlüsselt. https:// verwenden; http:// ist nur auf diesem Computer erlaubt.',
    scheme: '„{scheme}:“ wird nicht unterstützt. https:// verwenden.',
    credentials: 'Benutzername und Passwort aus der URL entfernen. Stattdessen ein Token eingeben.',
  },
  fetch: {
    unreachable: 'Das Dokument unter {url} konnte nicht heruntergeladen werden: {reason}.',
    redirects: 'mehr als {count, plural, one {# Weiterleitung} other {# Weiterleitungen}}',
    elsewhere:
      '{url} leitet auf einen anderen Host weiter, {target}. Usher folgt Weiterleitungen nur auf demselben Host. Diese URL eingeben, wenn sie vertrauenswürdig ist.',
    gone: '{url} hat kein Dokument (HTTP-Status {status}).',
    goneWith: '{url} hat kein Dokument (HTTP-Status {status}): „{text}“.',
    status: '{url} hat mit HTTP-Status {status} geantwortet.',
    statusWith: '{url} hat mit HTTP-Status {status} geantwortet: „{text}“.',
    notJson:
      '{url} hat mit {type} geantwortet. Das Dokument eines Webtools muss application/json sein; ein OpenAPI-Dokument darf auch application/yaml sein.',
    noDocument: 'Die Antwort von {url} ist kein Webtool: {reason}.',
    unread: 'sie konnte nicht gelesen werden',
    unusable: 'Die Webtool-Metadaten unter {url} können nicht verwendet werden: {faults}.',
    unusableOpenApi: 'Das OpenAPI-Dokument unter {url} kann nicht verwendet werden: {faults}.',
  },
  text: {
    tooLong: 'Der Text ist länger als {size}.',
    needsUrl:
      'Dies sind Webtool-Metadaten. Das Webtool über seine URL hinzufügen, weil die Aufrufe dorthin gehen.',
    unusable: 'Das Dokument kann nicht verwendet werden: {faults}.',
    notOpenApi: 'Der Text ist kein OpenAPI-Dokument: {reason}. Eines als JSON oder YAML einfügen.',
    unread: 'Der Text konnte nicht gelesen werden.',
  },
  version: {
    invalid: 'Eine Version besteht aus drei Zahlen mit Punkten, zum Beispiel 1.4.2.',
    other: 'Der Server hat mit Version {found} statt {version} geantwortet.',
  },
  otherKind: {
    webtool:
      'Unter der URL stehen jetzt Webtool-Metadaten statt eines OpenAPI-Dokuments. Als weiteres Webtool hinzufügen.',
    openApi:
      'Unter der URL steht jetzt ein OpenAPI-Dokument statt Webtool-Metadaten. Als weiteres Webtool hinzufügen.',
  },
  contentType: {
    none: 'keinem Inhaltstyp',
    some: 'dem Inhaltstyp „{type}“',
  },
  credential: {
    basic: 'Benutzername und Passwort in der Form Name:Passwort',
    bearer: 'Access-Token, gesendet als Authorization: Bearer',
    header: 'Gesendet als Header {header}',
    query: 'Gesendet in der URL als {parameter}',
    cookie: 'Gesendet als Cookie {cookie}',
  },
  answer: {
    invalid: 'Die Antwort ist ungültig: {reason}. Sie wird als rohes JSON angezeigt.',
    noObject: 'sie ist kein JSON-Objekt',
    noStatus: '„status“ fehlt',
    otherStatus: '„status“ ist „{status}“ statt „ok“ oder „error“',
    notJson:
      'Die Antwort kam mit {type} statt application/json (HTTP-Status {status}). Sie wird angezeigt, wie sie gesendet wurde.',
    redirect: 'Die Antwort leitet auf eine andere URL weiter, der Usher nicht folgt.',
    okStatus: 'Die Antwort hat den Status „ok“, aber den HTTP-Status {status}.',
    okError: 'Die Antwort hat den Status „ok“, aber auch „error“. Siehe das rohe JSON.',
    errorStatus: 'Die Antwort meldet einen Fehler, hat aber den HTTP-Status {status}.',
    status: 'HTTP-Status {status}.',
    refused: 'HTTP-Status {status}: Der Server akzeptiert die Anfrage nicht.',
    unauthorized:
      'HTTP-Status {status}: Der Server verlangt Zugangsdaten. Auf der Seite des Webtools eingeben.',
    forbidden: 'HTTP-Status {status}: Der Server erlaubt das nicht.',
    notFound: 'HTTP-Status {status}: Der Server hat das nicht.',
    rateLimited: 'HTTP-Status {status}: zu viele Anfragen. Warten, dann erneut versuchen.',
    failed: 'HTTP-Status {status}: Der Server ist fehlgeschlagen.',
    error: {
      unknown: 'Die Antwort meldet einen Fehler ohne Code und Meldung. Siehe das rohe JSON.',
      code: '{code}, ohne Meldung.',
      message: '{message} (ohne Code)',
      both: '{code}: {message}',
    },
    code: {
      notFound:
        'Der Server hat dieses Webtool oder diese Version nicht mehr. Auf der Seite des Webtools nach einer neuen Version suchen.',
      schema:
        'Der Server akzeptiert die Anfrage nicht. Wenn sie dem angehefteten Dokument entspricht, auf der Seite des Webtools nach einer neuen Version suchen.',
      configuration: 'Der Server akzeptiert die Konfiguration nicht. Auf der Seite des Webtools korrigieren.',
      retryAfter:
        'Zu viele Anfragen. Der Server bittet zu warten (Retry-After: {after}); Usher versucht es nicht erneut.',
      rateLimit: 'Zu viele Anfragen. Warten, dann erneut versuchen; Usher versucht es nicht erneut.',
      internal: 'Der Server ist fehlgeschlagen. Später erneut versuchen.',
      other: 'Dieser Code gehört zum Webtool. Siehe dessen Dokumentation.',
    },
  },
};

const document: Core['document'] = {
  at: '{field}: {problem}',
  faults: '{faults}',
  moreFaults: '{faults} (und {more, plural, one {# weiterer} other {# weitere}})',
  missing: 'fehlt',
  empty: 'ist leer',
  object: 'muss ein Objekt sein',
  list: 'muss ein Array sein',
  text: 'muss ein String sein',
  tooLong: 'ist länger als {count, plural, one {# Zeichen} other {# Zeichen}}',
  version: '„{version}“ ist keine semantische Version wie 1.4.2',
  versionText: 'muss ein String wie „1.4.2“ sein',
  versionMissing: 'fehlt; ein Webtool hat eine semantische Version wie 1.4.2',
  noActions: 'ist leer, daher kann nichts ausgeführt werden',
  tooManyActions:
    'hat {count, plural, one {# Eintrag} other {# Einträge}}, mehr als das Limit von {limit, number}',
  actionTwice: 'eine andere Aktion heißt auch „{name}“',
  operationTwice: 'eine andere Operation heißt auch „{name}“',
  noSchema: 'muss ein JSON-Schema sein, also ein Objekt',
  describesObject: 'muss ein Objekt beschreiben',
  yaml: 'das YAML ist ungültig',
  yamlAt: 'das YAML ist ungültig (Zeile {line}, Spalte {column})',
  openApi: '„{version}“ wird nicht unterstützt (unterstützt: OpenAPI 3.0 und 3.1)',
  noOperations: 'hat keine Operationen, daher kann nichts ausgeführt werden',
  noUsableOperation: 'hat keine Operation, die Usher ausführen kann',
  tooManyOperations: 'hat mehr als {count, plural, one {# Operation} other {# Operationen}}',
  copied: 'darauf wird so oft verwiesen, dass sie größer als {size} würden',
  parameter: 'hat einen Eintrag ohne „name“ oder „in“',
  parameterIn: '„in“ ist „{place}“ statt path, query, header oder cookie',
  foreign: 'verweist auf „{reference}“ außerhalb des Dokuments, was Usher nicht abruft',
  endless: 'verweist endlos auf sich selbst',
  omitted: {
    otherServer: 'hat einen anderen Server als die übrigen Operationen',
    body: 'hat einen Inhalt, den ein Formular nicht erzeugen kann',
  },
  other: {
    notJson: 'kein gültiges JSON',
    noObject: 'JSON, aber kein Objekt',
    noActions: 'weder Webtool-Metadaten („actions“ fehlt) noch ein OpenAPI-Dokument',
  },
};

export const webtoolTexts = { webtools, document };
