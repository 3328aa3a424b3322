import type { CheckLoading } from '../../../contract/operations/dashboard/deliveries/check-loading.schema.ts';
import { STOPS_MAX } from '../../../contract/rules/orders/stops.ts';
import type { LoadLine, LoadStop } from './goods-to-load.ts';

/**
 * The driver's mark on a line: `missing` of its quantity are not in the vehicle, the rest is. `qty` is the
 * quantity at that time; if the shop changes it, the mark no longer applies.
 */
type LoadMark = { qty: number; missing: number };
/** Marks by the id of their line. */
export type LoadMarks = Readonly<Record<string, LoadMark>>;
/** New marks by the id of their line; null removes one. */
export type MarkChanges = Readonly<Record<string, LoadMark | null>>;
/** The marks, and a function that changes them. */
export type Marking = { marks: LoadMarks; mark: (changes: MarkChanges) => void };

type Line = Pick<LoadLine, 'item_id' | 'qty'>;

/** Returns the missing quantity of a line; null if the line is not marked. */
export function missingOf({ item_id, qty }: Line, marks: LoadMarks): number | null {
  const mark = marks[item_id];
  return mark?.qty === qty ? mark.missing : null;
}

/** Returns the change that marks `missing` of a line as not loaded; null removes the mark. */
export function markOf({ item_id, qty }: Line, missing: number | null): MarkChanges {
  return { [item_id]: missing === null ? null : { qty, missing: Math.min(Math.max(missing, 0), qty) } };
}

export function withChanges(marks: LoadMarks, changes: MarkChanges): LoadMarks {
  const kept = Object.entries({ ...marks, ...changes }).filter(([, mark]) => mark !== null);
  return Object.fromEntries(kept) as LoadMarks;
}

/** The state of lines that share one row, and its quantities. */
export type Loaded = { state: 'open' | 'partly' | 'loaded' | 'missing'; loaded: number; missing: number };

/** Returns what is loaded and missing of these lines. `missing`: nothing of them is loaded. */
export function loadedOf(lines: readonly Line[], marks: LoadMarks): Loaded {
  const marked = lines.flatMap((line) => {
    const missing = missingOf(line, marks);
    return missing === null ? [] : [{ loaded: line.qty - missing, missing }];
  });
  const sum = (part: 'loaded' | 'missing') => marked.reduce((total, one) => total + one[part], 0);
  const [loaded, missing] = [sum('loaded'), sum('missing')];
  if (marked.length === 0) return { state: 'open', loaded, missing };
  if (marked.length < lines.length) return { state: 'partly', loaded, missing };
  return { state: loaded > 0 ? 'loaded' : 'missing', loaded, missing };
}

/** Returns the change that ticks a row, or removes its marks. Lines with a missing part keep it. */
export function ticked(lines: readonly Line[], marks: LoadMarks, is_ticked: boolean): MarkChanges {
  if (!is_ticked) return unmarked(lines);
  const open = lines.filter((line) => missingOf(line, marks) === null);
  const to_tick = open.length > 0 ? open : lines;
  return Object.assign({}, ...to_tick.map((line) => markOf(line, 0)));
}

/** Returns the change that removes the marks of these lines. */
export function unmarked(lines: readonly Line[]): MarkChanges {
  return Object.assign({}, ...lines.map((line) => markOf(line, null)));
}

/** Returns the quantity of the lines that are neither ticked nor marked as missing. */
export function uncheckedItems(lines: readonly Line[], marks: LoadMarks): number {
  return lines.reduce((sum, line) => sum + (missingOf(line, marks) === null ? line.qty : 0), 0);
}

/** True for a stop with missing goods that is not reported yet, because another line is unmarked. */
export function isPartlyChecked(lines: readonly Line[], marks: LoadMarks): boolean {
  const missing = lines.map((line) => missingOf(line, marks));
  return missing.includes(null) && missing.some((qty) => qty !== null && qty > 0);
}

/**
 * Returns the stops of a report to the shop, with their missing lines. Unmarked lines of the orders `leaving`
 * are missing: their driver sets out without them. Other stops with an unmarked line are not checked yet; a
 * report would replace what an earlier one recorded as missing of them.
 */
export function loadCheck(
  stops: readonly LoadStop[],
  marks: LoadMarks,
  leaving: ReadonlySet<string> = new Set(),
): CheckLoading['stops'] {
  const checked = stops.filter(
    ({ order_id, lines }) => leaving.has(order_id) || lines.every((line) => missingOf(line, marks) !== null),
  );
  return checked.slice(0, STOPS_MAX).map((stop) => stopCheck(stop, marks, ({ qty }) => qty));
}

/**
 * Returns the report of a driver who leaves with these stops from another screen: those with a missing line,
 * and those of which all lines are marked. Unmarked lines are not reported, since no question was shown.
 */
export function markedCheck(stops: readonly LoadStop[], marks: LoadMarks): CheckLoading['stops'] {
  const marked = stops.filter(({ lines }) => {
    const missing = lines.map((line) => missingOf(line, marks));
    return missing.some((qty) => qty) || (missing.length > 0 && !missing.includes(null));
  });
  return marked.map((stop) => stopCheck(stop, marks, () => 0));
}

function stopCheck(
  { order_id, lines }: LoadStop,
  marks: LoadMarks,
  missingIfUnmarked: (line: Line) => number,
): CheckLoading['stops'][number] {
  const missing = lines.flatMap((line) => {
    const qty = missingOf(line, marks) ?? missingIfUnmarked(line);
    return qty > 0 ? [{ item_id: line.item_id, qty }] : [];
  });
  return { order_id, missing };
}
