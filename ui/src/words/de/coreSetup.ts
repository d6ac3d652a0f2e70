import type { Catalogue } from '../translate';

type Core = Catalogue['core'];

const paste: Core['paste'] = {
  summary: '{servers}, {format}.',
  count: {
    local: '{count, plural, one {# lokaler Server (stdio)} other {# lokale Server (stdio)}}',
    remote: '{count, plural, one {# entfernter Server (HTTP)} other {# entfernte Server (HTTP)}}',
    both: '{count, number} Server, davon {remote, number} entfernt',
  },
  format: {
    list: 'als Liste',
    entry: 'als einzelner Eintrag',
    byName: 'nach Namen',
    claudeDesktop: 'im Format von Claude Desktop',
    claudeCode: 'im Format von Claude Code',
    vsCode: 'im Format von VS Code',
    vsCodeSettings: 'im Format der VS-Code-Einstellungen',
    zed: 'im Format von Zed',
    goose: 'im Format von Goose',
    codex: 'im Format von Codex',
    openCode: 'im Format von OpenCode',
    commandLine: 'aus einer Befehlszeile',
    npm: 'aus einem npm-Paket, mit npx gestartet',
    url: 'aus der URL',
    otherClient: 'aus dem Befehl eines anderen Clients',
  },
  registry:
    '{ways, plural, =1 {1 Server aus der server.json.} other {1 Server aus der server.json. Eine von # Startarten wählen.}}',
  named: '„{name}“',
  unnamed: 'diesem Server',
  argument: 'Argument {position, number}',
  url: 'die URL',
  tooLong: 'Der Text ist länger als 1 MB. Einen Befehl, eine URL oder JSON einfügen.',
  empty: 'Diese Konfiguration enthält keine Server.',
  shell: 'Dieser Befehl braucht wegen „{mark}“ eine Shell. Einen Befehl mit seinen Argumenten einfügen.',
  noCommand: 'Es gibt keinen Befehl, nur Umgebungsvariablen.',
  lines: 'Es sind mehrere Zeilen. Einen Befehl einfügen.',
  quote: 'Ein Anführungszeichen in diesem Befehl ist nicht geschlossen.',
  addMcp: 'Das JSON nach --add-mcp fehlt.',
  addJsonName: 'Der Name nach mcp add-json fehlt.',
  addJson: 'Das JSON nach mcp add-json fehlt.',
  addName: 'Der Name nach mcp add fehlt.',
  addCommand: 'Befehl oder URL nach mcp add {name} fehlt.',
  mcpCommand: 'Nur mcp add und mcp add-json werden unterstützt.',
  env: '„{pair}“ nach {option} hat nicht die Form NAME=Wert.',
  header: 'Ein Header hat nicht die Form „Name: Wert“.',
  link: 'Dieser Installationslink enthält keine lesbare Konfiguration. Stattdessen JSON oder Befehl einfügen.',
  json: 'Dieses JSON ist ungültig: {fault} (Zeile {line}, Spalte {column}).',
  jsonQuotes:
    'Dieses JSON ist ungültig: {fault} (Zeile {line}, Spalte {column}). Typografische Anführungszeichen durch " ersetzen.',
  noObject: 'Dieses JSON ist keine Konfiguration, weil es kein Objekt ist.',
  noServer:
    'Dieses JSON enthält keinen MCP-Server. Usher sucht „mcpServers“, „servers“, „command“ und „url“.',
  noEntry: 'Der Wert von {server} ist kein Objekt mit „command“ oder „url“.',
  noTransport: 'In {server} fehlt „command“ oder „url“.',
  notStartable: '„{name}“ gibt es nicht als npm-, PyPI- oder OCI-Paket und nicht als entfernten Server.',
  field: {
    noText: '„{field}“ von {server} muss Text sein.',
    noList: '„{field}“ von {server} muss eine Liste von Texten sein.',
    noValues: '„{field}“ von {server} muss ein Objekt aus Namen und Werten sein.',
    missing: '„{field}“ von {server} fehlt.',
    quote: 'In „{field}“ von {server} ist ein Anführungszeichen nicht geschlossen.',
    empty: '„{field}“ von {server} ist leer. Einen Befehl wie npx, uvx oder einen Pfad eingeben.',
    transport:
      '„{field}“ von {server} ist „{transport}“ und wird nicht unterstützt. „stdio“ oder „http“ verwenden.',
  },
  note: {
    unused: 'Von Usher nicht verwendet: {fields}.',
    home: '„~“ funktioniert nur in einer Shell. Den vollständigen Pfad eingeben.',
    split: 'Der Befehl wurde in Argumente aufgeteilt.',
    envFile: '„envFile“ wird nicht gelesen. Die Werte unten eingeben.',
    sse: 'Usher versucht unter dieser URL zuerst Streamable HTTP, dann HTTP+SSE.',
    inputs: 'Die „inputs“ unten ausfüllen; Usher fragt nicht bei jedem Start danach.',
    fillIn: '{place} ausfüllen: enthält den Platzhalter {placeholder}.',
    namesUsher:
      'Der Name „{name}“ nennt Usher, aber der Server gehört nicht zu Usher. Einen anderen Namen wählen.',
    sentence: 'Der Name „{name}“ liest sich wie ein Satz. Einen kurzen Namen wählen.',
    mixed: 'Der Name „{name}“ mischt Buchstaben verschiedener Alphabete. Selbst eintippen.',
    secretEnv: 'Als Secret gespeichert und dem Container als Umgebungsvariable übergeben: {names}.',
    secretArgument: 'Als Secret gespeichert und in die Argumente eingesetzt: {names}.',
    secretUrl: 'Als Secret gespeichert und in die URL eingesetzt: {names}.',
  },
  file: {
    unreadable: 'Die Datei konnte nicht gelesen werden: {reason}.',
    notAFile: 'Das ist keine Datei.',
    tooLong: 'Die Datei ist größer als 16 MiB.',
    notValid: 'Die Datei ist ungültig.',
    yamlAt: 'Das YAML ist ungültig (Zeile {line}, Spalte {column}).',
    tomlAt: 'Das TOML ist ungültig (Zeile {line}, Spalte {column}).',
  },
};

const setupFile: Core['setupFile'] = {
  unwritable:
    'Die Einrichtung konnte nicht nach {folder} geschrieben werden: {reason}. Speicherplatz freigeben oder den Ordner beschreibbar machen, dann erneut exportieren.',
  exportTooLong:
    'Die Einrichtung ist größer als 16 MiB. Ein nicht benötigtes Webtool entfernen, dann erneut exportieren.',
  unreadable: 'Die Datei konnte nicht gelesen werden.',
  tooLong: 'Die Datei ist größer als 16 MiB.',
  noSetup: 'Das ist keine Einrichtungsdatei. Eine in den Einstellungen von Usher exportieren.',
  otherFormat: 'Das ist keine Einrichtungsdatei von Usher.',
  newer: 'Diese Datei stammt von einer neueren Version. Usher aktualisieren, dann importieren.',
  tooMany: 'Die Datei hat mehr als 1.000 Einträge.',
  entry: {
    unreadable: 'Dieser Eintrag ist nicht lesbar.',
    fingerprint: 'Die Konfiguration wurde in der Datei geändert: Der Fingerabdruck stimmt nicht.',
    document: 'Ein Dokument dieses Webtools ist weder JSON noch YAML.',
    noVersion: 'Die gepinnte Version ist nicht in der Datei.',
    digest: 'Das Dokument der Version {version} wurde in der Datei geändert: Der Hash stimmt nicht.',
    otherKind: 'Das Dokument der Version {version} hat eine andere Art oder Version als angegeben.',
    unusable: 'Das Dokument der Version {version} ist nicht verwendbar.',
  },
  leftOut: {
    tooMany: 'Nur die ersten {count, number} Richtlinien werden importiert.',
    unreadable: 'Eine Richtlinie ist nicht lesbar.',
    twice: 'Zwei Richtlinien betreffen dieselben Tools; die erste gilt.',
    session: 'Eine Richtlinie galt nur für eine andere Sitzung.',
  },
  review: {
    instructions: 'Anweisungen',
    unreadable: 'Eine geprüfte Definition ist nicht lesbar.',
    twice: 'Die Prüfung von {item} steht zweimal in der Datei; die erste gilt.',
    notCanonical: 'Die Prüfung von {item} wird nicht importiert: Die Definition ist kein kanonisches JSON.',
    other: 'Die Prüfung von {item} wird nicht importiert: Die Definition hat einen anderen Namen.',
    notJson: 'Die Prüfung von {item} wird nicht importiert: Die Definition ist kein JSON.',
    digest: 'Die Prüfung von {item} wird nicht importiert: In der Datei geändert, der Hash stimmt nicht.',
  },
};

/** Texts about pasted configurations and setup files. */
export const setup = { paste, setupFile } as const;
