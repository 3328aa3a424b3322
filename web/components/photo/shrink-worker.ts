import { fitPhoto } from './fit-photo.ts';
import type { ShrunkPhoto } from './photo-limits.ts';

/** The worker's result; on any failure the page shrinks the photo itself. */
export type ShrinkResult = { ok: true; photo: ShrunkPhoto } | { ok: false; why: string };

self.addEventListener('message', (event: MessageEvent<Blob>) => {
  void shrink(event.data).then((result) => self.postMessage(result));
});

async function shrink(file: Blob): Promise<ShrinkResult> {
  try {
    // Rotated by the camera's orientation before it is measured.
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    try {
      return { ok: true, photo: await fitPhoto(bitmap, bitmap.width, bitmap.height, offscreen) };
    } finally {
      bitmap.close();
    }
  } catch (error) {
    return { ok: false, why: String(error) };
  }
}

function offscreen(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas in the worker');
  return { context, encode: (quality: number) => canvas.convertToBlob({ type: 'image/jpeg', quality }) };
}
