import type SignaturePadLibrary from 'signature_pad';
import { inkBoxOf } from './scale-strokes.ts';
import type { Strokes } from './signature.ts';
import { drawTypedName } from './typed-name.ts';

export const MAX_PNG_BYTES = 60 * 1024;
export const PAPER = '#ffffff';
export const PEN = '#000000';

/** Pixels to one CSS px, tried in turn until the picture is small enough. */
const DENSITIES = [2, 1.5, 1, 0.75, 0.5, 0.35];
const MAX_SIDE_PX = 1200;

/** Draws strokes black on white, cut to their ink. Empty bytes when the browser gives no picture (see signaturePng). */
export function drawnPng(Library: typeof SignaturePadLibrary, strokes: Strokes): Blob {
  const box = visibleBox(strokes);
  const dense = MAX_SIDE_PX / Math.max(box.width, box.height);
  for (const density of DENSITIES) {
    const png = drawAt(Library, strokes, box, Math.min(density, dense));
    if (png.size <= MAX_PNG_BYTES) return png;
  }
  return noPicture();
}

/** Draws a typed name and that it was typed. Empty bytes when the browser gives no picture. */
export function typedPng(name: string): Blob {
  const canvas = document.createElement('canvas');
  return drawTypedName(canvas, name) ? encode(canvas) : noPicture();
}

type Box = { left: number; top: number; width: number; height: number };

/** Where the ink lies on the sheet; what was drawn beyond its edges was never seen. */
function visibleBox({ width_px, height_px, groups }: Strokes): Box {
  const ink = inkBoxOf(groups);
  const left = Math.max(0, Math.floor(ink.left));
  const top = Math.max(0, Math.floor(ink.top));
  const width = Math.ceil(Math.min(width_px, ink.right)) - left;
  const height = Math.ceil(Math.min(height_px, ink.bottom)) - top;
  return { left, top, width: Math.max(1, width), height: Math.max(1, height) };
}

function drawAt(Library: typeof SignaturePadLibrary, strokes: Strokes, box: Box, density: number): Blob {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(box.width * density);
  canvas.height = Math.ceil(box.height * density);
  const context = canvas.getContext('2d');
  if (!context) return noPicture();
  const pad = new Library(canvas, { backgroundColor: PAPER, penColor: PEN });
  context.setTransform(density, 0, 0, density, -box.left * density, -box.top * density);
  pad.fromData(strokes.groups, { clear: false });
  pad.off();
  return encode(canvas);
}

const noPicture = () => new Blob([], { type: 'image/png' });

/** At once and not by a callback: whoever presses the button right after the last stroke sends that stroke too. */
function encode(canvas: HTMLCanvasElement): Blob {
  try {
    if (isBlank(canvas)) return noPicture();
    const [head, base64] = canvas.toDataURL('image/png').split(',');
    if (head !== 'data:image/png;base64' || !base64) return noPicture();
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new Blob([bytes], { type: 'image/png' });
  } catch {
    return noPicture(); // Short of memory, or the canvas is blocked: signaturePng says so.
  }
}

/** Old iOS gives a canvas without a single dark pixel for want of memory. */
function isBlank(canvas: HTMLCanvasElement): boolean {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  return !pixels?.some((value, index) => index % 4 === 0 && value < 128 && pixels[index + 3] === 255);
}
