import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_PHOTO_BYTES, MAX_SIDE_PX, PhotoUnreadable } from './photo-limits.ts';
import { shrinkPhoto } from './shrink-photo.ts';

afterEach(() => vi.unstubAllGlobals());

type Paint = (context: OffscreenCanvasRenderingContext2D, width: number, height: number) => void;

async function picture(width: number, height: number, paint: Paint, type = 'image/jpeg'): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context) paint(context, width, height);
  return canvas.convertToBlob({ type, quality: 0.92 });
}

/** Every pixel differs from its neighbours: the worst case for compression. */
const noise: Paint = (context, width, height) => {
  const pixels = context.createImageData(width, height);
  const words = new Uint32Array(pixels.data.buffer);
  let state = 12_345;
  for (let index = 0; index < words.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words[index] = (state ^ (state >>> 11)) | 0xff000000;
  }
  context.putImageData(pixels, 0, 0);
};

let twelve_megapixels: Promise<Blob> | undefined;
/** Created once, because creating it takes longer than shrinking it. */
const noisy = () => (twelve_megapixels ??= picture(4000, 3000, noise));

/** Paints the left half red and the right half blue. */
const redAndBlue: Paint = (context, width, height) => {
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = '#0000ff';
  context.fillRect(width / 2, 0, width / 2, height);
};

async function colorAt(blob: Blob, across: number, down: number): Promise<[number, number, number]> {
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const data = context?.getImageData(bitmap.width * across, bitmap.height * down, 1, 1).data;
  return [data?.[0] ?? -1, data?.[1] ?? -1, data?.[2] ?? -1];
}

const RED = (rgb: number[]) => (rgb[0] ?? 0) > 200 && (rgb[2] ?? 255) < 60;
const BLUE = (rgb: number[]) => (rgb[2] ?? 0) > 200 && (rgb[0] ?? 255) < 60;

const latin1 = async (blob: Blob) => new TextDecoder('latin1').decode(await blob.arrayBuffer());

/**
 * Inserts an EXIF block after a JPEG's first marker: orientation 6 (rotate right) and a location in Dubai.
 */
async function withExif(jpeg: Blob): Promise<Blob> {
  const entries = (list: [tag: number, type: number, count: number, value: number[]][]) => [
    0,
    list.length,
    ...list.flatMap(([tag, type, count, value]) => [
      tag >> 8,
      tag & 255,
      0,
      type,
      0,
      0,
      0,
      count,
      ...value,
      ...new Array<number>(4 - value.length).fill(0),
    ]),
    0,
    0,
    0,
    0,
  ];
  const gpsAt = 8 + 2 + 2 * 12 + 4;
  const first = entries([
    [0x0112, 3, 1, [0, 6]],
    [0x8825, 4, 1, [0, 0, 0, gpsAt]],
  ]);
  const degreesAt = gpsAt + 2 + 2 * 12 + 4;
  const gps = entries([
    [0x0001, 2, 2, [0x4e, 0]],
    [0x0002, 5, 3, [0, 0, 0, degreesAt]],
  ]);
  const degrees = [25, 11, 49].flatMap((value) => [0, 0, 0, value, 0, 0, 0, 1]);
  const marker = Array.from('GPS-25.197N', (character) => character.charCodeAt(0));
  const body = [
    0x45,
    0x78,
    0x69,
    0x66,
    0,
    0,
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    ...first,
    ...gps,
    ...degrees,
    ...marker,
  ];
  const app1 = [0xff, 0xe1, (body.length + 2) >> 8, (body.length + 2) & 255, ...body];
  return new Blob([jpeg.slice(0, 2), new Uint8Array(app1), jpeg.slice(2)], { type: 'image/jpeg' });
}

describe.each(['worker', 'page'])('shrinkPhoto in the %s', (where) => {
  const shrink = (file: Blob) => {
    if (where === 'page') vi.stubGlobal('Worker', undefined);
    // Without an image element on the page, only the worker can shrink the photo.
    else vi.stubGlobal('Image', undefined);
    return shrinkPhoto(file);
  };

  it('shrinks 12 megapixels of noise below both limits', async () => {
    const file = await noisy();
    expect(file.size).toBeGreaterThan(4 * MAX_PHOTO_BYTES);
    const { blob, width, height } = await shrink(file);
    expect(blob.type).toBe('image/jpeg');
    expect(blob.size).toBeLessThanOrEqual(MAX_PHOTO_BYTES);
    expect(Math.max(width, height)).toBeLessThanOrEqual(MAX_SIDE_PX);
    expect(Math.max(width, height)).toBeGreaterThan(400);
    expect(width / height).toBeCloseTo(4 / 3, 2);
    const bitmap = await createImageBitmap(blob);
    expect([bitmap.width, bitmap.height]).toEqual([width, height]);
  });

  it('shrinks an ordinary photo to exactly 1600 px and does not enlarge a small one', async () => {
    const large = await shrink(await picture(3000, 4000, redAndBlue));
    expect([large.width, large.height]).toEqual([1200, 1600]);
    const small = await shrink(await picture(300, 200, redAndBlue));
    expect([small.width, small.height]).toEqual([300, 200]);
  });

  it('rotates the picture upright and drops its location', async () => {
    const file = await withExif(await picture(1200, 800, redAndBlue));
    expect(await latin1(file)).toContain('GPS-25.197N');
    const { blob, width, height } = await shrink(file);
    expect([width, height]).toEqual([800, 1200]);
    expect(await colorAt(blob, 0.5, 0.1)).toSatisfy(RED);
    expect(await colorAt(blob, 0.5, 0.9)).toSatisfy(BLUE);
    const bytes = await latin1(blob);
    expect(bytes).not.toContain('Exif');
    expect(bytes).not.toContain('GPS');
    expect(bytes.slice(0, 2)).toBe('\u00ff\u00d8');
  });

  it('renders a transparent picture on white', async () => {
    const dot: Paint = (context, width, height) => {
      context.fillStyle = '#ff0000';
      context.fillRect(0, 0, width / 2, height);
    };
    const { blob } = await shrink(await picture(400, 400, dot, 'image/png'));
    expect(blob.type).toBe('image/jpeg');
    expect(await colorAt(blob, 0.25, 0.5)).toSatisfy(RED);
    expect(Math.min(...(await colorAt(blob, 0.9, 0.5)))).toBeGreaterThan(250);
  });
});

describe('shrinkPhoto', () => {
  it.each([
    ['a text file named .jpg', new File(['Not a picture at all'], 'photo.jpg', { type: 'image/jpeg' })],
    ['an empty file', new File([], 'photo.jpg', { type: 'image/jpeg' })],
    ['half a header', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], { type: 'image/jpeg' })],
  ])('rejects %s', async (_, file) => {
    const refusal = await shrinkPhoto(file).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PhotoUnreadable);
    expect(refusal).toMatchObject({ reason: 'not_a_picture' });
  });

  it.each(['#000000', '#ffffff'])('rejects a picture that is entirely %s', async (color) => {
    const blank = await picture(800, 600, (context, width, height) => {
      context.fillStyle = color;
      context.fillRect(0, 0, width, height);
    });
    await expect(shrinkPhoto(blank)).rejects.toMatchObject({ name: 'PhotoUnreadable', reason: 'blank' });
  });

  it('accepts a dark picture that shows something', async () => {
    const night = await picture(800, 600, (context, width, height) => {
      context.fillRect(0, 0, width, height);
      context.fillStyle = '#3a3a20';
      context.fillRect(300, 200, 120, 160);
    });
    expect((await shrinkPhoto(night)).width).toBe(800);
  });

  it('falls back to the page when the worker fails or cannot start', async () => {
    const file = await picture(300, 200, redAndBlue);
    for (const outcome of ['responds', 'breaks', 'throws']) {
      class BadWorker {
        onmessage: ((event: { data: unknown }) => void) | null = null;
        onerror: (() => void) | null = null;
        constructor() {
          if (outcome === 'throws') throw new Error('Refused by policy');
        }
        postMessage(): void {
          queueMicrotask(() =>
            outcome === 'responds'
              ? this.onmessage?.({ data: { ok: false, why: 'blank' } })
              : this.onerror?.(),
          );
        }
        terminate(): void {}
      }
      vi.stubGlobal('Worker', BadWorker);
      expect((await shrinkPhoto(file)).width).toBe(300);
    }
  });
});
