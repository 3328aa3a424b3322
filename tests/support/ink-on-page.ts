import { drawPage } from './read-pdf.ts';

export type Rgb = readonly [red: number, green: number, blue: number];
export type Box = { left: number; top: number; right: number; bottom: number };

const PX_PER_MM = 3;

/** Returns the box in mm around all pixels of a page that `wanted` accepts; null if there are none. */
export async function boxOfPixels(
  blob: Blob,
  page: number,
  wanted: (rgb: Rgb, x_mm: number, y_mm: number) => boolean,
): Promise<Box | null> {
  const canvas = await drawPage(blob, page, PX_PER_MM);
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  const found: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let pixel = 0; pixel < canvas.width * canvas.height; pixel += 1) {
    const [x, y] = [(pixel % canvas.width) / PX_PER_MM, Math.floor(pixel / canvas.width) / PX_PER_MM];
    const rgb: Rgb = [data[pixel * 4] ?? 0, data[pixel * 4 + 1] ?? 0, data[pixel * 4 + 2] ?? 0];
    if (!wanted(rgb, x, y)) continue;
    found.left = Math.min(found.left, x);
    found.top = Math.min(found.top, y);
    found.right = Math.max(found.right, x);
    found.bottom = Math.max(found.bottom, y);
  }
  return found.right < found.left ? null : found;
}
