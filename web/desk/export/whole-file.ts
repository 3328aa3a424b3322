import { type ExportFormat, TOTAL } from '../../../contract/rules/exports.ts';

const QUOTE = 0x22;
const LINE_END = 0x0a;
/** The end of a zip file's directory, which is its last part, and nothing of ours stands behind it. */
const ZIP_END = [0x50, 0x4b, 0x05, 0x06];
const ZIP_END_BYTES = 22;

/** Looks at a file as its bytes come: how many rows it has by now, and at its end whether it is whole. */
export type Watch = { see(bytes: Uint8Array): void; rows(): number | null; isWhole(rows: number): boolean };

export function watchFile(format: ExportFormat): Watch {
  return format === 'csv' ? watchCsv() : watchZip();
}

/** Titles, the rows, and what they come to in the last line: a file that breaks off between two lines lacks that one. */
function watchCsv(): Watch {
  const first_of_total = new TextEncoder().encode(TOTAL);
  let lines = 0;
  let quoted = false;
  /** The first bytes of the line that is not over, and of the one before. */
  let line: number[] = [];
  let last: readonly number[] = [];
  return {
    see(bytes) {
      for (const byte of bytes) {
        if (byte === QUOTE) quoted = !quoted;
        if (byte === LINE_END && !quoted) {
          lines += 1;
          last = line;
          line = [];
        } else if (line.length < first_of_total.length) line.push(byte);
      }
    },
    rows: () => Math.max(0, lines - 1),
    isWhole: (rows) =>
      lines === rows + 2 && line.length === 0 && first_of_total.every((byte, at) => last[at] === byte),
  };
}

function watchZip(): Watch {
  let tail = new Uint8Array();
  return {
    see(bytes) {
      const joined = new Uint8Array(tail.length + bytes.length);
      joined.set(tail);
      joined.set(bytes, tail.length);
      tail = joined.slice(-ZIP_END_BYTES);
    },
    rows: () => null,
    isWhole: () => tail.length === ZIP_END_BYTES && ZIP_END.every((byte, at) => tail[at] === byte),
  };
}
