import type { Catalogue } from '../translate';

export const palette: Catalogue['palette'] = {
  title: 'Alles durchsuchen',
  field: 'Server, Tools, Ressourcen, Prompts und Befehle durchsuchen',
  commands: 'Befehle',
  empty: 'Keine Ergebnisse für „{query}“',
  command: {
    addServer: 'Server hinzufügen',
    import: 'Server importieren',
    startDemo: 'Demo-Server starten',
    protocolLog: 'Protokoll-Log ein- oder ausblenden',
    lightTheme: 'Helles Design',
    darkTheme: 'Dunkles Design',
    systemTheme: 'Design des Systems',
  },
  shortcuts: {
    title: 'Tastenkürzel',
    screens: 'Server, Tools, Ressourcen, Prompts, Freigaben, Aktivität oder Einstellungen öffnen',
    searchList: 'Liste durchsuchen',
    moveInList: 'Vorheriger oder nächster Listeneintrag',
    runTool: 'Tool ausführen',
    approvals: 'Freigaben: nächste, vorherige, bearbeiten, ablehnen',
    accept: 'Freigaben: annehmen oder senden',
    close: 'Dialog oder Bereich schließen',
  },
};
