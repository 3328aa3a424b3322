import imageCompression from 'browser-image-compression';
import libURL from 'browser-image-compression/dist/browser-image-compression.js?url';
import { MAX_PHOTO_BYTES, MAX_SIDE_PX } from '../../../web/components/photo/photo-limits.ts';
import { shrinkPhoto } from '../../../web/components/photo/shrink-photo.ts';

/** Implementations that shrink a photo for upload, by name. */
const WAYS: Record<string, (photo: File) => Promise<Blob>> = {
  ours: async (photo) => (await shrinkPhoto(photo)).blob,
  library: (photo) =>
    imageCompression(photo, {
      maxSizeMB: MAX_PHOTO_BYTES / 1024 / 1024,
      maxWidthOrHeight: MAX_SIDE_PX,
      fileType: 'image/jpeg',
      useWebWorker: true,
      libURL: new URL(libURL, location.href).href,
    }),
};

async function makePhoto(width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('the canvas has no 2d context');
  for (let at = 0; at < 6_000; at += 1) {
    pen.fillStyle = `hsl(${(at * 37) % 360} 60% ${30 + (at % 40)}%)`;
    pen.fillRect((at * 977) % width, (at * 661) % height, 160, 120);
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  return new File([blob], 'photo.jpg', { type: 'image/jpeg' });
}

let photo: File | undefined;

/** Shrinks the photo; the benchmark calls this. Returns the duration in ms and the bytes of the result. */
export async function ready(way: string): Promise<{ ms: number; bytes: number }> {
  photo ??= await makePhoto(4000, 3000);
  const begun = performance.now();
  const made = await WAYS[way]?.(photo);
  return { ms: performance.now() - begun, bytes: made?.size ?? 0 };
}

Object.assign(window, { ready });
