import type { Texts } from '../translate';
import type { terminal as english } from '../en/terminal';

export const terminal: Texts<typeof english> = {
  usage: `usher probe [Optionen] '<'URL | [NAME=Wert …] Befehl Argumente …>

Verbindet sich wie das Fenster mit einem MCP-Server, zeigt, was ausgehandelt wurde und was der Server
auflistet, führt auf Wunsch eine Anfrage aus und trennt die Verbindung.

Optionen, überall vor einem einzelnen "--"; danach gehört alles zum Befehl des Servers:
  --era auto|legacy|modern   welcher Ablauf des Protokolls verwendet wird (auto)
  --header "Name: Wert"      mit jeder Anfrage an eine URL gesendet; mehrmals möglich
  --call TOOL JSON           ein Tool mit diesen Argumenten aufrufen
  --read URI                 eine Ressource lesen
  --get PROMPT JSON          einen Prompt mit diesen Argumenten abrufen
  --json                     ein JSON-Dokument statt Text ausgeben

Exit-Code: 0 der Server funktioniert, 1 der Server oder die Anfrage ist fehlgeschlagen, 2 falscher Aufruf.`,
  help: `usher                    das Fenster öffnen
usher connect            ein MCP-Server auf stdin und stdout sein, der zu allen Servern führt, siehe usher connect --help
usher serve              Clients ohne Fenster bedienen
usher clients            Clients auflisten, auch wartende
usher approvals          auflisten, was auf Freigabe wartet
usher approve WAS        eine Freigabe (A-1) oder einen wartenden Client zeigen und entscheiden
usher probe …            einen MCP-Server ansehen, siehe usher probe --help
usher --demo-server      den Demo-MCP-Server auf stdin und stdout ausführen
usher --version          die Version ausgeben`,
  connectUsage: `usher connect [--as NAME]

Ist ein MCP-Server auf stdin und stdout. Er führt zu den Servern und Webtools von Usher, soweit sie geprüft
sind und Sie es zulassen. Usher wird gestartet, wenn es nicht läuft.

  --as NAME   der Name des Clients; Usher fragt einmal je Name und Programm`,
  serveUsage: `usher serve [--until-idle] [--http]

Bedient ohne Fenster die Clients, die usher connect starten. Ein Fenster, das später öffnet, übernimmt.

  --until-idle   5 Minuten nach dem letzten Client beenden
  --http         auch die unter HTTP-Zugang hinzugefügten Clients bedienen, auf 127.0.0.1`,
  clientsUsage: `usher clients

Listet die Clients des laufenden Usher auf, mit ihren Programmen und dem, was sie sehen dürfen.`,
  approvalsUsage: `usher approvals

Listet auf, was auf Freigabe wartet, mit den Argumenten jedes Aufrufs.`,
  approveUsage: `usher approve A-NUMMER | CLIENT

Zeigt einen wartenden Aufruf oder, nach Namen, einen neuen Client und fragt, ob er laufen oder sich verbinden
darf. Unter Servern und Clients von Usher und in deren Terminals wird das abgelehnt.`,
  connectFailed: 'usher connect: Usher war nicht erreichbar: {reason}.',
  connectLoop: 'usher connect: Ein Server von Usher kann sich nicht mit Usher verbinden.',
  refusedOfServer: 'ein Server von Usher kann nicht sein Client sein',
  refusedOfClient:
    'ein Client von Usher, und was er startet, kann nicht für Sie entscheiden; ein Terminal außerhalb verwenden, mit einem Usher, das er nicht gestartet hat',
  refusedOrphan: 'das Programm, das usher connect gestartet hat, ist beendet',
  refusedChanged: 'das Programm, das sich verbindet, hat sich inzwischen geändert',
  connectNoName: '--as erfordert einen Namen.',
  unknownArgument: 'Es gibt keine Option {argument}.',
  servesHttp: 'Bedient Clients über HTTP unter {url}',
  questionWaits: 'Freigabe A-{number} wartet; Antwort in Usher oder mit: usher approve A-{number}',
  clientWaits: 'Ein neuer Client wartet; zu sehen in Usher oder mit: usher clients',
  notReached: 'Usher ist nicht erreichbar: {reason}.',
  noOwner: 'Usher läuft nicht; Start mit: usher serve',
  notInTerminal: 'usher approve fragt nach und braucht dafür ein Terminal.',
  nothingWaits: 'Keine Freigabe und kein Client „{what}“ wartet; siehe: usher approvals, usher clients',
  noClients: 'Noch kein Client hat sich verbunden.',
  noApprovals: 'Keine Freigabe wartet.',
  runCall: 'A-{number}: {tool} von {server} einmal ausführen? y = ausführen, n = ablehnen, Enter = später',
  allowClient: '{client} zulassen? y = zulassen, n = blockieren, Enter = später',
  declineOnly: 'A-{number}: Usher öffnen, um {server} zu antworten. n = ablehnen, Enter = später',
  changed: 'Es ist nicht mehr, was gezeigt wurde; den Befehl erneut ausführen.',
  undecided: 'Nichts wurde entschieden.',
  approved: 'Der Aufruf läuft.',
  declined: 'Abgelehnt.',
  allowed: 'Der Client ist zugelassen.',
  blocked: 'Der Client ist blockiert.',
  seesAll: 'alle Server und Webtools, auch später hinzugefügte',
  seesSome: '{count, plural, one {# Server oder Webtool} other {# Server oder Webtools}}',
  status: { waiting: 'wartet', allowed: 'zugelassen', paused: 'pausiert', blocked: 'blockiert' },
  fact: {
    program: 'Programm: {value}',
    script: 'Skript: {value}',
    startedBy: 'Gestartet von: {value}',
    connectsAs: 'Verbindet sich als: {value}',
    sees: 'Darf sehen: {value}',
  },
  asks: {
    clientCall: '{client} ruft {tool} von {server} auf',
    call: 'Ein Aufruf von {tool} von {server}',
    form: '{server} bittet um Angaben',
    url: '{server} bittet, eine Seite zu öffnen',
    sample: '{server} fragt die Antwort eines Modells an',
    roots: '{server} fragt nach Ihren Ordnern',
    link: 'Eine Seite von {server} soll geöffnet werden',
  },
  serveFailed: 'usher serve: Clients können nicht bedient werden: {reason}',
  ownerEnded: 'Usher wurde vor der Antwort geschlossen. Ob der Aufruf lief, ist nicht bekannt.',
  answerTooLong: 'Die Antwort ist zu lang, um weitergegeben zu werden.',
  unknownCommand: 'usher: Es gibt keinen Befehl {command}.\n\nHilfe: "usher --help".',
  noWindow: 'usher: Das Fenster konnte nicht geöffnet werden: {program}: {reason}.',
  misuse: 'usher probe: {problem}\n\nHilfe: "usher probe --help".',
  field: '{field}: {problem}',
  notStarted: 'Das Programm konnte nicht starten: {reason}.',
  argument: {
    noText: '{argument} ist kein gültiger Text.',
    era: '--era erfordert auto, legacy oder modern.',
    header: '--header erfordert „Name: Wert“.',
    tool: '--call erfordert ein Tool und seine Argumente als JSON-Objekt.',
    uri: '--read erfordert die URI einer Ressource.',
    prompt: '--get erfordert einen Prompt und seine Argumente als JSON-Objekt.',
    noObject: '{option} erfordert ein JSON-Objekt, nicht {found}.',
    noJson: 'Die Argumente von {option} sind kein gültiges JSON: {reason}.',
    unknown: 'Es gibt keine Option {option}.',
    onlyOne: 'Nur eine der Optionen --call, --read und --get verwenden.',
    noServer: 'Eine URL oder einen Befehl mit Argumenten eingeben.',
    headerOfCommand: '--header gilt für eine URL. Umgebungsvariablen eines Befehls mit NAME=Wert setzen.',
    afterUrl: '{argument} folgt auf die URL, ist aber keine Option.',
    variableOfUrl: 'Die Umgebungsvariable {name} gilt für einen Befehl, nicht für eine URL.',
  },
  report: {
    detail: 'Details: {detail}',
    stderr: 'stderr:',
    signIn: 'Der Server wartet auf eine Anmeldung. Öffnen Sie diese URL in einem Browser: {url}',
    server: '{name} {version} (Angabe des Servers)',
    connected: 'MCP {version} ({lifecycle}), verbunden nach {after}',
    endpoint: '{transport}: {url}',
    capabilities: 'Capabilities: {names}',
    instructions: 'Anweisungen: {text}',
    tools: 'Tools: {found}',
    resources: 'Ressourcen: {found}',
    templates: 'Ressourcen-Templates: {found}',
    prompts: 'Prompts: {found}',
    unusable: 'Unbrauchbar in {list}: {name}: {problem}',
    unnamed: 'ein Eintrag ohne Namen',
    repaired: 'Repariert: {repair}',
    dismissed:
      '{count, plural, one {# Anfrage des Servers wurde verworfen.} other {# Anfragen des Servers wurden verworfen.}}',
    failed: 'Fehlgeschlagen: {problem}',
    toolError: 'Das Tool meldet einen Fehler:',
    result: 'Ergebnis:',
  },
};
