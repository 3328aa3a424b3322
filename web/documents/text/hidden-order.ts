import type { BrowserLine, Grapheme } from './browser-lines.ts';

/** Steps back by less than this are rounding. */
const TOUCHING_EM = 0.02;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Readers of PDFs take marks and format characters to have no width. */
const NO_WIDTH = /[\p{Mn}\p{Cf}]/u;

/**
 * Orders a line as readers of PDFs expect it: each run in the order in which it is seen, from left to right.
 * They derive the reading order of a run from that, sometimes wrongly. Such text becomes a run of its own: in
 * a line from left to right, text in the other direction (readers guess the direction of a run from the share
 * of its characters); in a line from right to left, several words from left to right.
 */
export function runsOf({ rtl, graphemes }: Pick<BrowserLine, 'rtl' | 'graphemes'>): Grapheme[][] {
  return rtl ? runsFromTheRight(graphemes) : runsFromTheLeft(graphemes);
}

function runsFromTheLeft(graphemes: readonly Grapheme[]): Grapheme[][] {
  const runs: { graphemes: Grapheme[]; plain: boolean }[] = [];
  for (const stretch of stretchesOf(graphemes)) {
    const plain = stretch.length === 1;
    const last = runs.at(-1);
    if (last?.plain && plain) last.graphemes.push(...stretch);
    else runs.push({ graphemes: inSight(stretch), plain });
  }
  return runs.map((run) => run.graphemes);
}

function runsFromTheRight(graphemes: readonly Grapheme[]): Grapheme[][] {
  const runs: { graphemes: Grapheme[]; own: boolean }[] = [];
  for (const stretch of rightwardsOf(graphemes)) {
    const own = stretch.slice(1, -1).some(({ text }) => text === ' ');
    const last = runs.at(-1);
    if (last && !last.own && !own) last.graphemes.push(...stretch);
    else runs.push({ graphemes: stretch, own });
  }
  return runs.map((run) => inSight(run.graphemes));
}

/** The longest stretches in which each grapheme touches the one before it on its right. */
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

const inSight = (graphemes: readonly Grapheme[]) => graphemes.toSorted((a, b) => a.left_em - b.left_em);

/** The shortest stretches of a line that each end to the left of all that follows. */
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

/** Variation selectors, and tags outside of flags, show nothing: they would hide a name from a search. */
function isUnseen(character: string, grapheme: string): boolean {
  return VARIATION.test(character) || (TAG.test(character) && !grapheme.startsWith(FLAG));
}

/** The characters of a grapheme from left to right, its width divided among those that have one. */
export function charactersInOrder({
  text,
  left_em,
  right_em,
}: Grapheme): { text: string; width_em: number }[] {
  const all = [...text].filter((character) => !isUnseen(character, text));
  const wide = all.filter((character) => !NO_WIDTH.test(character)).length;
  const characters = all.map((character) => ({
    text: character,
    width_em: wide > 0 && NO_WIDTH.test(character) ? 0 : (right_em - left_em) / (wide || all.length),
  }));
  return RIGHT_TO_LEFT.test(text) ? characters.reverse() : characters;
}
