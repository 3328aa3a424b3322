import type { CashStage } from '../../contract/rules/problems.ts';
import type { Bucket, FileType } from '../../contract/rules/storage-paths.ts';
import type { EntryFile } from '../offline/outbox-entry.ts';
import { sha256Hex } from '../offline/sha256.ts';

/** A file of a command that is signed at a table, with its bytes and their hash. */
export type SignedFile = Omit<EntryFile, 'sent'> & { bytes: ArrayBuffer };

/** Reads and hashes a file; its type is the one that is declared, whatever the blob says. */
export async function signedFile(
  blob: Blob,
  as: { bucket: Bucket; path: string; type: FileType; stage: CashStage },
): Promise<SignedFile> {
  const bytes = await blob.arrayBuffer();
  return { ...as, bytes, sha256: await sha256Hex(bytes) };
}

/** How a command names one of its files. */
export function pinOf({ path, sha256 }: SignedFile): { path: string; sha256: string } {
  return { path, sha256 };
}
