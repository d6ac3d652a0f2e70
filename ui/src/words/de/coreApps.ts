export const apps = {
  uiApp: {
    fault: {
      empty: 'Es wurde keine Seite gesendet.',
      mediaType: 'Der Medientyp ist „{found}“ statt „{wanted}“.',
      noText: 'Die Seite ist kein gültiges UTF-8.',
      tooLarge: 'Die Seite hat {size}; erlaubt sind höchstens {limit}.',
    },
    dropped: {
      tooMany: 'zu viele Hosts',
      malformed: 'kein gültiger Ursprung',
      scheme: 'unverschlüsselt oder keine Webadresse',
      wildcard: 'Platzhalter hier nicht erlaubt',
      address: 'lokaler Name oder IP-Adresse',
      frame: 'Seiten anderer Hosts können nicht eingebettet werden',
    },
    hiddenFromApps: '{tool} („{server}“) wurde nicht ausgeführt: Der Server verbirgt dieses Tool vor Apps.',
    hiddenFromModels:
      '{tool} („{server}“) wurde nicht ausgeführt: Der Server verbirgt dieses Tool vor Modellen.',
    alsoDeclined:
      '{tool} („{server}“) wurde nicht ausgeführt: Ein früherer Aufruf desselben Tools wurde abgelehnt.',
    noWindow: 'Apps können nicht angezeigt werden: Usher läuft ohne Fenster.',
    tooMany:
      'Die App kann nicht angezeigt werden: {limit} Apps laufen bereits. Eine App beenden und erneut versuchen.',
    noView: 'Die App von „{server}“ kann nicht angezeigt werden: {reason}',
    memory: 'Die App von „{server}“ wurde beendet: Sie belegte zu viel Speicher.',
    crashed: 'Die App von „{server}“ hat sich unerwartet beendet.',
    serverChanged: 'Die App wurde beendet: „{server}“ wurde geändert.',
    gone: 'Die App wurde beendet. Das Tool erneut ausführen, um sie anzuzeigen.',
    noTool: '„{server}“ bietet das Tool {tool} nicht an.',
    none: '{tool} („{server}“) hat keine App.',
    unusable: 'Die App {uri} von „{server}“ kann nicht angezeigt werden. {fault}',
  },
  htmlPage: {
    noView: 'Die Seite kann nicht angezeigt werden: {reason}',
    replaced: 'Die Seite wurde geschlossen: Es sind zu viele Seiten offen.',
    memory: 'Die Seite wurde geschlossen: Sie belegte zu viel Speicher.',
    crashed: 'Die Seite hat sich unerwartet beendet.',
  },
} as const;
