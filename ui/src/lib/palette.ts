import { createSpotlight } from '@mantine/spotlight';

/** Whether the search over everything is open, and which result is selected. */
export const [paletteStore, palette] = createSpotlight();
