import type { Catalogue } from '../translate';

type Core = Catalogue['core'];

/** Texts about pictures and sounds that are not shown. */
export const media: Core['media'] = {
  notShown: 'Kann nicht angezeigt werden: {reason}.',
  iconNotShown: 'Das Symbol kann nicht angezeigt werden: {reason}.',
  iconNotFetched: 'Das Symbol konnte nicht heruntergeladen werden: {reason}.',
  iconUnknown: 'Dieses Symbol ist nicht mehr bekannt.',
  unknownImage: 'unbekanntes Bildformat (unterstützt: PNG, JPEG, GIF, WebP, AVIF, BMP, TIFF, ICO, SVG)',
  unknownIcon: 'unbekanntes Bildformat',
  unknownAudio: 'unbekanntes Audioformat (unterstützt: WAV, MP3, Ogg, FLAC, AAC, MP4, WebM)',
  notSvg: 'kein SVG-Bild',
  pixels: '{width} × {height} Pixel sind zu groß',
  tooLarge: 'größer als {size}',
  svgTooLong: 'das SVG-Bild ist zu lang',
  base64: 'kein gültiges Base64',
  empty: 'leer',
  otherType: 'angegeben als {declared}, ist aber {actual}',
  noUrl: 'die Adresse ist keine vollständige URL',
  localServer: 'Symbole lokaler Server dürfen nicht im Web liegen',
  otherHost: 'das Symbol liegt auf einem anderen Host als der Server',
  drawingFailed: 'das Bild konnte nicht gerendert werden',
  notDrawn: 'das Rendern ist fehlgeschlagen: {reason}',
  header: 'der Dateikopf ist beschädigt',
  data: 'die Daten sind beschädigt',
  variant: 'diese Variante des Formats wird nicht unterstützt',
  noSize: 'ohne Größe',
  notUtf8: 'kein UTF-8-Text',
  entities: 'definiert Entitäten',
  elements: 'hat zu viele Elemente',
  nested: 'tiefer als {count, plural, one {# Ebene} other {# Ebenen}} verschachtelt',
  filter: 'hat einen Filter, der zu lange braucht',
  noComma: 'die data:-URI enthält kein Komma',
};

/** Texts about contents that are not saved or opened. */
export const contents: Core['contents'] = {
  gone: 'Dieser Inhalt ist nicht mehr im Speicher. Aktualisieren Sie ihn und versuchen Sie es erneut.',
  folderNotOpened: '{path} konnte nicht geöffnet werden: {reason}. Öffnen Sie den Ordner im Dateimanager.',
  notSaved: 'Seit dem Start von Usher wurde nichts unter {path} gespeichert.',
  tooMany:
    'Höchstens {count, plural, one {# Inhalt} other {# Inhalte}} können auf einmal gespeichert werden.',
  dialogOpen: 'Ein anderer Dateidialog ist bereits geöffnet.',
  noWindow: 'Dieses Programm hat kein Fenster für einen Dateidialog.',
  noDialog: 'Der Dateidialog konnte nicht geöffnet werden: {reason}',
  unwritable:
    '{path} konnte nicht geschrieben werden: {reason}. Schaffen Sie Platz oder wählen Sie einen anderen Ordner und speichern Sie erneut.',
  mayRun: '„{name}“ kann in der App, die es öffnet, Code ausführen. Speichern Sie es stattdessen.',
  noOpener:
    'Dieses Programm kann keine Dateien in anderen Apps öffnen. Speichern Sie den Inhalt stattdessen.',
  notOpened: '„{name}“ konnte nicht geöffnet werden: {reason}. Speichern Sie es stattdessen.',
};
