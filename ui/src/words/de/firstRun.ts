import type { Catalogue } from '../translate';

export const firstRun: Catalogue['firstRun'] = {
  title: 'Erste Schritte mit Usher',
  help: 'MCP-Server verbinden, ihre Tools ausführen, ihre Aktionen freigeben.',
  demo: {
    title: 'Demo-Server ausprobieren',
    help: 'Ein integrierter Server zum Ausprobieren von Tools, Ressourcen, Prompts und Freigaben.',
    start: 'Demo-Server starten',
  },
  add: {
    paste: 'Befehl, URL oder JSON einfügen',
    help: 'Befehl, URL oder JSON-Konfiguration einfügen; vor dem Speichern wird nichts ausgeführt.',
  },
  import: {
    help: 'Server aus Claude Code, VS Code, Cursor und anderen Apps importieren.',
    find: 'Server suchen',
    finding: 'Suche nach Konfigurationen …',
    none: 'Keine Konfiguration im Benutzerverzeichnis gefunden.',
    review: '{count, plural, one {# Server} other {# Server}} prüfen',
    unreadable: 'nicht lesbar',
    known: '{count, plural, one {# Server} other {# Server}}, {known, number} bereits hinzugefügt',
  },
};
