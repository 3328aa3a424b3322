import type { Encoding } from '../../../../contract/rules/encodings/encodings.ts';
import { DateCollector } from '../dates/collect-dates.ts';
import type { FileDates } from '../dates/date-order.ts';
import { type Batch, Batching, cellKinds, type Grouping, OrderGroups } from './group-orders.ts';
import { type OpenedFile, openFile } from './open-file.ts';
import { UnreadableFile, type UnreadableWhy } from './read-row.ts';

/** More than any shop has at a time; the numbers of all are held in memory. */
const ORDERS_MAX = 200_000;

export type OpenedFacts = Omit<OpenedFile, 'rows'>;

export type ReaderAsk =
  | { id: number; ask: 'open'; file: File; sheet: string | null; encoding: Encoding | null }
  /** From the file's beginning; `only` are the lines of the orders that are wanted. */
  | { id: number; ask: 'start'; grouping: Grouping; only: readonly number[] | null }
  | { id: number; ask: 'next' };

export type ReaderAnswer =
  | { id: number; opened: OpenedFacts }
  | { id: number; started: true }
  /** Null once the file is at its end. */
  | { id: number; batch: (Batch & { dates: FileDates }) | null }
  | { id: number; unreadable: UnreadableWhy; line: number | null };

let file: OpenedFile | null = null;
let batches: AsyncGenerator<Batch & { dates: FileDates }> | null = null;

self.addEventListener('message', ({ data }: MessageEvent<ReaderAsk>) => {
  void answer(data)
    .catch((error: unknown): ReaderAnswer => {
      const { why, line } = error instanceof UnreadableFile ? error : new UnreadableFile('unreadable');
      return { id: data.id, unreadable: why, line };
    })
    .then((told) => self.postMessage(told));
});

async function answer(asked: ReaderAsk): Promise<ReaderAnswer> {
  const { id } = asked;
  if (asked.ask === 'open') {
    file = await openFile(asked.file, asked.sheet, asked.encoding);
    const { rows, ...opened } = file;
    return { id, opened };
  }
  if (asked.ask === 'start') {
    if (!file) throw new Error('no file is open');
    batches = batchesOf(file, asked.grouping, asked.only && new Set(asked.only));
    return { id, started: true };
  }
  const next = await batches?.next();
  return { id, batch: next?.done === false ? next.value : null };
}

async function* batchesOf(
  opened: OpenedFile,
  grouping: Grouping,
  only: ReadonlySet<number> | null,
): AsyncGenerator<Batch & { dates: FileDates }> {
  const groups = new OrderGroups(grouping, ORDERS_MAX);
  const batching = new Batching();
  // The preview reads all orders: dates are counted then.
  const collector = new DateCollector(opened.header, only ? [] : (grouping.dates ?? []));
  const { dates } = collector;
  let progress = 0;
  const wanted = (grouped: ReturnType<OrderGroups['end']>) =>
    grouped && (!only || ('order' in grouped && only.has(grouped.order[0].line))) ? grouped : null;
  try {
    for await (const row of opened.rows(cellKinds(grouping))) {
      progress = row.progress;
      if (!row.is_hidden) collector.take(row);
      const grouped = wanted(groups.take(row));
      const full = grouped && batching.add(grouped, progress);
      if (full) yield { ...full, dates };
    }
  } catch (error) {
    // The rows of the last order may not all be there: it is left out, and those before it are not.
    yield { ...batching.take(progress), dates };
    throw error;
  }
  const last = wanted(groups.end());
  const full = last && batching.add(last, progress);
  if (full) yield { ...full, dates };
  yield { ...batching.take(1), dates };
}
