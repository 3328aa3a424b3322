import { newId } from '../contract/rules/ids.ts';

/** Bytes in pieces. Many bodies share some of them, so that the client of a benchmark neither makes nor copies what it sends. */
export type Pieces = readonly Uint8Array[];

/** A file that a command names by the hash of its bytes. */
export type BroughtFile = { sha256: string; pieces: Pieces };

/** A command and its files as the body of one request, the command first. */
export function multipartOf(input: object, files: readonly BroughtFile[]): { type: string; body: Pieces } {
  const boundary = `bench-${newId()}`;
  const part = (name: string, pieces: Pieces, about = '') => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${about}\r\n\r\n`),
    ...pieces,
    Buffer.from('\r\n'),
  ];
  const brought = files.flatMap(({ sha256, pieces }) =>
    part(sha256, pieces, '; filename="blob"\r\ncontent-type: application/octet-stream'),
  );
  const command = part('command', [Buffer.from(JSON.stringify(input))]);
  const body = [...command, ...brought, Buffer.from(`--${boundary}--\r\n`)];
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

export function lengthOf(pieces: Pieces): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
