/** How wide the measured letters are in a CSS list of families. */
export type Measure = (families: string) => number;

/** The lists of the tokens, each with a generic family whose letters are unlike all of its own. */
const LISTS = [
  { variable: '--font-system', unlike: 'monospace' },
  { variable: '--font-mono', unlike: 'serif' },
] as const;

/** Letters whose widths differ from family to family. */
const LETTERS = 'mmmwliI1.,@WQ';

/**
 * Leaves of each list of families only the one that is there. The web view looks every name up anew for each size and
 * weight that is drawn for the first time, which together took longer than a frame.
 */
export function settleFonts(): void {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return;
  const measure: Measure = (families) => {
    context.font = `48px ${families}`;
    return context.measureText(LETTERS).width;
  };
  const root = document.documentElement;
  for (const { variable, unlike } of LISTS) {
    const list = getComputedStyle(root).getPropertyValue(variable);
    if (list !== '') root.style.setProperty(variable, settled(list, unlike, measure));
  }
}

/** The first family of a list that is there, and the generic one it ends with. */
export function settled(list: string, unlike: string, measure: Measure): string {
  const families = list.split(',').map((family) => family.trim());
  const generic = families.pop() ?? unlike;
  const without = measure(unlike);
  const found = families.find((family) => measure(`${family}, ${unlike}`) !== without);
  return found === undefined ? generic : `${found}, ${generic}`;
}
