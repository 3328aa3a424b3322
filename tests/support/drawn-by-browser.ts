import { fontOf } from '../../web/documents/text/browser-lines.ts';

/** Draws a text with the browser's own text rendering, black on white. */
export function drawnByBrowser(
  text: string,
  size_px: number,
  direction: 'ltr' | 'rtl' = 'ltr',
): OffscreenCanvas {
  const measured = contextOf(new OffscreenCanvas(1, 1), size_px, direction).measureText(text);
  const canvas = new OffscreenCanvas(Math.ceil(measured.width) + 2 * size_px, 3 * size_px);
  const context = contextOf(canvas, size_px, direction);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  context.fillText(text, size_px, 2 * size_px);
  return canvas;
}

/** An unassigned code point, for which the browser draws the glyph of a missing character. */
const UNASSIGNED = '\u0378';

/** Returns the letters in a text for which the browser has no font. */
export function lettersWithoutFont(text: string): string[] {
  const letters = [...new Set(text.match(/\p{L}/gu) ?? [])];
  const box = pixelsOf(UNASSIGNED);
  return letters.filter((letter) => pixelsOf(letter) === box);
}

function pixelsOf(text: string): string {
  const canvas = new OffscreenCanvas(60, 60);
  const context = contextOf(canvas, 30, 'ltr');
  context.fillText(text, 10, 40);
  return context.getImageData(0, 0, 60, 60).data.join();
}

function contextOf(canvas: OffscreenCanvas, size_px: number, direction: 'ltr' | 'rtl') {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');
  context.font = fontOf(size_px, false);
  context.direction = direction;
  context.textAlign = 'left';
  return context;
}
