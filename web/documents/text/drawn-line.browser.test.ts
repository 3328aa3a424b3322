import { describe, expect, it } from 'vitest';
import { drawnByBrowser } from '../../../tests/support/drawn-by-browser.ts';
import { boxOfPixels } from '../../../tests/support/ink-on-page.ts';
import { likeness } from '../../../tests/support/likeness.ts';
import { drawPage, readPdf, searchableText } from '../../../tests/support/read-pdf.ts';
import { openPaper } from '../paper.ts';
import { maskOf } from './line-picture.ts';

const LINES: [text: string, direction: 'ltr' | 'rtl'][] = [
  ['شقة 304 (الطابق 3)', 'rtl'],
  ['خالد صالح سالم بالليل', 'rtl'],
  ['الكريم، شارع ٢٣، كلا؟', 'rtl'],
  ['برج Marina Gate 2 (B)، دبي', 'rtl'],
  ['Villa 14 (شارع الوصل 9), Dubai', 'ltr'],
  ['محمّد بن أحمد', 'rtl'],
  ['श्रीमती लक्ष्मी, flat 4', 'ltr'],
];
const SIZE_PT = 36;
const SAME = 0.93;

async function onPaper(text: string): Promise<Blob> {
  const paper = await openPaper('Line');
  paper.draw(paper.block(text, { size_pt: SIZE_PT }), 10, 40);
  return paper.toBlob();
}

const pictureOf = async (text: string) => drawPage(await onPaper(text), 1, 4);

describe('a line that the browser draws', () => {
  it.each(LINES)('%s looks as in the browser', async (text, direction) => {
    expect(likeness(await pictureOf(text), drawnByBrowser(text, 50, direction))).toBeGreaterThan(SAME);
  });

  it.each(LINES)('%s is searchable, in reading order', async (text) => {
    // A reader that joins runs may omit a space at a change of direction.
    const read = await searchableText(await onPaper(text));
    expect(read.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  });

  it('the comparison detects wrong characters, digits and brackets', async () => {
    const text = 'شقة 304 (الطابق)';
    const reference = drawnByBrowser(text, 50, 'rtl');
    expect(likeness(await pictureOf(text), reference)).toBeGreaterThan(SAME);
    for (const [wrong, broken] of Object.entries({
      'unjoined characters': [...text].join('\u200c'),
      'reversed characters': [...text].reverse().join(''),
      'reversed digits': text.replace(/\d+/g, (digits) => [...digits].reverse().join('')),
      'reversed brackets': text.replace(/[()]/g, (b) => (b === '(' ? ')' : '(')),
    })) {
      expect(likeness(await pictureOf(broken), reference), wrong).toBeLessThan(SAME);
    }
  });

  it('has the baseline, the size and the colour of the text next to it', async () => {
    const paper = await openPaper('Line');
    const style = { size_pt: 36 };
    // The same shapes in Latin and in Cyrillic.
    paper.draw(paper.block('HOP', style), 20, 40, '#0b5f5a');
    paper.draw(paper.block('НОР', style), 110, 40, '#0b5f5a');
    const blob = paper.toBlob();
    const green = ([red, g, blue]: readonly [number, number, number]) => red < 60 && g > 60 && blue < 140;
    const left = await boxOfPixels(blob, 1, (rgb, x) => green(rgb) && x < 100);
    const right = await boxOfPixels(blob, 1, (rgb, x) => green(rgb) && x > 100);
    for (const side of ['top', 'bottom'] as const)
      expect(Math.abs((left?.[side] ?? 0) - (right?.[side] ?? 99))).toBeLessThan(0.7);
  });

  it('has 600 pixels to the inch', async () => {
    const blob = await onPaper('НОР');
    const [piece] = (await readPdf(blob)).pieces;
    const width_px = Number(/\/ImageMask[^>]*\/Width (\d+)/.exec(await blob.text())?.[1]);
    const width_inches = ((piece?.right ?? 0) - (piece?.left ?? 0)) / 25.4;
    expect(width_px / width_inches).toBeGreaterThan(560);
    expect(width_px / width_inches).toBeLessThan(640);
  });

  it('makes lines higher for marks beyond a usual line', async () => {
    const { block } = await openPaper('Line');
    const style = { size_pt: 10 };
    const usual = block('Анна', style);
    expect(usual.line_mm).toBeCloseTo(block('Anna', style).line_mm, 5);
    expect(block(`А${'\u0301'.repeat(12)}нна`, style).line_mm).toBeGreaterThan(usual.line_mm);
  });
});

describe('maskOf', () => {
  it('rejects ink with colours of its own, such as emoji', () => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) throw new Error('No canvas');
    pen.fillRect(0, 0, 9, 2);
    expect(maskOf(pen)?.bits.slice(0, 3)).toEqual(new Uint8Array([0xff, 0x80, 0]));
    pen.fillStyle = '#c33';
    pen.fillRect(20, 0, 9, 2);
    expect(maskOf(pen)).toBeNull();
  });
});
