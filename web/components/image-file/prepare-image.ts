import { PhotoUnreadable, type ShrunkPhoto } from '../photo/photo-limits.ts';
import type { shrinkPhoto } from '../photo/shrink-photo.ts';
import { imageTypeOf } from './image-type.ts';

/** Of the chosen file, this size included (ruling D7). */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

export type ImageRefusal = 'not_an_image' | 'too_large' | 'unreadable';

export type PreparedImage =
  | ({ ok: true } & ShrunkPhoto)
  /** With the words of the toast that says so. */
  | { ok: false; reason: ImageRefusal; title: string; description: string };

const REFUSALS = {
  not_an_image: { title: 'Invalid file type', description: 'Please upload an image file' },
  too_large: { title: 'File too large', description: 'Please upload an image smaller than 5MB' },
  unreadable: {
    title: 'Image cannot be read',
    description: 'The file is damaged or came out blank. Please choose another image.',
  },
} as const;

const HEIC_UNREADABLE =
  'This browser cannot read HEIC photos. Please take a photo of the receipt, or upload it as JPEG or PNG.';

/** What shrinks pictures is loaded with the first one. */
const shrinkWhenNeeded: typeof shrinkPhoto = async (...photo) =>
  (await import('../photo/shrink-photo.ts')).shrinkPhoto(...photo);

/**
 * Makes a chosen file an upright JPEG of at most 1600 px and 400 KB. Its bytes decide whether it is a picture; its size is
 * judged before it is made smaller. HEIC is read where the browser can. Never rejects.
 */
export async function prepareImage(
  file: File,
  shrink: typeof shrinkPhoto = shrinkWhenNeeded,
): Promise<PreparedImage> {
  let type: Awaited<ReturnType<typeof imageTypeOf>>;
  try {
    type = await imageTypeOf(file);
  } catch {
    return refuse('unreadable'); // Moved or taken away since it was chosen.
  }
  if (!type) return refuse('not_an_image');
  if (file.size > MAX_IMAGE_BYTES) return refuse('too_large');
  try {
    return { ok: true, ...(await shrink(file)) };
  } catch (error) {
    const undecoded = error instanceof PhotoUnreadable && error.reason === 'not_a_picture';
    if (type === 'image/heic' && undecoded) {
      return { ...refuse('unreadable'), description: HEIC_UNREADABLE };
    }
    return refuse('unreadable');
  }
}

function refuse(reason: ImageRefusal): Extract<PreparedImage, { ok: false }> {
  return { ok: false, reason, ...REFUSALS[reason] };
}
