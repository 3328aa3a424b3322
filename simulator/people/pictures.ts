/** The signatures of the file formats: the smallest content that is accepted as a picture. */
const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export function photo(of: string): Blob {
  return new Blob([Uint8Array.from(JPEG), of], { type: 'image/jpeg' });
}

export function signaturePicture(of: string): Blob {
  return new Blob([Uint8Array.from(PNG), of], { type: 'image/png' });
}

export function signed(name: string) {
  return { png: signaturePicture(name), typed: false, signer: name };
}
