import { msg } from '@lingui/core/macro';
import { translateDescriptor } from '../../messages/i18n.ts';
import { PhotoUnreadable } from '../photo/photo-limits.ts';
import type { shrinkPhoto } from '../photo/shrink-photo.ts';

/** The largest accepted file, in bytes, before shrinking (ruling D7). */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const REFUSALS = {
  not_an_image: { title: msg`Invalid file type`, description: msg`Please upload an image file` },
  too_large: { title: msg`File too large`, description: msg`Please upload an image smaller than 5MB` },
  unreadable: {
    title: msg`Image cannot be read`,
    description: msg`The file is damaged or came out blank. Please choose another image.`,
  },
} as const;

const HEIC_UNREADABLE = msg`This browser cannot read HEIC photos. Please take a photo of the receipt, or upload it as JPEG or PNG.`;

/** Loads the shrinking code with the first picture. */
const shrinkWhenNeeded: typeof shrinkPhoto = async (...photo) =>
  (await import('../photo/shrink-photo.ts')).shrinkPhoto(...photo);

/**
 * Converts a chosen file to an upright JPEG of at most 1600 px and 400 KB. The type is detected from the
 * bytes, and the size is checked before shrinking. HEIC is accepted if the browser can decode it. Never
 * rejects.
 */
export async function prepareImage(file: File, shrink: typeof shrinkPhoto = shrinkWhenNeeded) {
  let type: Awaited<ReturnType<typeof imageTypeOf>>;
  try {
    type = await imageTypeOf(file);
  } catch {
    return refuse('unreadable'); // Moved or deleted since it was chosen.
  }
  if (!type) return refuse('not_an_image');
  if (file.size > MAX_IMAGE_BYTES) return refuse('too_large');
  try {
    return { ok: true as const, ...(await shrink(file)) };
  } catch (error) {
    const undecoded = error instanceof PhotoUnreadable && error.reason === 'not_a_picture';
    if (type === 'image/heic' && undecoded) {
      return { ...refuse('unreadable'), description: translateDescriptor(HEIC_UNREADABLE) };
    }
    return refuse('unreadable');
  }
}

/** Returns a refusal with the texts of its toast. */
function refuse(reason: keyof typeof REFUSALS) {
  const { title, description } = REFUSALS[reason];
  return {
    ok: false as const,
    reason,
    title: translateDescriptor(title),
    description: translateDescriptor(description),
  };
}

type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic';

/** The number of leading bytes needed to detect the type. */
const HEAD_BYTES = 32;

/** Brands of still pictures in the container that iPhones (HEIC) and newer phones (AVIF) write. */
const HEIF_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis'];

/**
 * Detects the image type from the first bytes; null for any other file. Rejects if the file is unreadable.
 */
async function imageTypeOf(file: Blob): Promise<ImageType | null> {
  const head = new TextDecoder('latin1').decode(await file.slice(0, HEAD_BYTES).arrayBuffer());
  // In this decoder 0x89 is "‰".
  if (head.startsWith('ÿØÿ')) return 'image/jpeg';
  if (head.startsWith('‰PNG\r\n\u001a\n')) return 'image/png';
  if (/^RIFF.{4}WEBP/s.test(head)) return 'image/webp';
  if (head.slice(4, 8) === 'ftyp' && HEIF_BRANDS.includes(head.slice(8, 12))) return 'image/heic';
  return null;
}
