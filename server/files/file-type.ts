import type { FileType } from '../../contract/rules/storage-paths.ts';

/** How a file of each type begins, in hexadecimal. */
const BEGINNINGS: readonly [FileType, RegExp][] = [
  ['image/jpeg', /^ffd8ff/],
  ['image/png', /^89504e470d0a1a0a/],
  ['image/webp', /^52494646.{8}57454250/],
  ['application/pdf', /^255044462d/],
];

/** The type the bytes say, whatever the name or header says (ruling D2); null for anything not accepted. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  return BEGINNINGS.find(([, matches]) => matches.test(beginning))?.[0] ?? null;
}
