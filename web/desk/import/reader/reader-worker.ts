import type { Encoding } from '../../../../contract/rules/encodings/encodings.ts';
import { DateCollector } from '../dates/collect-dates.ts';
import type { FileDates } from '../dates/date-order.ts';
import { type Batch, Batching, cellKinds, type Grouping, OrderGroups } from './group-orders.ts';
import { type OpenedFile, openFile } from './open-file.ts';
import { UnreadableFile, type UnreadableWhy } from './read-row.ts';

/** The largest number of orders in a file; the order numbers are kept in memory. */
const ORDERS_MAX = 200_000;

export type OpenedFacts = Omit<OpenedFile, 'rows'>;

export type ReaderRequest =
  | { id: number; ask: 'open'; file: File; sheet: string | null; encoding: Encoding | null }
  /** Starts at the beginning of the file; `only` are the lines of the orders to return. */
  | { id: number; ask: 'start'; grouping: Grouping; only: readonly number[] | null }
  | { id: number; ask: 'next' };

export type ReaderResponse =
  | { id: number; opened: OpenedFacts }
  | { id: number; started: true }
  /** Null at the end of the file. */
  | { id: number; batch: (Batch & { dates: FileDates }) | null }
  | { id: number; unreadable: UnreadableWhy; line: number | null };

let file: OpenedFile | null = null;
let batches: AsyncGenerator<Batch & { dates: FileDates }> | null = null;

self.addEventListener('message', ({ data }: MessageEvent<ReaderRequest>) => {
  void respond(data)
    .catch((error: unknown): ReaderResponse => {
      const { why, line } = error instanceof UnreadableFile ? error : new UnreadableFile('unreadable');
      return { id: data.id, unreadable: why, line };
    })
    .then((response) => self.postMessage(response));
});

async function respond(request: ReaderRequest): Promise<ReaderResponse> {
  const { id } = request;
  if (request.ask === 'open') {
    file = await openFile(request.file, request.sheet, request.encoding);
    const { rows, ...opened } = file;
    return { id, opened };
  }
  if (request.ask === 'start') {
    if (!file) throw new Error('no file is open');
    batches = batchesOf(file, request.grouping, request.only && new Set(request.only));
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
  // Only the preview, which reads all orders, counts dates.
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
    // The last order may be incomplete: it is skipped, and the orders before it are returned.
    yield { ...batching.take(progress), dates };
    throw error;
  }
  const last = wanted(groups.end());
  const full = last && batching.add(last, progress);
  if (full) yield { ...full, dates };
  yield { ...batching.take(1), dates };
}
