import type SignaturePadLibrary from 'signature_pad';
import { inkBoxOf } from './scale-strokes.ts';
import type { Strokes } from './signature.ts';
import { drawTypedName } from './typed-name.ts';

export const MAX_PNG_BYTES = 60 * 1024;
export const PAPER = '#ffffff';
export const PEN = '#000000';

/** Device pixels per CSS px, tried in this order until the picture is small enough. */
const DENSITIES = [2, 1.5, 1, 0.75, 0.5, 0.35];
const MAX_SIDE_PX = 1200;

/**
 * Draws strokes black on white, cropped to the ink. Returns empty bytes if the browser fails (see
 * signaturePng).
 */
export function drawnPng(Library: typeof SignaturePadLibrary, strokes: Strokes): Blob {
  const box = visibleBox(strokes);
  const dense = MAX_SIDE_PX / Math.max(box.width, box.height);
  for (const density of DENSITIES) {
    const png = drawAt(Library, strokes, box, Math.min(density, dense));
    if (png.size <= MAX_PNG_BYTES) return png;
  }
  return noPicture();
}

/** Draws a typed name and a note that it was typed. Returns empty bytes if the browser fails. */
export function typedPng(name: string): Blob {
  const canvas = document.createElement('canvas');
  return drawTypedName(canvas, name) ? encode(canvas) : noPicture();
}

type Box = { left: number; top: number; width: number; height: number };

/** Returns the box of the ink on the sheet. Ink beyond the edges was never visible and is cropped. */
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

/** Synchronous, so that a button pressed right after the last stroke includes that stroke. */
function encode(canvas: HTMLCanvasElement): Blob {
  try {
    if (isBlank(canvas)) return noPicture();
    const [head, base64] = canvas.toDataURL('image/png').split(',');
    if (head !== 'data:image/png;base64' || !base64) return noPicture();
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new Blob([bytes], { type: 'image/png' });
  } catch {
    return noPicture(); // Low memory, or the canvas is blocked: signaturePng throws.
  }
}

/** Detects a canvas without any dark pixel, which old iOS returns when memory is low. */
function isBlank(canvas: HTMLCanvasElement): boolean {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  return !pixels?.some((value, index) => index % 4 === 0 && value < 128 && pixels[index + 3] === 255);
}
