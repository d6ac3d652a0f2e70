import type { Texts } from '../translate';
import type { desktop as english } from '../en/desktop';

export const desktop: Texts<typeof english> = {
  title:
    '{count, plural, =0 {Usher} one {(#) Usher: # ausstehende Freigabe} other {(#) Usher: # ausstehende Freigaben}}',
  tray: { open: 'Usher öffnen', quit: 'Usher beenden' },
  folder: { title: 'Ordner wählen', noWindow: 'das Fenster ist geschlossen' },
  signIn: {
    done: 'Usher hat die Antwort erhalten. Diese Seite schließen und zu Usher zurückkehren.',
    notExpected: 'Diese Anmeldung wurde nicht in Usher begonnen. Zu Usher zurückkehren und dort anmelden.',
  },
  saveAs: 'Speichern unter',
  saveInto: 'In einen Ordner speichern',
  save: 'Speichern',
  app: { title: 'App von „{server}“', htmlTitle: 'Seite „{name}“', stop: 'App beenden' },
  noWindow:
    'Das Fenster von Usher konnte nicht geöffnet werden: {reason}. Usher in einer grafischen Sitzung starten.',
  notification: {
    open: 'Öffnen',
    title: {
      elicitation: 'Elicitation-Anfrage von „{server}“',
      sampling: 'Sampling-Anfrage von „{server}“',
      roots: 'Roots-Anfrage von „{server}“',
      call: 'Tool-Aufruf an „{server}“',
      link: 'Link von „{server}“',
      signIn: '„{server}“ erfordert eine Anmeldung',
      review: 'Prüfung erforderlich für „{server}“',
      client: 'Ein Agent möchte sich verbinden',
    },
    form: 'Das Formular ausfüllen oder ablehnen.',
    url: 'Die URL öffnen oder ablehnen.',
    sampling: 'Die Anfrage an das Modell prüfen oder ablehnen.',
    roots: 'Die Roots freigeben oder ablehnen.',
    call: 'Den Tool-Aufruf genehmigen oder ablehnen.',
    link: 'Die URL öffnen oder abbrechen.',
    signIn: 'Anmelden, um den Server zu verbinden.',
    configuration: 'Die Konfiguration prüfen, bevor der Server startet.',
    changed: 'Prüfen, was sich seit der letzten Prüfung geändert hat.',
    client: 'Unter „Freigaben“ zulassen oder blockieren.',
  },
};
