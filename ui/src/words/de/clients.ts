import type { Texts } from '../translate';
import type { clients as english } from '../en/clients';

export const clients: Texts<typeof english> = {
  title: 'Clients',
  search: 'Clients suchen',
  declared: '{name} {version}, Protokoll {protocol}',
  status: {
    waiting: 'Wartet auf Freigabe',
    paused: 'Angehalten',
    refused: 'Gesperrt',
    offline: 'Nicht verbunden',
    connected: 'Verbunden seit {time}',
  },
  note: {
    waiting: 'Dieser Client bekommt nichts, bis Sie ihn zulassen.',
    paused: 'Aufrufe dieses Clients werden abgelehnt, bis Sie ihn fortsetzen.',
    refused: 'Dieser Client ist gesperrt und bekommt nichts.',
  },
  empty: {
    title: 'Noch keine Clients',
    help: 'Agenten, die Ihre Server über Usher nutzen, erscheinen hier.',
  },
  noMatch: 'Suchen Sie nach Name oder Programm.',
  gone: {
    title: 'Client nicht gefunden',
    help: 'Einen anderen Client in der Liste auswählen.',
  },
  facts: {
    title: 'Client',
    connectsAs: 'Verbindet sich als',
    declared: 'Gemeldeter Name',
    program: 'Programm',
    parent: 'Gestartet von',
    connections: 'Verbindungen',
    calls: 'Aufrufe seit dem Start',
    first: 'Zuerst verbunden',
    decided: 'Letzte Entscheidung',
    none: 'Nichts gemeldet',
    unknown: 'Unbekannt',
  },
  access: {
    title: 'Zugriff',
    all: 'Alle Server und Webtools',
    allHelp: 'Auch die, die Sie später hinzufügen.',
    tools:
      '{count, plural, =0 {Tools von {server}} one {Tools von {server} (# ausgeblendet)} other {Tools von {server} (# ausgeblendet)}}',
    noTools: 'Keine Tools aufgelistet.',
    prompts: 'Prompts',
    resources: 'Ressourcen',
  },
  allow: 'Client zulassen',
  pause: 'Client anhalten',
  resume: 'Client fortsetzen',
  block: 'Client sperren',
  forget: 'Client entfernen',
  more: 'Weitere Aktionen für „{client}“',
  done: {
    allowed: '„{client}“ kann jetzt die gewählten Server nutzen.',
    blocked: '„{client}“ ist gesperrt.',
  },
  connect: {
    title: 'Agenten verbinden',
    help: 'Fügen Sie Usher in Claude Code, Codex, Cursor oder einem anderen Agenten als MCP-Server hinzu.',
    json: 'JSON-Konfiguration',
    copyJson: 'JSON-Konfiguration kopieren',
    command: 'Befehl',
    copyCommand: 'Befehl kopieren',
    asked: 'Wenn sich der Agent verbindet, lassen Sie ihn unter Freigaben zu.',
  },
};
