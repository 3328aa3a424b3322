import { describe, expect, it, vi } from 'vitest';
import { PhotoUnreadable } from '../photo/photo-limits.ts';
import { MAX_IMAGE_BYTES, prepareImage } from './prepare-image.ts';

async function picture(type: string, width = 400, height = 300): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#0b5f5a';
    context.fillRect(width / 4, height / 4, width / 2, height / 2);
  }
  return canvas.convertToBlob({ type });
}

/** Returns a file of exactly `bytes` bytes: a picture with padding, which decoders ignore. */
async function pictureOf(bytes: number): Promise<File> {
  const blob = await picture('image/jpeg');
  const rest = new Uint8Array(bytes - blob.size);
  return new File([blob, rest], 'slip.jpg', { type: 'image/jpeg' });
}

const heif = (brand: string) =>
  new File([new Uint8Array([0, 0, 0, 24]), `ftyp${brand}`, new Uint8Array(200)], 'IMG_0001.HEIC');

describe('prepareImage', () => {
  it.each(['image/jpeg', 'image/png', 'image/webp'])(
    'converts %s to JPEG, regardless of the file name',
    async (type) => {
      const file = new File([await picture(type)], 'slip.txt', { type: 'text/plain' });
      const prepared = await prepareImage(file);
      expect(prepared).toMatchObject({ ok: true, width: 400, height: 300 });
      expect(prepared.ok && prepared.blob.type).toBe('image/jpeg');
    },
  );

  it('shrinks a large picture', async () => {
    const prepared = await prepareImage(new File([await picture('image/jpeg', 4000, 3000)], 'slip.jpg'));
    expect(prepared).toMatchObject({ ok: true, width: 1600, height: 1200 });
  });

  it.each([
    ['a text file renamed to .jpg', 'Deposit of AED 500.00'],
    ['an empty file', ''],
    ['a GIF', 'GIF89a and more'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a PDF', '%PDF-1.7'],
    ['a video in the same container as HEIC', '\0\0\0\u0018ftypisom'],
    ['a WAV in the same container as WebP', 'RIFF\0\0\0\0WAVE'],
  ])('rejects %s', async (_, content) => {
    const file = new File([content], 'slip.jpg', { type: 'image/jpeg' });
    expect(await prepareImage(file)).toEqual({
      ok: false,
      reason: 'not_an_image',
      title: 'Invalid file type',
      description: 'Please upload an image file',
    });
  });

  it('accepts a file of exactly 5 MB and rejects one byte more before shrinking it', async () => {
    expect(await prepareImage(await pictureOf(MAX_IMAGE_BYTES))).toMatchObject({ ok: true });
    const shrink = vi.fn();
    expect(await prepareImage(await pictureOf(MAX_IMAGE_BYTES + 1), shrink)).toEqual({
      ok: false,
      reason: 'too_large',
      title: 'File too large',
      description: 'Please upload an image smaller than 5MB',
    });
    expect(shrink).not.toHaveBeenCalled();
  });

  it.each(['heic', 'mif1', 'avif'])(
    'passes %s to the browser and reports that it cannot be read',
    async (brand) => {
      const shrunk = { blob: await picture('image/jpeg'), width: 400, height: 300 };
      expect(await prepareImage(heif(brand), async () => shrunk)).toEqual({ ok: true, ...shrunk });
      const refusal = await prepareImage(heif(brand));
      expect(refusal).toMatchObject({ ok: false, reason: 'unreadable', title: 'Image cannot be read' });
      expect(refusal.ok || refusal.description).toContain('cannot read HEIC');
    },
  );

  it('rejects a truncated picture, a blank one and one that fails to decode', async () => {
    const half = new File([(await picture('image/png')).slice(0, 40)], 'slip.png');
    const blank = async () => Promise.reject(new PhotoUnreadable('blank'));
    const broken = async () => Promise.reject(new Error('No canvas'));
    const whole = new File([await picture('image/png')], 'slip.png');
    const refusals = [
      await prepareImage(half),
      await prepareImage(whole, blank),
      await prepareImage(whole, broken),
    ];
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        ok: false,
        reason: 'unreadable',
        description: expect.stringContaining('damaged or came out blank'),
      });
    }
  });

  it('reports a file that was deleted after it was chosen as unreadable', async () => {
    const gone = new File([], 'slip.jpg');
    vi.spyOn(gone, 'slice').mockReturnValue({
      arrayBuffer: () => Promise.reject(new DOMException('Gone', 'NotReadableError')),
    } as unknown as Blob);
    expect(await prepareImage(gone)).toMatchObject({ ok: false, reason: 'unreadable' });
  });
});
