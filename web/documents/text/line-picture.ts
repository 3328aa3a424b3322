import { type BrowserLine, fontOf } from './browser-lines.ts';

/** The inked area of a line in em, relative to its left edge and baseline. */
export type InkBox = { left_em: number; right_em: number; ascent_em: number; descent_em: number };

/**
 * A picture of a line's ink: a bit for each pixel, the first in a byte's highest bit, rows padded to bytes.
 */
export type LineMask = { width_px: number; height_px: number; bits: Uint8Array };

type Shape = Pick<BrowserLine, 'marked_text' | 'rtl'>;

const MEASURED_PX = 100;
/** Margin around the ink, since the measured box is rounded. */
const EDGE_EM = 0.04;
/** Greatest ascent and descent; stacked marks beyond it are cut off. */
const MAX_INK_EM = 1.6;
const OPAQUE = 128;
/** A colour channel above this is not black ink. */
const COLOURED = 40;

let measuring: CanvasRenderingContext2D | undefined;

/** Measures the inked area of a line; null if it has none. */
export function inkOfLine({ marked_text, rtl }: Shape, bold: boolean): InkBox | null {
  measuring ??= contextOf(1, 1);
  prepare(measuring, MEASURED_PX, bold, rtl);
  const measured = measuring.measureText(marked_text);
  const em = (px: number) => px / MEASURED_PX + EDGE_EM;
  const box = {
    left_em: -em(measured.actualBoundingBoxLeft),
    right_em: em(measured.actualBoundingBoxRight),
    ascent_em: Math.min(em(measured.actualBoundingBoxAscent), MAX_INK_EM),
    descent_em: Math.min(em(measured.actualBoundingBoxDescent), MAX_INK_EM),
  };
  const hasInk = box.right_em - box.left_em > 2 * EDGE_EM && box.ascent_em + box.descent_em > 2 * EDGE_EM;
  return hasInk ? box : null;
}

/** Draws a line on a transparent canvas of the size of its ink. Call `release` after reading the canvas. */
export function drawOnCanvas(
  { marked_text, rtl }: Shape,
  box: InkBox,
  style: { em_px: number; bold: boolean; color: string },
): CanvasRenderingContext2D {
  const { em_px, bold, color } = style;
  const width_px = Math.ceil((box.right_em - box.left_em) * em_px);
  const height_px = Math.ceil((box.ascent_em + box.descent_em) * em_px);
  const context = contextOf(width_px, height_px);
  prepare(context, em_px, bold, rtl);
  context.fillStyle = color;
  context.fillText(marked_text, -box.left_em * em_px, box.ascent_em * em_px);
  return context;
}

/** Reduces a line drawn in black to a mask; null for a line with colours of its own, such as emoji. */
export function maskOf(context: CanvasRenderingContext2D): LineMask | null {
  const { width: width_px, height: height_px } = context.canvas;
  // Compares whole pixels, since most are empty; alpha is the highest byte (little-endian).
  const pixels = new Uint32Array(context.getImageData(0, 0, width_px, height_px).data.buffer);
  const row_bytes = Math.ceil(width_px / 8);
  const bits = new Uint8Array(row_bytes * height_px);
  for (let at = 0; at < pixels.length; at += 1) {
    const pixel = pixels[at] ?? 0;
    if (pixel >>> 24 < OPAQUE) continue;
    if (Math.max(pixel & 0xff, (pixel >> 8) & 0xff, (pixel >> 16) & 0xff) > COLOURED) return null;
    const x = at % width_px;
    const byte = ((at - x) / width_px) * row_bytes + (x >> 3);
    bits[byte] = (bits[byte] ?? 0) | (0x80 >> (x & 7));
  }
  return { width_px, height_px, bits };
}

/** Frees the memory of a canvas: older versions of iOS limit the total, including unused canvases. */
export function release({ canvas }: CanvasRenderingContext2D): void {
  canvas.width = 0;
  canvas.height = 0;
}

function prepare(context: CanvasRenderingContext2D, em_px: number, bold: boolean, rtl: boolean): void {
  context.font = fontOf(em_px, bold);
  context.direction = rtl ? 'rtl' : 'ltr';
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
}

function contextOf(width_px: number, height_px: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width_px;
  canvas.height = height_px;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no canvas');
  return context;
}
