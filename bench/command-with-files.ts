import { newId } from '../contract/rules/ids.ts';

/** A file that a command names by the hash of its bytes. */
export type BroughtFile = { sha256: string; bytes: Uint8Array };

/** A command and its files as the body of one request, the command first. */
export function multipartOf(
  input: object,
  files: readonly BroughtFile[],
): { type: string; body: Buffer<ArrayBuffer> } {
  const boundary = `bench-${newId()}`;
  const part = (name: string, bytes: string | Uint8Array, about = '') => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${about}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ];
  const brought = files.flatMap(({ sha256, bytes }) =>
    part(sha256, bytes, '; filename="blob"\r\ncontent-type: application/octet-stream'),
  );
  const pieces = [...part('command', JSON.stringify(input)), ...brought, Buffer.from(`--${boundary}--\r\n`)];
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(pieces) };
}
