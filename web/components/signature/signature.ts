import { t } from '@lingui/core/macro';
import type { PointGroup } from 'signature_pad';

/**
 * Strokes on a sheet of this size, in CSS px; stored at their original size, whatever the pad's size on
 * screen.
 */
export type Strokes = { width_px: number; height_px: number; groups: PointGroup[] };

/** The content of a signature pad. The PNG is black on white, at most 60 KB. */
export type Signature =
  | { kind: 'drawn'; png: Blob; strokes: Strokes }
  | { kind: 'typed'; png: Blob; name: string };

/** Returns the mark of a signature that was typed instead of drawn. */
export function typedMark(): string {
  return t`signed by typed name`;
}

/** Thrown when the browser gave no picture of a signature. */
export class SignatureCaptureFailed extends Error {
  override readonly name = 'SignatureCaptureFailed';

  constructor() {
    super('Failed to capture signatures');
  }
}

/** Returns true for a stroke or a name with a letter; false for an empty pad or dots alone. */
export function isSigned(signature: Signature | null): signature is Signature {
  if (!signature) return false;
  if (signature.kind === 'typed') return /\p{L}/u.test(signature.name);
  return signature.strokes.groups.some(({ points }) => points.length > 1);
}

/** Returns the picture to store. Throws SignatureCaptureFailed if the browser could not create one. */
export function signaturePng(signature: Signature): Blob {
  if (signature.png.size === 0) throw new SignatureCaptureFailed();
  return signature.png;
}

/** Returns a signature in the form that commands expect. Throws SignatureCaptureFailed. */
export function pictureOf(signature: Signature, signer: string) {
  return { png: signaturePng(signature), typed: signature.kind === 'typed', signer };
}
