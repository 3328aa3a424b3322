import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutGraphemes, fileSegment, MAX_SEGMENT_BYTES } from './names.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 120 }));

describe('fileSegment', () => {
  it.each([
    ['10236', '10236'],
    ['#10236 / B', '10236B'],
    ['../../etc/passwd', 'etcpasswd'],
    ['a_b-c.pdf', 'a_b-cpdf'],
    ['طلب 12', 'طلب12'],
    ['٣٤', '٣٤'],
    ['Cafe\u0301', 'Café'],
    ['ab\u0000\u202Ecd', 'abcd'],
    ['lone \uD83D half', 'lonehalf'],
  ])('converts %j to %j', (text, segment) => {
    expect(fileSegment(text, 'id')).toBe(segment);
  });

  it.each(['', ' ', '#/.', '🚚'])('returns the fallback for %j', (text) => {
    expect(fileSegment(text, '0193-abc')).toBe('0193-abc');
  });

  it('cuts at 80 bytes, never inside a character', () => {
    expect(fileSegment('a'.repeat(81), 'id')).toBe('a'.repeat(80));
    expect(fileSegment('ش'.repeat(41), 'id')).toBe('ش'.repeat(40));
    expect(fileSegment(`a${'ش'.repeat(40)}`, 'id')).toBe(`a${'ش'.repeat(39)}`);
    expect(fileSegment('𠮷'.repeat(21), 'id')).toBe('𠮷'.repeat(20));
  });

  it('is valid in a path and idempotent for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const segment = fileSegment(text, 'id');
        expect(segment).toMatch(/^[\p{L}\p{Nd}_-]+$/u);
        expect(bytesOf(segment)).toBeLessThanOrEqual(MAX_SEGMENT_BYTES);
        expect(fileSegment(segment, 'other')).toBe(segment);
      }),
    );
  });
});

describe('cutGraphemes', () => {
  it('keeps thirty characters and cuts thirty-one', () => {
    expect(cutGraphemes('x'.repeat(30), 30)).toBe('x'.repeat(30));
    expect(cutGraphemes('x'.repeat(31), 30)).toBe(`${'x'.repeat(30)}…`);
    expect(cutGraphemes('', 30)).toBe('');
  });

  it('counts a grapheme of several code points as one character', () => {
    const family = '👨‍👩‍👧';
    expect(cutGraphemes(family.repeat(30), 30)).toBe(family.repeat(30));
    expect(cutGraphemes(family.repeat(31), 30)).toBe(`${family.repeat(30)}…`);
    expect(cutGraphemes('مُ'.repeat(31), 30)).toBe(`${'مُ'.repeat(30)}…`);
  });

  it('returns a prefix of any text', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, limit) => {
        const cut = cutGraphemes(text, limit);
        if (cut !== text) expect(text.startsWith(cut.slice(0, -1))).toBe(true);
        expect(Array.from(new Intl.Segmenter('en').segment(cut)).length).toBeLessThanOrEqual(limit + 1);
      }),
    );
  });
});
