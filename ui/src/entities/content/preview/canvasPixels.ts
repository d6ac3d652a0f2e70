/** Pixels that one sheet may take, whatever the zoom; an image on it is drawn with no more either. */
export const SHEET_PIXELS = 16_000_000;

/** Pixels that all sheets that are drawn in this window may take together: each takes four bytes. */
const ALL = 64_000_000;

let left = ALL;

/** How many pixels the next sheet may take. There are always some left, so that none stays empty. */
export const nextPixels = (): number => Math.min(SHEET_PIXELS, left / 2);

/** Gives a canvas its size; without one it takes no memory, also where it is not collected yet. */
export function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number): void {
  left += canvas.width * canvas.height - width * height;
  canvas.width = width;
  canvas.height = height;
}
