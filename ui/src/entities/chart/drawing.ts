import { asPng } from '../../lib/png';

/** A chart as a file of its own. */
export interface Drawing {
  /** SVG. */
  text: string;
  width: number;
  height: number;
}

/** What a drawing takes from the page: written into the file, for there are no style sheets there. */
const STYLES = [
  'fill',
  'fill-opacity',
  'font-family',
  'font-size',
  'opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
] as const;

const SVG = 'http://www.w3.org/2000/svg';

const LEGEND = { line: 18, left: 12, mark: 10 };

/** A chart as it looks on the page, with a title, a ground and a legend, and without anything that runs. */
export function drawingText(shown: SVGSVGElement, title: string, names: readonly string[]): Drawing {
  const copy = shown.cloneNode(true) as SVGSVGElement;
  const originals = [shown, ...shown.querySelectorAll<SVGElement>('*')];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  for (const [index, element] of copies.entries()) takeStyles(originals[index], element);
  const width = Number(shown.getAttribute('width')) || shown.clientWidth;
  const drawn = Number(shown.getAttribute('height')) || shown.clientHeight;
  const height = drawn + LEGEND.line * names.length + LEGEND.left;
  for (const [name, value] of Object.entries({
    xmlns: SVG,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  }))
    copy.setAttribute(name, String(value));
  for (const old of copy.querySelectorAll('title, desc')) old.remove();
  const page = getComputedStyle(shown);
  const token = (name: string): string => page.getPropertyValue(name).trim();
  const caption = made('title', {});
  caption.textContent = title;
  copy.prepend(caption, made('rect', { width, height, fill: token('--bg') }));
  for (const [index, name] of names.entries()) {
    const y = drawn + LEGEND.line * index;
    const size = LEGEND.mark;
    const words = made('text', {
      x: LEGEND.left + size + 6,
      y: y + size,
      fill: token('--text'),
      'font-size': 12,
      'font-family': 'sans-serif',
    });
    words.textContent = name;
    copy.append(
      made('rect', { x: LEGEND.left, y, width: size, height: size, fill: token(`--chart-${index + 1}`) }),
      words,
    );
  }
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

function takeStyles(from: Element | undefined, to: SVGElement): void {
  if (from === undefined) return;
  const computed = getComputedStyle(from);
  for (const name of STYLES) {
    const value = computed.getPropertyValue(name);
    if (value !== '') to.setAttribute(name, value);
  }
  for (const name of ['class', 'style', 'tabindex', 'role']) to.removeAttribute(name);
}

function made(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Pixels of an image for one of the drawing, so that it stays sharp. */
const SCALE = 2;

/** A drawing as an image; the page's own drawing, so nothing of it is fetched. */
export async function pngOf({ text, width, height }: Drawing): Promise<Blob> {
  const svg = new Blob([text], { type: 'image/svg+xml' });
  return asPng(svg, () => ({ width: width * SCALE, height: height * SCALE }));
}
