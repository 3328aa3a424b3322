import type { CommandStage } from '../../contract/rules/problems.ts';
import type { Bucket, FileType } from '../../contract/rules/storage-paths.ts';
import type { EntryFile } from '../offline/outbox-entry.ts';
import { sha256Hex } from '../offline/sha256.ts';

/** A file of a command, with its bytes and their hash. */
export type CommandFile = Omit<EntryFile, 'sent'> & { bytes: ArrayBuffer };

/** The image of a signature, a flag for a typed one, and the name below it. */
export type SignedPicture = { png: Blob; typed: boolean; signer: string };

/** Reads and hashes a file. Its type is the declared one, not the blob's. */
export async function commandFile(
  blob: Blob,
  as: { bucket: Bucket; path: string; type: FileType; stage: CommandStage },
): Promise<CommandFile> {
  const bytes = await blob.arrayBuffer();
  return { ...as, bytes, sha256: await sha256Hex(bytes) };
}

export function signatureFile({ png }: SignedPicture, bucket: Bucket, path: string): Promise<CommandFile> {
  return commandFile(png, { bucket, path, type: 'image/png', stage: 'signatures' });
}

/** Returns the reference by which a command's body names one of its files. */
export function pinOf({ path, sha256 }: CommandFile) {
  return { path, sha256 };
}

export function signedBy({ typed, signer }: SignedPicture, file: CommandFile) {
  return { ...pinOf(file), typed, signer };
}

/** Reads a signature that a command names back from the device. */
export async function recallSignature(
  { path, typed, signer }: { path: string; typed: boolean; signer: string },
  read: (path: string) => Promise<Blob>,
): Promise<SignedPicture> {
  return { png: await read(path), typed, signer };
}
