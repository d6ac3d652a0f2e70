import type { Catalogue } from '../translate';

type Core = Catalogue['core'];

const models: Core['models'] = {
  unreachable:
    '{provider} ist nicht erreichbar: {reason}. Die URL in den Einstellungen prüfen, und ob {provider} läuft.',
  timeout: '{provider} hat {waited} lang nichts gesendet. Das Modell erneut starten oder ein anderes wählen.',
  key: '{provider} akzeptiert den API-Schlüssel nicht.',
  keyWith: '{provider} akzeptiert den API-Schlüssel nicht: „{text}“.',
  busy: '{provider} nimmt zurzeit keine Anfragen mehr an.',
  busyWith: '{provider} nimmt zurzeit keine Anfragen mehr an: „{text}“.',
  status: '{provider} hat mit HTTP-Status {status} geantwortet.',
  statusWith: '{provider} hat mit HTTP-Status {status} geantwortet: „{text}“.',
  failed: '{provider} hat aufgehört.',
  failedWith: '{provider} hat aufgehört: „{text}“.',
  invalid:
    '{provider} hat eine ungültige Antwort gesendet: {reason}. Typ und URL in den Einstellungen prüfen.',
  cut: 'Die Antwort von {provider} ist unvollständig. Das Modell erneut starten.',
  tooLong: 'Die Antwort von {provider} ist zu lang. Weniger Tokens anfordern.',
  empty: 'Die Antwort von {provider} ist leer. Das Modell erneut starten oder ein anderes wählen.',
  notAccepted: '{provider} akzeptiert {content} nicht. Den Inhalt entfernen oder ein anderes Modell wählen.',
  noKey: 'Der API-Schlüssel von {provider} konnte nicht gelesen werden. {reason}',
  keyCharacters:
    'Der Schlüssel enthält Zeichen, die API-Schlüssel nicht enthalten können. In den Einstellungen neu eingeben.',
  next: {
    key: 'Den Schlüssel in den Einstellungen neu eingeben.',
    again: 'Das Modell erneut starten.',
    retryIn: 'In {wait} erneut versuchen.',
    wait: 'Warten oder das Konto dort prüfen.',
    notFound: 'Prüfen, ob {provider} dieses Modell hat, und die URL in den Einstellungen.',
    later: 'Das Modell später erneut starten oder ein anderes wählen.',
    change: 'Die Anfrage ändern oder ein anderes Modell wählen.',
  },
  content: {
    audio: 'Audio',
    audioType: 'Audio vom Typ {type}',
    nested: 'Tool-Aufrufe in Tool-Ergebnissen',
  },
  reason: {
    tooLong: 'eine Nachricht ist zu lang',
    notJson: 'eine Nachricht ist kein gültiges JSON',
    noObject: 'eine Nachricht ist kein Objekt',
    missing: 'in einer Nachricht fehlt „{member}“',
    noModels: 'die Liste enthält keine Modelle',
    arguments: 'die Argumente für das Tool „{tool}“ sind kein Objekt',
    endless: 'die Antwort ist zu lang',
    tooManyParts: 'die Antwort hat zu viele Teile',
  },
  prompt: {
    role: 'Die Rolle einer Nachricht muss user oder assistant sein.',
    empty: 'Es gibt keine Nachricht, auf die geantwortet werden kann.',
    tokens: 'Mindestens ein Token erlauben.',
    noResult: 'Auf einen Tool-Aufruf folgt kein Tool-Ergebnis.',
    mixed: 'Eine Nachricht mit Tool-Ergebnissen muss die Rolle user und keinen anderen Inhalt haben.',
    noUse: 'Vor einem Tool-Ergebnis fehlt der Tool-Aufruf.',
    content: 'Modelle akzeptieren keinen Inhalt vom Typ „{type}“.',
  },
};

const provider: Core['provider'] = {
  unknown: 'Dieser Anbieter existiert nicht mehr.',
  invalid: 'Einige Felder sind ungültig.',
  keyNotSaved: 'Der API-Schlüssel konnte nicht gespeichert werden; nichts wurde geändert. {reason}',
  tooMany: 'Es gibt bereits {count, plural, one {# Anbieter} other {# Anbieter}}. Zuerst einen entfernen.',
  name: 'Einen Namen mit höchstens {count, plural, one {# Zeichen} other {# Zeichen}} eingeben.',
  nameTaken: 'Ein anderer Anbieter hat diesen Namen. Einen anderen wählen.',
  keyMoved: 'Der API-Schlüssel wurde für eine andere URL eingegeben. Neu eingeben oder entfernen.',
  keyUnencrypted: 'Ein API-Schlüssel wird nur über https:// oder an diesen Computer gesendet.',
  keyRequired: '{provider} erfordert einen API-Schlüssel.',
  keyCharacters: 'Der API-Schlüssel enthält Zeichen, die API-Schlüssel nicht enthalten können.',
  keyGone: 'Der Schlüssel ist nicht mehr gespeichert. In den Einstellungen unter „Modelle“ neu eingeben.',
  changed:
    '{provider} wurde außerhalb von Usher geändert. Die URL in den Einstellungen unter „Modelle“ prüfen und speichern.',
  noUrl: 'Die URL des Anbieters eingeben, zum Beispiel https://example.com/v1.',
  url: 'Dies ist keine gültige URL. Eine wie https://example.com/v1 eingeben.',
  urlParts:
    'Benutzername, Passwort, Query und Fragment aus der URL entfernen. Einen Schlüssel als API-Schlüssel eingeben.',
  hints: {
    tooMany: 'Es gibt mehr als {count, plural, one {# Zeile} other {# Zeilen}}.',
    empty: 'Einen Teil der Modellhinweise von Servern eingeben.',
    noModel: 'Ein Modell wählen.',
  },
};

export const modelTexts = { models, provider };
