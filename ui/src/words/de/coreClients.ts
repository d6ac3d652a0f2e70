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
      'Usher läuft ohne Fenster. Öffnen Sie es und wiederholen Sie den Aufruf mit denselben Argumenten.',
    waits: 'Wartet auf die Freigabe in Usher',
    waitsForApproval: 'Wartet in Usher auf die Freigabe A-{number}',
    waitsForOthers: 'Wartet in Usher auf frühere Freigaben dieses Clients',
    waitsForServer: 'Wartet, bis der Server gestartet ist',
    mayRun: 'Darf „{client}“ {tool} einmal mit diesen Argumenten ausführen?\n\n{arguments}',
    decision: 'Entscheidung',
    run: 'Einmal ausführen',
    decline: 'Nicht ausführen',
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
