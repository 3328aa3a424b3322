import type { FileType } from '../../contract/rules/storage-paths.ts';

const SIGNATURES: { type: FileType; matches: (bytes: Uint8Array) => boolean }[] = [
  { type: 'image/jpeg', matches: (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]) },
  {
    type: 'image/png',
    matches: (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  },
  {
    type: 'image/webp',
    matches: (bytes) =>
      startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50]),
  },
  { type: 'application/pdf', matches: (bytes) => startsWith(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d]) },
];

function startsWith(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

/** The type the bytes say, whatever the name or header says (ruling D2); null for anything not accepted. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  return SIGNATURES.find(({ matches }) => matches(bytes))?.type ?? null;
}
