import { describe, expect, it } from 'vitest';
import { joinArabic } from './arabic-joining.ts';

const codes = (text: string) => Array.from(joinArabic(text), (c) => c.charCodeAt(0).toString(16)).join(' ');

describe('joinArabic', () => {
  it.each([
    ['beh alone', 'ب', 'fe8f'],
    ['three that join', 'ببب', 'fe91 fe92 fe90'],
    ['dal ends a group', 'دب', 'fea9 fe8f'],
    ['Khaled: alef, then a lam that starts anew', 'خالد', 'fea7 fe8e fedf feaa'],
    ['lam-alef alone', 'لا', 'fefb'],
    ['lam-alef after a letter, and what follows it starts anew', 'سلام', 'feb3 fefc fee1'],
    ['lam with a hamza alef', 'لأ', 'fef7'],
    ['a vowel sign between letters does not part them', 'مُح', 'fee3 64f fea2'],
    ['a sign inside lam-alef goes behind it', 'لَا', 'fefb 64e'],
    ['a comma is no letter', 'كم،', 'fedb fee2 60c'],
    ['nor is a digit', 'حي٣', 'fea3 fef2 663'],
    ['alef maksura ends a word', 'على', 'fecb fee0 fef0'],
    ['hamza joins nothing', 'ماء', 'fee3 fe8e fe80'],
    ['tatweel carries the line on', 'بـب', 'fe91 640 fe90'],
    ['a zero-width non-joiner parts', 'ب\u200cب', 'fe8f 200c fe8f'],
    ['Persian letters', 'چیگ', 'fb7c fbff fb93'],
    ['a hamza typed as a sign of its own', 'ا\u0654', 'fe83'],
  ])('%s', (_, text, forms) => {
    expect(codes(text)).toBe(forms);
  });

  it('leaves other text as it is', () => {
    expect(joinArabic('Flat 304 (3rd floor), é')).toBe('Flat 304 (3rd floor), é');
  });

  it('says the same to a reader who normalises', () => {
    const address = 'شقة 304 (الطابق 3)، بناية الخليج، شارع الشيخ زايد';
    expect(joinArabic(address).normalize('NFKC')).toBe(address);
  });
});
