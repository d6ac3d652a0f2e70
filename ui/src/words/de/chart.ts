import type { Catalogue } from '../translate';

export const chart: Catalogue['chart'] = {
  of: 'Diagramm von {name}',
  kind: { label: 'Art des Diagramms', bar: 'Balken', line: 'Linien', scatter: 'Punkte' },
  x: 'X-Achse',
  y: 'Y-Achse',
  rowNumber: 'Zeilennummer',
  first: 'Nur die ersten {shown, number} von {all, number} Zeilen sind dargestellt.',
  none: 'Mindestens eine Spalte für die Y-Achse auswählen.',
  values: 'Werte von {name}',
  legend: 'Legende',
  save: 'Diagramm speichern',
  asPng: 'Als PNG speichern…',
  asSvg: 'Als SVG speichern…',
  asCsv: 'Werte als CSV speichern…',
  copyPng: 'Als PNG kopieren',
};
