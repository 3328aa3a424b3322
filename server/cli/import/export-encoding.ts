import { ENCODINGS, type Encoding } from '../../../contract/rules/encodings/encodings.ts';
import {
  type FoundEncoding,
  findEncoding,
  NotText,
} from '../../../contract/rules/encodings/find-encoding.ts';
import { TerminalError } from '../terminal/ending.ts';
import type { ExportFile } from './export-file.ts';

const NAMES = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little-endian',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1256': 'Arabic, Windows',
  'iso-8859-6': 'Arabic, ISO',
  'windows-1252': 'Western European, Windows',
  'windows-1250': 'Central European, Windows',
  'windows-1251': 'Cyrillic, Windows',
  'windows-1253': 'Greek, Windows',
  'windows-1254': 'Turkish, Windows',
  macintosh: 'Western European, Mac',
} satisfies Record<Encoding, string>;

export const ENCODING_HELP = `Encodings: ${ENCODINGS.map((name) => `${name} (${NAMES[name]})`).join(', ')}.`;

export type ExportEncoding = {
  name: Encoding;
  by: FoundEncoding['by'] | 'chosen';
  notice: string | null;
};

/** Detects the encoding of an export, unless it is chosen. Throws TerminalError if the file is not text. */
export async function exportEncoding(
  file: ExportFile,
  chosen: Encoding | undefined,
): Promise<ExportEncoding> {
  if (await isZip(file))
    throw new TerminalError(
      'This is an Excel file or an archive, not a CSV file. Export the orders as CSV.',
      2,
    );
  if (chosen) return { name: chosen, by: 'chosen', notice: null };
  try {
    const { name, by } = await findEncoding({
      read: file.read,
      decoder: (encoding, options) => new TextDecoder(encoding, options),
    });
    if (by === 'broken')
      return {
        name,
        by,
        notice: 'The file is UTF-8 with some invalid bytes. Cells with an invalid byte are not imported.',
      };
    return {
      name,
      by,
      notice:
        name === 'utf-8' ? null : `Encoding: ${name} (${NAMES[name]})${by === 'guessed' ? GUESSED : ''}`,
    };
  } catch (error) {
    if (!(error instanceof NotText)) throw error;
    throw new TerminalError('This is not a text file. Export the orders as CSV.', 2);
  }
}

const GUESSED =
  ', guessed from the text. If names are wrong, import the file again with --encoding and --update.';

async function isZip({ read }: ExportFile): Promise<boolean> {
  const head: number[] = [];
  for await (const chunk of read()) {
    head.push(...chunk.subarray(0, 4));
    if (head.length >= 4) break;
  }
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}
