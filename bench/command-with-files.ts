import { newId } from '../contract/rules/ids.ts';

/**
 * Bodies share chunks: copying bytes caused garbage collections in the client that delayed measured requests.
 */
export type Chunks = readonly Uint8Array[];

/** A file that a command names by the hash of its bytes. */
export type AttachedFile = { sha256: string; chunks: Chunks };

/** Builds a multipart body with a command and its files, the command first. */
export function multipartOf(input: object, files: readonly AttachedFile[]): { type: string; body: Chunks } {
  const boundary = `bench-${newId()}`;
  const part = (name: string, chunks: Chunks, about = '') => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${about}\r\n\r\n`),
    ...chunks,
    Buffer.from('\r\n'),
  ];
  const brought = files.flatMap(({ sha256, chunks }) =>
    part(sha256, chunks, '; filename="blob"\r\ncontent-type: application/octet-stream'),
  );
  const command = part('command', [Buffer.from(JSON.stringify(input))]);
  const body = [...command, ...brought, Buffer.from(`--${boundary}--\r\n`)];
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

/** Returns the sum in bytes. */
export function lengthOf(chunks: Chunks): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}
