import { describe, expect, it } from 'vitest';
import { paragraphOf } from './visual-order.ts';

/** The letters from left to right as they will stand on paper, without their joined forms. */
function drawn(text: string): string {
  const paragraph = paragraphOf(text);
  return paragraph.visual(0, paragraph.text.length).normalize('NFKC');
}
const mirrored = (text: string) => [...text].reverse().join('');

describe('paragraphOf', () => {
  it('leaves English as it is', () => {
    expect(drawn('Flat 304 (3rd floor), +971 50 123')).toBe('Flat 304 (3rd floor), +971 50 123');
    expect(paragraphOf('Flat 304').rtl).toBe(false);
  });

  it('keeps digits in order and brackets around what they enclose', () => {
    expect(drawn('شقة 304 (الطابق 3)')).toBe(`(3 ${mirrored('الطابق')}) 304 ${mirrored('شقة')}`);
    expect(paragraphOf('شقة 304').rtl).toBe(true);
  });

  it('keeps English inside Arabic readable, and Arabic inside English', () => {
    expect(drawn('برج Marina Gate 2، دبي')).toBe(`${mirrored('دبي')} ،Marina Gate 2 ${mirrored('برج')}`);
    expect(drawn('Villa 4, شارع 9 (north)')).toBe(`Villa 4, 9 ${mirrored('شارع')} (north)`);
  });

  it('cuts a line out of a paragraph without losing its direction', () => {
    const text = 'دبي 12 (A) شارع';
    const paragraph = paragraphOf(text);
    const end = text.indexOf(' شارع');
    expect(paragraph.visual(0, end).normalize('NFKC')).toBe(`(A) 12 ${mirrored('دبي')}`);
    expect(paragraph.visual(end + 1, text.length).normalize('NFKC')).toBe(mirrored('شارع'));
  });

  it('draws no steering marks', () => {
    expect(drawn('A\u200eB\u2067C\u2069')).toBe('ABC');
  });
});
