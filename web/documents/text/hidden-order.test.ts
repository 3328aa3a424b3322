import { describe, expect, it } from 'vitest';
import type { Grapheme } from './browser-lines.ts';
import { charactersInOrder, runsOf } from './hidden-order.ts';

/**
 * Places graphemes, given in reading order, at their positions in `seen` from left to right, each one em
 * wide. If several are equal, the first one read is the leftmost or, in a right-to-left line, the rightmost.
 */
function placed(read: string, seen: string, rtl: boolean): Grapheme[] {
  const free = Array.from(seen, (text, left_em) => ({ text, left_em }));
  return Array.from(read, (text) => {
    const isFree = (one: { text: string }) => one.text === text;
    const [place] = free.splice(rtl ? free.findLastIndex(isFree) : free.findIndex(isFree), 1);
    return { text, left_em: place?.left_em ?? 0, right_em: (place?.left_em ?? 0) + 1 };
  });
}

function runs(read: string, seen: string, rtl: boolean): string[] {
  return runsOf({ rtl, graphemes: placed(read, seen, rtl) }).map((run) =>
    run.map(({ text }) => text).join(''),
  );
}

describe('charactersInOrder', () => {
  const charactersOf = (text: string) =>
    charactersInOrder({ text, left_em: 0, right_em: 1 }).map((character) => character.text);

  it('omits tags and variation selectors, which are invisible', () => {
    expect(charactersOf('A\u{e0041}\u{e0042}')).toEqual(['A']);
    expect(charactersOf('☎\ufe0f')).toEqual(['☎']);
    expect(charactersOf('\u{1f3f4}\u{e0067}\u{e007f}')).toHaveLength(3);
  });
});

describe('runsOf', () => {
  it.each([
    ['left-to-right text is one run', 'Flat 4', 'Flat 4', false, ['Flat 4']],
    ['Arabic in a left-to-right line is its own run', 'A ابت B', 'A تبا B', false, ['A ', 'تبا', ' B']],
    ['a right-to-left line is one run', 'ابت 12 ث', 'ث 12 تبا', true, ['ث 12 تبا']],
    [
      'several Latin words in a right-to-left line are their own run',
      'ابت (Gate 2) ث',
      'ث )Gate 2( تبا',
      true,
      ['( تبا', 'Gate 2', 'ث )'],
    ],
    ['an empty line has no runs', '', '', true, []],
  ])('%s', (_, read, seen, rtl, expected) => {
    expect(runs(read, seen, rtl)).toEqual(expected);
  });
});

describe('charactersInOrder', () => {
  const characters = (text: string) => charactersInOrder({ text, left_em: 0, right_em: 1 });

  it('gives the width of a grapheme to its base characters, not to its marks', () => {
    expect(characters('कु')).toEqual([
      { text: 'क', width_em: 1 },
      { text: 'ु', width_em: 0 },
    ]);
    expect(characters('श्री').map(({ width_em }) => width_em)).toEqual([1 / 3, 0, 1 / 3, 1 / 3]);
  });

  it('places an Arabic mark to the left of its base character', () => {
    expect(characters('مّ').map(({ text }) => text)).toEqual(['ّ', 'م']);
  });

  it('keeps the width of a mark without a base character', () => {
    expect(characters('\u064e')).toEqual([{ text: '\u064e', width_em: 1 }]);
  });
});
