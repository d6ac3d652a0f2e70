/** The colour of a series; tokens, so that it follows light and dark. */
export const colorOf = (index: number): string => `var(--chart-${index + 1})`;

/** Lines differ by more than their colour. */
export const DASHES = ['', '6 3', '2 3', '8 3 2 3', '12 4', '1 5'] as const;

/** And so do points. */
export const SHAPES = ['circle', 'square', 'triangle', 'diamond', 'cross', 'star'] as const;
