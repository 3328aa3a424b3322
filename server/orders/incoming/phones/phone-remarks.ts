/** Part of a text, from its first character to behind its last. */
export type Span = { from: number; to: number };

/** Where the remark of one number ends and the next one's begins: `Ali 050 …, Omar 055 …`. */
const BETWEEN = /[,;\u060C\u061B\n\r|/&+]|(?<!\p{L})(?:or|and|و|أو|او)(?!\p{L})/iu;

/** A number that is not valid is no remark of another one. */
function isNumber(text: string): boolean {
  return !/\p{L}/u.test(text) && text.replace(/\D/g, '').length > 6;
}

/** What is written next to each of these numbers; null: nothing. */
export function remarksOf(text: string, numbers: readonly Span[]): (string | null)[] {
  const parts: string[][] = numbers.map(() => []);
  const gaps = [...numbers, null].map((number, at) =>
    text.slice(numbers[at - 1]?.to ?? 0, number?.from ?? text.length),
  );
  const leads = cleaned(gaps[0] ?? '') !== '';
  for (const [at, gap] of gaps.entries()) {
    const { before, after } = sharedOut(gap, { is_first: at === 0, is_last: at === numbers.length, leads });
    parts[at - 1]?.push(before);
    parts[at]?.push(after);
  }
  return parts.map((of) => of.map(cleaned).filter(Boolean).join(', ') || null);
}

/** What of the text between two numbers belongs to the one before it, and what to the one behind it. */
function sharedOut(
  gap: string,
  { is_first, is_last, leads }: Record<'is_first' | 'is_last' | 'leads', boolean>,
): { before: string; after: string } {
  if (is_first) return { before: '', after: gap };
  if (is_last) return { before: gap, after: '' };
  const pieces = gap.split(BETWEEN);
  const last = pieces.length > 1 ? (pieces.pop() ?? '') : '';
  if (pieces.length > 1 || cleaned(last) !== '' || pieces[0] !== gap)
    return { before: pieces.filter((piece) => cleaned(piece) !== '').join(', '), after: last };
  // Nothing separates them: `home 04 … mobile 050 …`, or `050 … (Ali) 055 … (Omar)`.
  const names_next = /:\s*$/.test(gap) || (leads && !/^\s*\(/.test(gap));
  return names_next ? { before: '', after: gap } : { before: gap, after: '' };
}

/** Without the punctuation around it, and without one pair of brackets around all of it; empty for no remark. */
function cleaned(text: string): string {
  const inner = text.replace(/\s+/g, ' ').replace(/^[^\p{L}\p{N}(#]+|[^\p{L}\p{N})]+$/gu, '');
  const bare = /^\(([^()]*)\)?$/.exec(inner)?.[1] ?? inner;
  const balanced = bare.split('(').length === bare.split(')').length ? bare : bare.replace(/[()]/g, ' ');
  const kept = balanced.replace(/\s+/g, ' ').trim();
  return isNumber(kept) || !/[\p{L}\p{N}]/u.test(kept) ? '' : kept;
}
