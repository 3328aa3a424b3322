import type { ListField, ListLayout } from '../../../../contract/rules/import/import-fields.ts';
import { headerKey } from '../../../../contract/rules/import/list-headers.ts';
import type { Remembered } from '../import-source.ts';
import { isDeliveryMethodColumn, isRefundColumn, needsConfirmation } from './columns-to-confirm.ts';
import { guessColumns } from './guess-columns.ts';
import { repeatedNames } from './repeated-names.ts';

/**
 * The difference between a file and the remembered list whose layout it gets: its new columns that need a
 * decision, those it lacks, and those that could not be used when the layout was confirmed.
 */
export type ChangedColumns = { added: string[]; missing: string[]; usable: string[] };

export type FoundLayout = {
  layout: ListLayout;
  /** False if the user has to confirm the layout. */
  known: boolean;
  /** Null if no similar list was mapped before, or if nothing has changed. */
  changed: ChangedColumns | null;
};

/**
 * Returns the layout of the remembered list with the most similar headers, in any order and case. It needs
 * confirmation if the file lacks one of its columns or has a new or newly hidden one that needs a decision,
 * and once for a delivery method or a refund that older versions could not use. Without a similar list,
 * returns a guess.
 */
export function layoutFor(
  header: readonly string[],
  samples: readonly (readonly string[])[],
  remembered: Remembered,
  hidden: readonly string[] = [],
): FoundLayout {
  const nearest = mostSimilar(header, remembered);
  if (!nearest) {
    const columns = guessFrom(header, hidden);
    // The order of day and month is only a default: the file's dates decide it, or the user in the preview.
    return { layout: { columns, method: null, date_order: 'dmy' }, known: false, changed: null };
  }
  const { columns, missing } = columnsIn(header, nearest.layout.columns);
  const known = new Set(nearest.header.map(headerKey));
  const unknown = header.filter((name) => !known.has(headerKey(name)));
  const isAsked = (name: string) => needsConfirmation(name, cellsOf(header, samples, name));
  // The user may mean the second column of a repeated name, whatever its content.
  const repeated = repeatedNames(header);
  const isSecond = (name: string) =>
    repeated.some((one) => name.startsWith(`${one} (`) && isUsed(one, columns));
  const added = unknown.filter((name) => isAsked(name) || isSecond(name));
  const { knows_pickups, knows_refunds } = nearest.layout;
  const isNewlyUsable = (name: string) =>
    (!knows_pickups && isDeliveryMethodColumn(name)) || (!knows_refunds && isRefundColumn(name));
  const usable = header.filter(
    (name) => !unknown.includes(name) && isNewlyUsable(name) && !isUsed(name, columns),
  );
  const known_hidden = new Set(nearest.layout.hidden?.map(headerKey));
  const is_newly_hidden = hidden.some((name) => !known_hidden.has(headerKey(name)) && isAsked(name));
  const is_changed = added.length + missing.length + usable.length > 0;
  if (!is_changed && !is_newly_hidden)
    return { layout: { ...nearest.layout, columns }, known: true, changed: null };
  const guessed = guessFrom([...unknown, ...usable], hidden);
  const layout = { ...nearest.layout, columns: { ...guessed, ...columns } };
  return { layout, known: false, changed: is_changed ? { added, missing, usable } : null };
}

/** Returns the cells of a column in the sample rows. */
export function cellsOf(
  header: readonly string[],
  samples: readonly (readonly string[])[],
  name: string,
): string[] {
  const at = header.indexOf(name);
  return samples.map((cells) => cells[at] ?? '');
}

/** Guesses the columns of a list, visible ones first. Columns with the same name are not guessed. */
function guessFrom(header: readonly string[], hidden: readonly string[]): ListLayout['columns'] {
  const repeated = repeatedNames(header);
  const free = header.filter((name) => !repeated.includes(name));
  return {
    ...guessColumns(free.filter((name) => hidden.includes(name))),
    ...guessColumns(free.filter((name) => !hidden.includes(name))),
  };
}

function isUsed(name: string, columns: ListLayout['columns']): boolean {
  return Object.values(columns).some((names) => names.includes(name));
}

type OneRemembered = Remembered[number];

/**
 * Returns the most similar remembered list (the newest of several) with more than half of its used columns.
 */
export function mostSimilar(header: readonly string[], remembered: Remembered): OneRemembered | undefined {
  const keys = new Set(header.map(headerKey));
  const scored = remembered.map((one) => {
    const used = Object.values(one.layout.columns).flat();
    const found = used.filter((column) => keys.has(headerKey(column))).length;
    const known = new Set(one.header.map(headerKey));
    const shared = [...keys].filter((key) => known.has(key)).length;
    return {
      one,
      is_alike: found * 2 > used.length,
      // In this order: no used column missing; the most columns in common; the fewest others.
      rank: [used.length - found, -shared, known.size - shared] as const,
    };
  });
  const alike = scored.filter(({ is_alike }) => is_alike);
  return alike.sort((a, b) => compared(a.rank, b.rank))[0]?.one;
}

function compared(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, place) => value !== b[place]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Returns the columns of a layout with this file's spelling of their headers, and those that are missing. */
function columnsIn(
  header: readonly string[],
  remembered: ListLayout['columns'],
): { columns: ListLayout['columns']; missing: string[] } {
  const by_key = new Map(header.toReversed().map((name) => [headerKey(name), name]));
  const nameOf = (column: string) => (header.includes(column) ? column : by_key.get(headerKey(column)));
  const columns: ListLayout['columns'] = {};
  const missing: string[] = [];
  for (const [field, names] of Object.entries(remembered) as [ListField, string[]][]) {
    missing.push(...names.filter((name) => nameOf(name) === undefined));
    const [first, ...more] = names.flatMap((name) => nameOf(name) ?? []);
    if (first !== undefined) columns[field] = [first, ...more];
  }
  return { columns, missing };
}
