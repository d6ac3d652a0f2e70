import type { Texts } from '../translate';
import type { clientTexts as english } from '../en/coreClients';

export const clientTexts: Texts<typeof english> = {
  knownClient: {
    unknown: 'Dieser Client wurde nicht gefunden.',
    tooMany: 'Zu viele Programme warten bereits auf eine Freigabe. Zuerst über diese entscheiden.',
    tooLate: 'Dieser Client kann nicht mehr wiederhergestellt werden.',
    replaced: 'Das Programm hat sich erneut verbunden, und es wurde neu darüber entschieden.',
    name: 'Einen Namen mit 1 bis 64 Zeichen eingeben.',
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
      'Der Aufruf von {tool} wartet in Usher auf die Freigabe durch den Benutzer. Rufen Sie {tool} mit denselben Argumenten erneut auf.',
    waitsForApproval: 'Wartet auf die Freigabe in Usher',
  },
};
