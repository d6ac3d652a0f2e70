import type { Texts } from '../translate';
import type { clientTexts as english } from '../en/coreClients';

export const clientTexts: Texts<typeof english> = {
  knownClient: {
    unknown: 'Dieser Client wurde nicht gefunden.',
    tooLate: 'Dieser Client kann nicht mehr wiederhergestellt werden.',
    replaced: 'Das Programm hat sich erneut verbunden, und es wurde neu darüber entschieden.',
    name: 'Einen Namen mit 1 bis 64 sichtbaren Zeichen eingeben.',
    nameTaken: 'Ein anderer Client hat diesen Namen oder verbindet sich damit.',
    busy: 'Aufrufe dieses Clients laufen oder warten auf Freigabe. Umbenennen, sobald sie beendet sind.',
    stillConnected:
      'Der bekannte Client ist vom bisherigen Pfad aus verbunden. Dort beenden, dann erneut antworten.',
    notMoved: 'Nur ein Client, der sich mit demselben Namen verbindet, kann ein bekannter sein.',
    origin:
      '„{origin}“ ist kein gültiger Origin. Nur Schema, Host und Port eingeben, zum Beispiel http://localhost:5173.',
    tooManyOrigins: 'Höchstens {most, number} Origins können zugelassen werden.',
    noToken: 'Dieser Client verbindet sich nicht über HTTP und hat kein Token.',
    noRandom: 'Das System lieferte keine Zufallszahlen, daher wurde kein Token erzeugt.',
    httpLate: 'Die HTTP-Adresse wurde nicht rechtzeitig geöffnet.',
    httpPort: 'Kein Port konnte geöffnet werden: {reason}',
  },
  gateway: {
    waiting:
      'Usher hat diesen Client noch nicht zugelassen. Der Benutzer muss ihn in Usher unter Freigaben zulassen; danach erneut aufrufen.',
    paused: 'Der Benutzer hat diesen Client in Usher angehalten. Tools können nicht aufgerufen werden.',
    refused: 'Der Benutzer hat diesen Client in Usher gesperrt. Tools können nicht aufgerufen werden.',
    callAgain:
      'Wartet in Usher auf die Freigabe A-{number}. Rufen Sie {tool} mit denselben Argumenten erneut auf.',
    notYet: 'Wartet in Usher auf die Freigabe. Rufen Sie {tool} mit denselben Argumenten erneut auf.',
    stillStarts: 'Der Server startet noch. Rufen Sie {tool} mit denselben Argumenten erneut auf.',
    noWindow:
      'Usher läuft ohne Fenster. Der Benutzer muss es öffnen oder in einem Terminal mit „usher approvals“ entscheiden; dann den Aufruf mit denselben Argumenten wiederholen.',
    waits: 'Wartet auf die Freigabe in Usher',
    waitsForApproval: 'Wartet in Usher auf die Freigabe A-{number}',
    waitsForOthers: 'Wartet in Usher auf frühere Freigaben dieses Clients',
    waitsForServer: 'Wartet, bis der Server gestartet ist',
    mayRun: 'Darf „{client}“ {tool} einmal mit diesen Argumenten ausführen?\n\n{arguments}',
    decision: 'Entscheidung',
    run: 'Einmal ausführen',
    decline: 'Nicht ausführen',
    changedArguments:
      'Der Benutzer hat {count, plural, one {das Argument} other {die Argumente}} {names} vor diesem Aufruf geändert.',
    model: {
      declined: 'Der Benutzer hat {tool} von „{server}“ abgelehnt. Nichts wurde gesendet.',
      stopped:
        '„{server}“ wurde beendet, bevor der Benutzer die Anfrage für {tool} beantwortet hat. Nichts wurde gesendet.',
      timeout: '{doing} dauerte länger als {waited}. Der Server hat die Anfrage vielleicht verarbeitet.',
      scope:
        '{doing} braucht weitere Berechtigungen: {scope}. Der Benutzer muss sich in Usher erneut anmelden.',
      unauthorized: '{doing} braucht eine Anmeldung. Der Benutzer muss sich in Usher beim Server anmelden.',
      scopeWith:
        '{doing} braucht weitere Berechtigungen: {scope} ({text}). Der Benutzer muss sich in Usher erneut anmelden.',
      unauthorizedWith:
        '{doing} braucht eine Anmeldung: {text}. Der Benutzer muss sich in Usher beim Server anmelden.',
      urlFirst:
        '{doing} hat der Server abgelehnt: {message}. Der Benutzer muss die Seite in Usher unter Freigaben öffnen; danach erneut aufrufen.',
      notListed: '„{server}“ führt {name} nicht mehr auf. Der Benutzer kann den Server in Usher neu starten.',
      policySinceApproval:
        'Die Richtlinie für {tool} von „{server}“ hat sich nach der Freigabe geändert. Erneut aufrufen, um den Benutzer neu zu fragen.',
      sinceApproval:
        '{tool} von „{server}“ hat sich nach der Freigabe geändert. Erneut aufrufen, um den Benutzer neu zu fragen.',
      notConfirmed: 'Nichts wurde erneut gesendet, weil die Prüfung nicht möglich war. Erneut aufrufen.',
      unreadable:
        '{name} wurde nicht verwendet, weil der Vergleich mit der Prüfung nicht möglich war. {reason}',
      pins: 'Die Prüfungen des Benutzers konnten nicht gelesen werden: {reason}',
      unreviewed: '{name} von „{server}“ wurde nicht verwendet. Der Benutzer muss es zuerst in Usher prüfen.',
      changed:
        '{name} von „{server}“ hat sich nach der Prüfung geändert: {differences}. Der Benutzer muss die Änderung zuerst in Usher prüfen.',
      disabled: '„{server}“ ist deaktiviert. Der Benutzer kann ihn in Usher aktivieren.',
      queued: '„{server}“ wartet auf den Start. Gleich erneut aufrufen.',
      signingIn: '„{server}“ wartet darauf, dass sich der Benutzer im Browser anmeldet.',
      starting: '„{server}“ startet. Gleich erneut aufrufen.',
      failed: '„{server}“ läuft nicht: {reason} Der Benutzer kann ihn in Usher starten.',
      webtoolChanged: '„{webtool}“ ist gesperrt: {change}. Der Benutzer muss die Änderungen in Usher prüfen.',
      unconfigured:
        '„{webtool}“ ist nicht konfiguriert. Der Benutzer muss die Konfiguration in Usher vervollständigen.',
      webtoolUnreadable: '„{webtool}“ konnte nicht gelesen werden. Der Benutzer muss es in Usher ansehen.',
      webtoolStopped: '„{webtool}“ ist gesperrt. Der Benutzer kann es in Usher ansehen.',
      webtoolSilent:
        'sein Server hat das Dokument, das der Benutzer geprüft hat, unter derselben Version geändert',
      webtoolDowngraded:
        'sein Server ist zu einer älteren Version zurückgekehrt, als der Benutzer geprüft hat',
      answersNotSent: 'die Antworten des Benutzers wurden nicht gesendet. {reason}',
      needsReview: 'Der Benutzer muss die Konfiguration von „{server}“ in Usher prüfen, bevor er startet.',
      signedOut:
        '{place} nimmt die Anmeldung nicht mehr an. Der Benutzer muss sich in Usher erneut anmelden.',
      notOnPath: 'Befehl „{program}“ wurde nicht gefunden.',
      signInEnded: 'Die Anmeldung endete ohne Ergebnis. Der Benutzer muss sich in Usher erneut anmelden.',
    },
    search: {
      noQuery: 'query fehlt: Beschreiben Sie in wenigen Worten, was das Tool tun soll.',
      none: 'Kein Tool hier passt zu „{query}“. Versuchen Sie es mit anderen Worten für das, was es tun soll.',
      noNames: 'names muss 1 bis {most} Namen von Tools enthalten.',
      noName: 'name fehlt: der Name des Tools, das aufgerufen werden soll.',
      noObject: 'arguments muss ein Objekt mit den Argumenten des Tools sein.',
      missing:
        '{tool} braucht weitere Argumente: {arguments}. Nichts wurde aufgerufen. describe_tools zeigt die Definition.',
      itself:
        '{tool} ist ein Tool von Usher selbst und kann nicht auf diesem Weg aufgerufen werden. Rufen Sie es direkt auf.',
      unknown: 'Kein Tool heißt {tool}. Tools finden Sie mit search_tools.',
      similar: 'Kein Tool heißt {tool}. Ähnliche Namen: {similar}.',
    },
  },
};
