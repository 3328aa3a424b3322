import { MAX_PHOTO_BYTES, MAX_SIDE_PX, PhotoUnreadable, type ShrunkPhoto } from './photo-limits.ts';

/** A canvas of the page or of a worker. */
export type Surface = {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  encode(quality: number): Promise<Blob>;
};
export type MakeSurface = (width: number, height: number) => Surface;

const QUALITIES = [0.85, 0.75, 0.65, 0.5];
const SMALLER = 0.8;

/**
 * Draws an upright picture of `width` by `height` px within the limits of a photo: lowers the quality first,
 * then the size. Only pixels pass through the canvas, so location, time and device in the metadata are
 * dropped. Throws PhotoUnreadable when the canvas stays blank, as it does on old iOS when memory is low.
 */
export async function fitPhoto(
  picture: CanvasImageSource,
  width: number,
  height: number,
  makeSurface: MakeSurface,
): Promise<ShrunkPhoto> {
  if (width < 1 || height < 1) throw new PhotoUnreadable('not_a_picture');
  for (let scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height)); ; scale *= SMALLER) {
    const size = {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    };
    const surface = makeSurface(size.width, size.height);
    draw(surface.context, picture, size.width, size.height);
    if (isBlank(surface.context, size.width, size.height)) throw new PhotoUnreadable('blank');
    for (const quality of QUALITIES) {
      const blob = await surface.encode(quality);
      if (blob.type !== 'image/jpeg')
        throw new Error(`The browser wrote ${blob.type || 'nothing'} for a JPEG`);
      if (blob.size <= MAX_PHOTO_BYTES) return { blob, ...size };
    }
  }
}

function draw(context: Surface['context'], picture: CanvasImageSource, width: number, height: number): void {
  // JPEG has no transparency: transparent pixels become white instead of black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
}

const ROWS_SAMPLED = 16;
const NEARLY = 3;

function isBlank(context: Surface['context'], width: number, height: number): boolean {
  let [darkest, lightest] = [255, 0];
  for (let row = 0; row < ROWS_SAMPLED; row += 1) {
    const y = Math.floor(((row + 0.5) * height) / ROWS_SAMPLED);
    const { data } = context.getImageData(0, y, width, 1);
    data.forEach((value, index) => {
      if (index % 4 === 3) return;
      darkest = Math.min(darkest, value);
      lightest = Math.max(lightest, value);
    });
  }
  return lightest <= NEARLY || darkest >= 255 - NEARLY;
}
