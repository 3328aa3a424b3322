import { analyse } from 'chardet';
import type { Encoding, MakeDecoder } from './encodings.ts';

/** The encodings by the detector's names. It reports ISO encodings, which the Windows encodings extend. */
const DETECTED: Readonly<Partial<Record<string, Encoding>>> = {
  'windows-1256': 'windows-1256',
  'ISO-8859-6': 'iso-8859-6',
  'windows-1252': 'windows-1252',
  'ISO-8859-1': 'windows-1252',
  'windows-1250': 'windows-1250',
  'ISO-8859-2': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1253': 'windows-1253',
  'ISO-8859-7': 'windows-1253',
  'windows-1254': 'windows-1254',
  'ISO-8859-9': 'windows-1254',
};
/** The minimum number of bytes above 7F for distinguishing scripts other than Latin. */
const FOREIGN_MIN = 6;
const LATIN: readonly Encoding[] = ['windows-1252', 'windows-1250', 'windows-1254'];

/**
 * Guesses the single-byte encoding of words with bytes above 7F: the detector's best guess for the script
 * that the bytes indicate, or the script's usual encoding if a few short names are not enough for the
 * detector.
 */
export function guessCodePage(words: Uint8Array, decoder: MakeDecoder): Encoding {
  const is_latin = looksLatin(words);
  // The detector mistakes one or two Arabic names for Greek or for the rarer Arabic encoding.
  if (!is_latin && foreignBytes(words) < FOREIGN_MIN) return 'windows-1256';
  const best = analyse(words)
    .flatMap(({ name, confidence }) => (confidence > 0 ? (DETECTED[name] ?? []) : []))
    .find(
      (encoding) =>
        LATIN.includes(encoding) === is_latin && isDefined(words, decoder(encoding, { fatal: true })),
    );
  return best ?? (is_latin ? 'windows-1252' : 'windows-1256');
}

function foreignBytes(words: Uint8Array): number {
  return words.reduce((count, byte) => (byte < 0x80 ? count : count + 1), 0);
}

/** In Latin scripts most letters are ASCII, so few bytes above 7F are adjacent. */
function looksLatin(words: Uint8Array): boolean {
  let foreign = 0;
  let adjacent = 0;
  for (const [at, byte] of words.entries()) {
    if (byte < 0x80) continue;
    foreign += 1;
    if ((words[at - 1] ?? 0) >= 0x80 || (words[at + 1] ?? 0) >= 0x80) adjacent += 1;
  }
  return adjacent * 2 < foreign;
}

/** True if all bytes are defined in the encoding; some encodings leave bytes undefined. */
function isDefined(words: Uint8Array, decoder: ReturnType<MakeDecoder>): boolean {
  try {
    decoder.decode(words);
    return true;
  } catch {
    return false;
  }
}
