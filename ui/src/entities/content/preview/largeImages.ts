/** The largest image in a PDF that is drawn, in pixels. */
export const IMAGE_PIXELS = 64_000_000;

/** What the library writes to its console for an image over `maxImageSize`. */
const WARNING = 'Image exceeded maximum allowed size and was removed.';

/** An image was left out because it has too many pixels. The library's own messages are objects. */
export const LARGE_IMAGE = 'largeImage';

/** Gives on that an image was left out. The other warnings of the library are about contents and go nowhere. */
export function forwardLargeImages(
  on: Pick<Console, 'warn'>,
  post: (found: typeof LARGE_IMAGE) => void,
): void {
  on.warn = (text: unknown) => {
    if (String(text).includes(WARNING)) post(LARGE_IMAGE);
  };
}
