import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut } from './browser-lines.ts';

const textsOf = (text: string, width_em: number) => layOut(text, false, width_em).map((line) => line.text);
const graphemesOf = (text: string) =>
  Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);

describe('layOut', () => {
  it('breaks at spaces, which are dropped', () => {
    expect(textsOf('Анна Иванова Петровна', 5)).toEqual(['Анна', 'Иванова', 'Петровна']);
  });

  it.each([
    ['an emoji of several characters', '👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧'],
    ['characters with marks', 'e\u0323\u0302'.repeat(30)],
    ['Devanagari clusters', 'क्ष्मी'.repeat(12)],
    ['Chinese', '阿联酋迪拜谢赫扎耶德路哈利法塔附近日出大厦'],
    ['Thai', 'ห้องชั้นอาคารซันไรส์ถนนชีคซายิดใกล้สถานี'],
  ])('breaks a wide word between graphemes only: %s', (_, text) => {
    const lines = layOut(text, false, 3);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.flatMap((line) => graphemesOf(line.text))).toEqual(graphemesOf(text));
    // A grapheme wider than the line gets its own line.
    const wide = lines.filter((line) => line.width_em > 3.01 && line.graphemes.length > 1);
    expect(wide).toEqual([]);
  });

  it.each([
    ['شقة 304 (Exit 2)', true],
    ['304 شقة', true],
    ['Villa 14, شارع', false],
    ['王小明', false],
  ])('derives the direction of %s from its first letter: rtl %s', (text, rtl) => {
    expect(layOut(text, false, Infinity).map((line) => line.rtl)).toEqual([rtl]);
  });

  it('keeps the order of digits from their paragraph when a line is drawn alone', () => {
    const [, digits] = layOut('بناية خالد 12-13', false, 5.5);
    expect(digits?.marked_text).toBe(`\u061c${digits?.text}`);
    expect(layOut('Анна خالد', false, 3).map((line) => line.marked_text)).toEqual([
      'Анна\u061c',
      '\u200eخالد',
    ]);
  });

  it('is wider in bold', () => {
    const width = (bold: boolean) => layOut('Анна Иванова', bold, Infinity)[0]?.width_em ?? 0;
    expect(width(true)).toBeGreaterThan(width(false));
  });

  it('leaves no element in the page', () => {
    const before = document.body.childElementCount;
    layOut('Анна', false, 2);
    expect(document.body.childElementCount).toBe(before);
  });

  it('keeps every character of any text, in order', () => {
    const characters = fc.constantFrom(...'ابخ ٣،Az  -/.,09()[]जमि王明🧋é');
    fc.assert(
      fc.property(fc.string({ unit: characters, minLength: 1, maxLength: 40 }), (raw) => {
        const text = raw.replace(/ +/g, ' ').trim();
        const lines = textsOf(text, 4).join('');
        expect(lines.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
      { numRuns: 100 },
    );
  });
});
