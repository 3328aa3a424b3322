import { t } from '@lingui/core/macro';
import type { PointGroup } from 'signature_pad';

/** Ink on a sheet of paper of this size, in CSS px; whatever the pad's size on the screen, it is kept as it was drawn. */
export type Strokes = { width_px: number; height_px: number; groups: PointGroup[] };

/** What somebody put on a pad. The PNG is black on white, at most 60 KB. */
export type Signature =
  | { kind: 'drawn'; png: Blob; strokes: Strokes }
  | { kind: 'typed'; png: Blob; name: string };

/** How a signature is marked that was typed and not drawn (ruling F9). */
export function typedMark(): string {
  return t`signed by typed name`;
}

/** The browser gave no picture of a signature. */
export class SignatureCaptureFailed extends Error {
  override readonly name = 'SignatureCaptureFailed';

  constructor() {
    super('Failed to capture signatures');
  }
}

/** Whether this is somebody's signature: a stroke or a name with a letter. Nothing, or dots alone, is not. */
export function isSigned(signature: Signature | null): signature is Signature {
  if (!signature) return false;
  if (signature.kind === 'typed') return /\p{L}/u.test(signature.name);
  return signature.strokes.groups.some(({ points }) => points.length > 1);
}

/** The picture to store. Throws SignatureCaptureFailed when the browser could not make one. */
export function signaturePng(signature: Signature): Blob {
  if (signature.png.size === 0) throw new SignatureCaptureFailed();
  return signature.png;
}

/** As a command takes it: the picture, whether the name was typed, and the name under it. Throws SignatureCaptureFailed. */
export function pictureOf(signature: Signature, signer: string) {
  return { png: signaturePng(signature), typed: signature.kind === 'typed', signer };
}
