/** A part of a text; `to` is exclusive. */
export type Span = { from: number; to: number };

/** Separates the remark of one number from that of the next: `Ali 050 …, Omar 055 …`. */
const BETWEEN = /[,;\u060C\u061B\n\r|/&+]|(?<!\p{L})(?:or|and|و|أو|او)(?!\p{L})/iu;

/** True for the digits of an invalid number, which are not a remark of another number. */
function isNumber(text: string): boolean {
  return !/\p{L}/u.test(text) && text.replace(/\D/g, '').length > 6;
}

/** Returns the remark next to each of these numbers, or null. */
export function remarksOf(text: string, numbers: readonly Span[]): (string | null)[] {
  const parts: string[][] = numbers.map(() => []);
  const gaps = [...numbers, null].map((number, at) =>
    text.slice(numbers[at - 1]?.to ?? 0, number?.from ?? text.length),
  );
  const leads = cleaned(gaps[0] ?? '') !== '';
  for (const [at, gap] of gaps.entries()) {
    const { before, after } = divideGap(gap, { is_first: at === 0, is_last: at === numbers.length, leads });
    parts[at - 1]?.push(before);
    parts[at]?.push(after);
  }
  return parts.map((of) => of.map(cleaned).filter(Boolean).join(', ') || null);
}

/** Divides the text between two numbers into the remark of the first and the remark of the second. */
function divideGap(
  gap: string,
  { is_first, is_last, leads }: Record<'is_first' | 'is_last' | 'leads', boolean>,
): { before: string; after: string } {
  if (is_first) return { before: '', after: gap };
  if (is_last) return { before: gap, after: '' };
  const parts = gap.split(BETWEEN);
  const last = parts.length > 1 ? (parts.pop() ?? '') : '';
  if (parts.length > 1 || cleaned(last) !== '' || parts[0] !== gap)
    return { before: parts.filter((part) => cleaned(part) !== '').join(', '), after: last };
  // No separator: `home 04 … mobile 050 …`, or `050 … (Ali) 055 … (Omar)`.
  const names_next = /:\s*$/.test(gap) || (leads && !/^\s*\(/.test(gap));
  return names_next ? { before: '', after: gap } : { before: gap, after: '' };
}

/**
 * Removes surrounding punctuation and one enclosing pair of brackets; returns an empty text if there is no
 * remark.
 */
function cleaned(text: string): string {
  const inner = text.replace(/\s+/g, ' ').replace(/^[^\p{L}\p{N}(#]+|[^\p{L}\p{N})]+$/gu, '');
  const bare = /^\(([^()]*)\)?$/.exec(inner)?.[1] ?? inner;
  const balanced = bare.split('(').length === bare.split(')').length ? bare : bare.replace(/[()]/g, ' ');
  const kept = balanced.replace(/\s+/g, ' ').trim();
  return isNumber(kept) || !/[\p{L}\p{N}]/u.test(kept) ? '' : kept;
}
