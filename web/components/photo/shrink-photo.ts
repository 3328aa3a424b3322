import { thisTab } from '../../environment/this-tab.ts';
import { fitPhoto } from './fit-photo.ts';
import { PhotoUnreadable, type ShrunkPhoto } from './photo-limits.ts';
import type { ShrinkResult } from './shrink-worker.ts';

const WORKER_PATIENCE_MS = 30_000;

/**
 * Converts a chosen file to a photo of at most 1600 px and 400 KB, upright and without metadata. A worker
 * does this to keep the page responsive; if that fails, a canvas of the page does. The result is never the
 * file itself. Throws PhotoUnreadable for a file that is not a picture and for a picture that is all black or
 * all white.
 */
export async function shrinkPhoto(file: Blob): Promise<ShrunkPhoto> {
  return (await shrinkInWorker(file)) ?? (await shrinkOnPage(file));
}

/** Returns null if there is no worker or it failed. */
async function shrinkInWorker(file: Blob): Promise<ShrunkPhoto | null> {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return null;
  let worker: Worker;
  try {
    worker = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null; // Forbidden by a policy or an old browser: shrink on the page.
  }
  const photo = await new Promise<ShrunkPhoto | null>((resolve) => {
    const cancelTimeout = thisTab.timer.after(WORKER_PATIENCE_MS, () => resolve(null));
    const settle = (result: ShrunkPhoto | null) => {
      cancelTimeout();
      resolve(result);
    };
    worker.onmessage = ({ data }: MessageEvent<ShrinkResult>) => settle(data.ok ? data.photo : null);
    worker.onerror = () => settle(null);
    worker.postMessage(file);
  });
  worker.terminate();
  return photo;
}

async function shrinkOnPage(file: Blob): Promise<ShrunkPhoto> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode().catch(() => {
      throw new PhotoUnreadable('not_a_picture');
    });
    // An image element needs no rotation: browsers apply the camera's orientation.
    return await fitPhoto(picture, picture.naturalWidth, picture.naturalHeight, pageCanvas);
  } finally {
    URL.revokeObjectURL(address);
  }
}

function pageCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas in the page');
  const encode = (quality: number) =>
    new Promise<Blob>((resolve, reject) => {
      const done = (blob: Blob | null) =>
        blob ? resolve(blob) : reject(new Error('The canvas gave no picture'));
      canvas.toBlob(done, 'image/jpeg', quality);
    });
  return { context, encode };
}
