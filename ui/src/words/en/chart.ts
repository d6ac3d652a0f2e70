/** Texts of charts. */
export const chart = {
  of: 'Chart of {name}',
  kind: { label: 'Kind of chart', bar: 'Bars', line: 'Lines', scatter: 'Points' },
  x: 'X axis',
  y: 'Y axis',
  rowNumber: 'Row number',
  first: 'Only the first {shown, number} of {all, number} rows are drawn.',
  none: 'Select at least one column for the Y axis.',
  values: 'Values of {name}',
  legend: 'Legend',
  save: 'Save chart',
  asPng: 'Save as PNG…',
  asSvg: 'Save as SVG…',
  asCsv: 'Save values as CSV…',
  copyPng: 'Copy as PNG',
} as const;
