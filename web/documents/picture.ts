import type { Paper } from './paper.ts';

/** A picture as the browser shows it, upright, on a white background. */
export type Picture = { canvas: HTMLCanvasElement; width_px: number; height_px: number };

/** Reads a picture for printing; null if this browser cannot read it. */
export async function readPicture(blob: Blob): Promise<Picture | null> {
  const address = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth: width_px, naturalHeight: height_px } = image;
    const canvas = document.createElement('canvas');
    canvas.width = width_px;
    canvas.height = height_px;
    const context = canvas.getContext('2d');
    if (!context) return null;
    // On white, without transparency, the file holds one picture instead of a picture and a mask.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width_px, height_px);
    context.drawImage(image, 0, 0);
    return { canvas, width_px, height_px };
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * Returns the largest size that fits into a box, at most `max_mm_per_px`, so that small pictures are not
 * enlarged too much.
 */
export function fitInto(
  { width_px, height_px }: Picture,
  box: { width_mm: number; height_mm: number },
  max_mm_per_px: number,
): { width_mm: number; height_mm: number } {
  const mm_per_px = Math.min(box.width_mm / width_px, box.height_mm / height_px, max_mm_per_px);
  return { width_mm: width_px * mm_per_px, height_mm: height_px * mm_per_px };
}

const JPEG_QUALITY = 0.85;

/** Draws a picture at a position, as a photo (JPEG) or as ink (PNG). Throws if it cannot be added. */
export function drawPicture(
  paper: Paper,
  { canvas }: Picture,
  kind: 'photo' | 'ink',
  place: { left_mm: number; top_mm: number; width_mm: number; height_mm: number },
): void {
  const data =
    kind === 'photo' ? canvas.toDataURL('image/jpeg', JPEG_QUALITY) : canvas.toDataURL('image/png');
  const format = kind === 'photo' ? 'JPEG' : 'PNG';
  const { left_mm, top_mm, width_mm, height_mm } = place;
  paper.pdf.addImage(data, format, left_mm, top_mm, width_mm, height_mm, undefined, 'FAST');
}
