/** The encodings that a user can choose, named as in `TextDecoder` and `--encoding`. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1256',
  'iso-8859-6',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'macintosh',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The platform's decoder: the contract's code runs in browsers and in Node. */
export type StreamDecoder = { decode(bytes?: Uint8Array, options?: { stream?: boolean }): string };

/** Creates a decoder. For invalid bytes, a fatal one throws TypeError, another one returns U+FFFD. */
export type MakeDecoder = (encoding: Encoding, options: { fatal: boolean }) => StreamDecoder;
