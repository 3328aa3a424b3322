import { beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTS_IN_SCRIPTS } from '../../tests/support/documents-in-scripts.ts';
import { drawnByBrowser, lettersWithoutFont } from '../../tests/support/drawn-by-browser.ts';
import { likeness } from '../../tests/support/likeness.ts';
import { faultsOf } from '../../tests/support/page-faults.ts';
import { drawPage, type Piece, readPdf } from '../../tests/support/read-pdf.ts';
import { inkPng } from '../../tests/support/sample-pictures.ts';
import { TEN_SCRIPTS } from '../../tests/support/ten-scripts.ts';

const PX_PER_MM = 8;
/** Rasterizers differ by a few hundredths; different texts have a likeness below one half. */
const SAME = 0.9;
const KB = 1024;

let ink: Blob;
beforeAll(async () => {
  ink = await inkPng();
});

/** Draws the part of a page that contains a piece of text. */
function pictureOf(blob: Blob, { page, left, right, baseline, size }: Piece): Promise<OffscreenCanvas> {
  const box = { left: left - 0.5, top: baseline - size * 1.1, width: right - left + 1, height: size * 1.55 };
  return drawPage(blob, page, PX_PER_MM, box);
}

/** Removes line breaks and spaces, as copied text may lack them. */
const joined = (text: string) => text.replace(/\s+/g, '');

it.each(TEN_SCRIPTS)('the browser has fonts for $script', ({ name, other_name, sentence, product }) => {
  expect(lettersWithoutFont(`${name} ${other_name} ${sentence} ${product}`)).toEqual([]);
});

it('detects a character without a font', () => {
  expect(lettersWithoutFont('a\u{323af}b')).toEqual(['\u{323af}']);
});

describe.each(DOCUMENTS_IN_SCRIPTS)('$document', ({ make, texts }) => {
  it.each(TEN_SCRIPTS)('is readable and searchable in $script', async (script) => {
    const blob = await make(script, ink);
    expect(blob.size).toBeLessThan(80 * KB);
    const pdf = await readPdf(blob);
    expect(faultsOf(pdf)).toEqual([]);
    expect(pdf.text).not.toMatch(/[?\ufffd]/);
    for (const text of texts(script)) expect(joined(pdf.text)).toContain(joined(text));

    const pieces = pdf.pieces.filter(({ text }) => text === script.name);
    const reference = drawnByBrowser(script.name, 40);
    const other = drawnByBrowser(script.other_name, 40);
    expect(pieces.length).toBeGreaterThan(0);
    for (const piece of pieces.slice(0, 1)) {
      const drawn = await pictureOf(blob, piece);
      expect(likeness(drawn, reference)).toBeGreaterThan(SAME);
      expect(likeness(drawn, other)).toBeLessThan(SAME);
    }
  });
});
