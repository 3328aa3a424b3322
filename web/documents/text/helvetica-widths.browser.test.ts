import { expect, it } from 'vitest';
import { readPdf } from '../../../tests/support/read-pdf.ts';
import { openPaper } from '../paper.ts';

/**
 * Windows-1252 without spaces, which PDF readers do not report, and without the soft hyphen, which is never
 * drawn.
 */
const DRAWN = /[\x21-\x7e\xa1-\xac\xae-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;
const CHARACTERS = Array.from({ length: 0x2200 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => DRAWN.test(character),
);
const TIMES = 20;

it.each([false, true])('every character is as wide as a PDF reader reports (bold: %s)', async (bold) => {
  const { block, draw, toBlob } = await openPaper('Widths');
  const style = { size_pt: 2, bold };
  const blocks = CHARACTERS.map((character) => block(character.repeat(TIMES), style));
  for (const [index, line] of blocks.entries()) draw(line, 20, 1 + index * 1.3);
  const { pieces } = await readPdf(toBlob());
  const read_mm = pieces.map(({ left, right }) => right - left);
  const different = CHARACTERS.filter(
    (_, index) => Math.abs((blocks[index]?.lines[0]?.width_mm ?? 0) - (read_mm[index] ?? 0)) > 0.01,
  );
  expect([pieces.length, different]).toEqual([CHARACTERS.length, []]);
});
