import type { BrowserLine, Grapheme } from './browser-lines.ts';

/** Backward steps smaller than this are rounding errors. */
const TOUCHING_EM = 0.02;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** PDF readers treat marks and format characters as having no width. */
const NO_WIDTH = /[\p{Mn}\p{Cf}]/u;

/**
 * Orders a line as PDF readers expect it: each run in visual order, from left to right. Readers derive the
 * reading order from that, sometimes wrongly. Such text becomes a run of its own: in a left-to-right line,
 * text in the other direction (readers guess the direction of a run from the share of its characters); in a
 * right-to-left line, several left-to-right words.
 */
export function runsOf({ rtl, graphemes }: Pick<BrowserLine, 'rtl' | 'graphemes'>): Grapheme[][] {
  return rtl ? runsOfRtl(graphemes) : runsOfLtr(graphemes);
}

function runsOfLtr(graphemes: readonly Grapheme[]): Grapheme[][] {
  const runs: { graphemes: Grapheme[]; plain: boolean }[] = [];
  for (const stretch of stretchesOf(graphemes)) {
    const plain = stretch.length === 1;
    const last = runs.at(-1);
    if (last?.plain && plain) last.graphemes.push(...stretch);
    else runs.push({ graphemes: inVisualOrder(stretch), plain });
  }
  return runs.map((run) => run.graphemes);
}

function runsOfRtl(graphemes: readonly Grapheme[]): Grapheme[][] {
  const runs: { graphemes: Grapheme[]; own: boolean }[] = [];
  for (const stretch of rightwardsOf(graphemes)) {
    const own = stretch.slice(1, -1).some(({ text }) => text === ' ');
    const last = runs.at(-1);
    if (last && !last.own && !own) last.graphemes.push(...stretch);
    else runs.push({ graphemes: stretch, own });
  }
  return runs.map((run) => inVisualOrder(run.graphemes));
}

/** Returns the longest stretches in which each grapheme touches the right edge of the previous one. */
function rightwardsOf(graphemes: readonly Grapheme[]): Grapheme[][] {
  const stretches: Grapheme[][] = [];
  for (const grapheme of graphemes) {
    const stretch = stretches.at(-1);
    const before = stretch?.at(-1);
    if (before && Math.abs(grapheme.left_em - before.right_em) < TOUCHING_EM) stretch?.push(grapheme);
    else stretches.push([grapheme]);
  }
  return stretches;
}

const inVisualOrder = (graphemes: readonly Grapheme[]) => graphemes.toSorted((a, b) => a.left_em - b.left_em);

/** Returns the shortest stretches of a line that each end to the left of everything after them. */
function stretchesOf(graphemes: readonly Grapheme[]): Grapheme[][] {
  const following_em: number[] = [];
  let least_em = Infinity;
  for (const grapheme of graphemes.toReversed()) {
    following_em.unshift(least_em);
    least_em = Math.min(least_em, grapheme.left_em);
  }
  const stretches: Grapheme[][] = [[]];
  let reached_em = 0;
  graphemes.forEach((grapheme, index) => {
    stretches.at(-1)?.push(grapheme);
    reached_em = Math.max(reached_em, grapheme.right_em);
    if (reached_em <= (following_em[index] ?? Infinity) + TOUCHING_EM) stretches.push([]);
  });
  return stretches.filter((stretch) => stretch.length > 0);
}

const VARIATION = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
const TAG = /[\u{e0000}-\u{e007f}]/u;
const FLAG = '\u{1f3f4}';

/**
 * Variation selectors, and tags outside of flags, are invisible, and would keep a search from finding a name.
 */
function isInvisible(character: string, grapheme: string): boolean {
  return VARIATION.test(character) || (TAG.test(character) && !grapheme.startsWith(FLAG));
}

/**
 * Returns the characters of a grapheme from left to right, with its width divided among those that have one.
 */
export function charactersInOrder({
  text,
  left_em,
  right_em,
}: Grapheme): { text: string; width_em: number }[] {
  const all = [...text].filter((character) => !isInvisible(character, text));
  const wide = all.filter((character) => !NO_WIDTH.test(character)).length;
  const characters = all.map((character) => ({
    text: character,
    width_em: wide > 0 && NO_WIDTH.test(character) ? 0 : (right_em - left_em) / (wide || all.length),
  }));
  return RIGHT_TO_LEFT.test(text) ? characters.reverse() : characters;
}
