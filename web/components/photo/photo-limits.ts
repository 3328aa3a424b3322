/** A photo as it is stored and sent: a JPEG without metadata, at most 1600 px on its long side and 400 KB. */
export type ShrunkPhoto = { blob: Blob; width: number; height: number };

export const MAX_SIDE_PX = 1600;
export const MAX_PHOTO_BYTES = 400 * 1024;

/**
 * Thrown when a file cannot become a photo: the browser cannot decode it, or it is all black or all white.
 */
export class PhotoUnreadable extends Error {
  override readonly name = 'PhotoUnreadable';
  readonly reason: 'not_a_picture' | 'blank';

  constructor(reason: 'not_a_picture' | 'blank') {
    super(reason === 'blank' ? 'The picture came out blank' : 'Not a picture this browser can read');
    this.reason = reason;
  }
}
