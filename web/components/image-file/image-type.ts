export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic';

/** So many bytes decide. */
const HEAD_BYTES = 32;

/** Brands of still pictures in the container that iPhones (HEIC) and newer phones (AVIF) write. */
const HEIF_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis'];

/**
 * What a file is by its first bytes, whatever it is named or says it is; null for anything but a JPEG, PNG, WebP or HEIC
 * picture. Rejects when the file cannot be read any more.
 */
export async function imageTypeOf(file: Blob): Promise<ImageType | null> {
  const head = new TextDecoder('latin1').decode(await file.slice(0, HEAD_BYTES).arrayBuffer());
  // In this decoder 0x89 is "‰".
  if (head.startsWith('ÿØÿ')) return 'image/jpeg';
  if (head.startsWith('‰PNG\r\n\u001a\n')) return 'image/png';
  if (/^RIFF.{4}WEBP/s.test(head)) return 'image/webp';
  if (head.slice(4, 8) === 'ftyp' && HEIF_BRANDS.includes(head.slice(8, 12))) return 'image/heic';
  return null;
}
