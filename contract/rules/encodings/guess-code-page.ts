import { analyse } from 'chardet';
import type { Encoding, MakeDecoder } from './encodings.ts';

/** The detector names the ISO encodings that the ones of Windows extend. */
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
/** With fewer bytes above 7F a script other than Latin is not distinguished. */
const FOREIGN_MIN = 6;
const LATIN: readonly Encoding[] = ['windows-1252', 'windows-1250', 'windows-1254'];

/**
 * Guesses the single-byte encoding of words that have bytes above 7F: the detector's best one of the script
 * that the bytes show. A few short names give the detector nothing; then it is the usual one of the script.
 */
export function guessCodePage(words: Uint8Array, decoder: MakeDecoder): Encoding {
  const is_latin = looksLatin(words);
  // With one or two names, the detector mistakes Arabic for Greek or for the rarer Arabic encoding.
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

/** In Latin scripts most letters are ASCII, so few letters above 7F are next to each other. */
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

/** Some encodings leave bytes undefined: text with such a byte has another encoding. */
function isDefined(words: Uint8Array, decoder: ReturnType<MakeDecoder>): boolean {
  try {
    decoder.decode(words);
    return true;
  } catch {
    return false;
  }
}
