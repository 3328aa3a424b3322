import fontUrl from '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf?url';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawPage } from '../../tests/support/read-pdf.ts';
import { openPaper } from './paper.ts';
import { paragraphOf } from './visual-order.ts';

/** The browser shapes and orders Arabic itself: it is what our drawing is held against. */
const LINES = [
  'شقة 304 (الطابق 3)',
  'خالد صالح سالم بالليل',
  'الكريم، شارع ٢٣، كلا؟',
  'برج Marina Gate 2 (B)، دبي',
  'Villa 14 (شارع الوصل 9), Dubai',
  'سوق البرشاء الطازج لأهل الإمارات',
  'محمّد بن أحمد',
];
const SIZE_PT = 36;
const PX_PER_MM = 4;
const GRID = { columns: 240, rows: 40 };
/** Cells to each side over which ink is spread, so that edges need not meet to the pixel. */
const SPREAD = 1;

beforeAll(async () => {
  document.fonts.add(await new FontFace('Reference Noto', `url(${fontUrl})`).load());
});

async function onPaper(text: string): Promise<number[]> {
  const paper = await openPaper('Line', [text]);
  paper.draw(paper.block(text, { size_pt: SIZE_PT }), 10, 40);
  return inkOf(await drawPage(paper.toBlob(), 1, PX_PER_MM));
}

function byTheBrowser(text: string): number[] {
  const canvas = new OffscreenCanvas(210 * PX_PER_MM, 100 * PX_PER_MM);
  const context = contextOf(canvas);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  context.font = `${((SIZE_PT * 25.4) / 72) * PX_PER_MM}px "Reference Noto"`;
  context.direction = paragraphOf(text).rtl ? 'rtl' : 'ltr';
  // Without kerning, which the paper has none of either.
  context.fontKerning = 'none';
  context.textAlign = 'left';
  context.fillText(text, 10 * PX_PER_MM, 40 * PX_PER_MM);
  return inkOf(canvas);
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');
  return context;
}

/** How dark each cell is of a grid laid over the ink's own bounding box. */
function inkOf(canvas: OffscreenCanvas): number[] {
  const { width, height } = canvas;
  const { data } = contextOf(canvas).getImageData(0, 0, width, height);
  const dark = (x: number, y: number) => 255 - (data[(y * width + x) * 4] ?? 255);
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (dark(x, y) < 100) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  const cells = new Array<number>(GRID.columns * GRID.rows).fill(0);
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const column = Math.floor(((x - left) / (right - left + 1)) * GRID.columns);
      const row = Math.floor(((y - top) / (bottom - top + 1)) * GRID.rows);
      const cell = row * GRID.columns + column;
      cells[cell] = (cells[cell] ?? 0) + dark(x, y);
    }
  }
  return spread(cells);
}

function spread(cells: number[]): number[] {
  return cells.map((_, cell) => {
    let sum = 0;
    for (let down = -SPREAD; down <= SPREAD; down += 1) {
      for (let across = -SPREAD; across <= SPREAD; across += 1) {
        const column = (cell % GRID.columns) + across;
        if (column >= 0 && column < GRID.columns) sum += cells[cell + down * GRID.columns + across] ?? 0;
      }
    }
    return sum;
  });
}

/** Correlation of two pictures: 1 is the same, around 0 is unrelated. */
function likeness(one: number[], other: number[]): number {
  const mean = (cells: number[]) => cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
  const [meanOne, meanOther] = [mean(one), mean(other)];
  let [both, squareOne, squareOther] = [0, 0, 0];
  one.forEach((cell, index) => {
    const [a, b] = [cell - meanOne, (other[index] ?? 0) - meanOther];
    both += a * b;
    squareOne += a * a;
    squareOther += b * b;
  });
  return both / Math.sqrt(squareOne * squareOther);
}

/** Rasterizers differ by a few hundredths; two brackets turned round already cost more than a tenth. */
const SAME = 0.93;

describe('Arabic in the picture', () => {
  it.each(LINES)('%s looks as the browser draws it', async (text) => {
    expect(likeness(await onPaper(text), byTheBrowser(text))).toBeGreaterThan(SAME);
  });

  // The same comparison has to fail for what it is there to catch.
  it('is noticed where letters, digits or brackets are wrong', async () => {
    const text = 'شقة 304 (الطابق)';
    const reference = byTheBrowser(text);
    expect(likeness(await onPaper(text), reference)).toBeGreaterThan(SAME);
    for (const [wrong, broken] of Object.entries({
      'unjoined letters': [...text].join('\u200c'),
      'reversed letters': `\u202d${text}\u202c`,
      'reversed digits': text.replace(/\d+/g, (digits) => [...digits].reverse().join('')),
      'brackets the wrong way round': text.replace(/[()]/g, (b) => (b === '(' ? ')' : '(')),
    })) {
      expect(likeness(await onPaper(broken), reference), wrong).toBeLessThan(SAME);
    }
  });
});

describe('order on paper', () => {
  it('is the order on the screen, for any mixture', () => {
    const letters = fc.constantFrom(...'ابخدش ٣،', ...'Az  -/.,+:"', ...'0129', ...'()[]');
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 24 }), (raw) => {
        const text = raw.trim();
        const paragraph = paragraphOf(text);
        const ours = paragraph.visual(0, paragraph.text.length).normalize('NFKC');
        expect(unbracketed(ours)).toBe(unbracketed(onScreen(text)));
      }),
      { numRuns: 300 },
    );
  });
});

/** Mirrored brackets are compared in the pictures above. */
const unbracketed = (text: string) => text.replace(/[()]/g, '|').replace(/[[\]]/g, '!');

/** The characters of a text sorted by where the browser puts them. */
function onScreen(text: string): string {
  const span = document.createElement('pre');
  span.dir = 'auto';
  span.style.cssText = 'font: 40px "Reference Noto"; width: max-content';
  span.textContent = text;
  document.body.append(span);
  const node = span.firstChild;
  const places = Array.from(text, (character, index) => {
    const range = document.createRange();
    if (node) range.setStart(node, index);
    if (node) range.setEnd(node, index + 1);
    return {
      character,
      middle: range.getBoundingClientRect().left + range.getBoundingClientRect().width / 2,
    };
  });
  span.remove();
  return places
    .sort((a, b) => a.middle - b.middle)
    .map(({ character }) => character)
    .join('');
}
