import type { Catalogue } from '../translate';

export const app: Catalogue['app'] = {
  language: { system: 'System', en: 'English', de: 'Deutsch' },
  nav: {
    label: 'Hauptnavigation',
    approvals: 'Freigaben',
    activity: 'Aktivität',
    search: '<hidden>Alles durchsuchen, </hidden>{keys}',
    pending: '{count}<hidden> offen</hidden>',
  },
  travel: { label: 'Verlauf', back: 'Zurückgehen', forward: 'Vorwärtsgehen', withKeys: '{name} ({keys})' },
  blocked: {
    data: 'Daten',
    logs: 'Logs',
    help: 'Daten sind unverändert; Problem beheben, dann Usher neu starten.',
  },
  crashed: {
    title: 'Ansicht kann nicht angezeigt werden',
    reason: 'Interner Fehler: {message}',
  },
  zoom: 'Zoom {zoom}',
  running: '„{server}“ läuft',
  skip: 'Zum Inhalt springen',
  notice: { label: 'Hinweise', dismiss: 'Hinweis verwerfen' },
  close: {
    title: 'Usher schließen?',
    pending:
      '{count, plural, one {# offene Anfrage wird beim Schließen von Usher verworfen.} other {# offene Anfragen werden beim Schließen von Usher verworfen.}}',
    show: '{count, plural, one {Anfrage anzeigen} other {Anfragen anzeigen}}',
    confirm: 'Usher schließen',
  },
};
