import type { PreviewedOrder } from '../../../contract/operations/desk/import/preview-import.schema.ts';
import type { EndpointBody } from '../../../contract/operations/endpoint-schemas.ts';
import type { ImportOutcome } from '../../../contract/rules/import/import-fields.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { type FileDates, noDates } from './dates/date-order.ts';
import type { ImportReader } from './import-reader.ts';
import type { ReadAs } from './import-source.ts';
import type { FileFault, Grouping } from './reader/group-orders.ts';
import { UnreadableFile } from './reader/read-row.ts';
import { type SendControl, Stopped, sendUntilResponse } from './send-until-response.ts';

/**
 * An order of the file and its outcome. `file_fault` is an error that only the reader of the whole file
 * detects.
 */
export type PreviewRow = PreviewedOrder & { file_fault: FileFault['kind'] | null; earlier: number | null };

export type Preview = {
  rows: PreviewRow[];
  /** The reason why the rest of the file could not be read. */
  damage: UnreadableFile | null;
  /** The dates of the rows that could be read. */
  dates: FileDates;
};

/** `as_user` is the user in whose name requests are sent. */
export type Reading = { reader: ImportReader; grouping: Grouping; read_as: ReadAs; as_user: string };

/**
 * Requests the outcome of every order of the file. Throws Stopped, and ProblemError if the server refuses.
 */
export async function previewFile(
  { reader, grouping, read_as, as_user }: Reading,
  control: SendControl,
  onProgress: (progress: number, rows: number) => void,
): Promise<Preview> {
  const rows: PreviewRow[] = [];
  let dates = noDates();
  const damage = await untilDamage(async () => {
    for await (const { orders, faults, progress, dates: so_far } of reader.batches(grouping)) {
      dates = so_far;
      const body: EndpointBody<'preview_import'> = { ...read_as, orders };
      if (orders.length > 0) {
        const response = await sendUntilResponse(control, () =>
          callEndpoint('preview_import', { body, as_user }),
        );
        for (const order of response.orders) rows.push({ ...order, file_fault: null, earlier: null });
      }
      rows.push(...faults.map(rowOfFault));
      onProgress(progress, rows.length);
      if (control.stopped) throw new Stopped(false);
    }
  });
  return { rows: markRepeated(rows).sort((one, other) => one.line - other.line), damage, dates };
}

/**
 * Marks orders that the file repeats further down as errors: the first rows may be only a part of the order.
 * The reader has already sent them when it finds the other rows.
 */
export function markRepeated(rows: readonly PreviewRow[]): PreviewRow[] {
  const repeated = new Map<number, number>();
  for (const { line, file_fault, earlier } of rows)
    if (file_fault === 'repeated' && earlier !== null && !repeated.has(earlier)) repeated.set(earlier, line);
  return rows.map((row) => {
    const { line, order_number, fate } = row;
    const earlier = repeated.get(line);
    if (earlier === undefined || !WRITTEN.has(fate)) return row;
    return rowOfFault({ line, order_number, kind: 'repeated', earlier });
  });
}

const WRITTEN: ReadonlySet<ImportOutcome> = new Set<ImportOutcome>(['new', 'same', 'differs']);

function rowOfFault({ line, order_number, kind, earlier }: FileFault): PreviewRow {
  const bare = { order: null, faults: [], differences: [], left_because: null, version: null };
  return { line, order_number, fate: 'bad', ...bare, file_fault: kind, earlier };
}

async function untilDamage(work: () => Promise<void>): Promise<UnreadableFile | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof UnreadableFile) return error;
    throw error;
  }
}

type SkippedOrder = { line: number; order_number: string };

/** The number of skipped orders that are listed; a new preview of the file shows all. */
const NAMED_MAX = 30;

export type Imported = {
  imported: number;
  updated: number;
  /** Orders that were already up to date when they were sent. */
  same: number;
  /**
   * The number of orders that were skipped since they had changed after the preview; `left` are the first of
   * them.
   */
  others: number;
  left: readonly SkippedOrder[];
  /** True if the import was stopped before its end. */
  stopped: boolean;
  /** The number of orders that were sent last without a response: they may be saved or not. */
  unknown: number;
};

export const NOTHING_IMPORTED: Imported = {
  imported: 0,
  updated: 0,
  same: 0,
  others: 0,
  left: [],
  stopped: false,
  unknown: 0,
};

/** The orders to save: the lines of those to add, and the previewed versions of those to change. */
export type SelectedOrders = { add: number[]; correct: PreviewedVersion[] };
type PreviewedVersion = Pick<PreviewRow, 'line' | 'order_number' | 'version'>;

/**
 * Saves the selected orders batch by batch. The id of a batch's command makes its retries idempotent. It can
 * be stopped between batches; the result counts what was saved until then. Throws ProblemError if the server
 * refuses, and UnreadableFile.
 */
export async function importFile(
  reading: Reading,
  wanted: SelectedOrders,
  control: SendControl,
  onDone: (done: Imported) => void,
): Promise<Imported> {
  const done = { ...NOTHING_IMPORTED };
  let sent = 0;
  try {
    for await (const { orders } of wantedBatches(reading, wanted.add)) {
      sent = orders.length;
      await addOrders(reading, orders, control, done);
      onDone({ ...done });
    }
    const seen = new Map(wanted.correct.map((one) => [one.line, one]));
    for await (const { orders } of wantedBatches(reading, [...seen.keys()])) {
      for (const order of orders) {
        sent = 1;
        await correctOne(reading, order, seen.get(order[0].line), control, done);
        onDone({ ...done });
      }
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    done.stopped = true;
    done.unknown = error.unknown ? sent : 0;
  }
  return done;
}

async function* wantedBatches({ reader, grouping }: Reading, lines: readonly number[]) {
  if (lines.length === 0) return;
  for await (const batch of reader.batches(grouping, lines)) if (batch.orders.length > 0) yield batch;
}

type Orders = EndpointBody<'import_orders'>['orders'];

async function addOrders(
  { read_as, as_user }: Reading,
  orders: Orders,
  control: SendControl,
  done: Imported,
): Promise<void> {
  const request = { body: { ...read_as, orders }, as_user, command_id: thisTab.random.uuid() };
  const response = await sendUntilResponse(control, () => callEndpoint('import_orders', request));
  done.imported += response.imported;
  done.same += response.same;
  addSkipped(done, response.others);
}

async function correctOne(
  { read_as, as_user }: Reading,
  order: Orders[number],
  seen: PreviewedVersion | undefined,
  control: SendControl,
  done: Imported,
): Promise<void> {
  const seen_version = seen?.version ?? undefined;
  const request = { body: { ...read_as, order, seen_version }, as_user, command_id: thisTab.random.uuid() };
  const { outcome } = await sendUntilResponse(control, () => callEndpoint('correct_imported_order', request));
  if (outcome === 'updated') done.updated += 1;
  else if (outcome === 'same') done.same += 1;
  else addSkipped(done, [{ line: order[0].line, order_number: seen?.order_number ?? '' }]);
}

function addSkipped(done: Imported, some: readonly SkippedOrder[]): void {
  done.others += some.length;
  const named = some.slice(0, NAMED_MAX - done.left.length);
  done.left = [...done.left, ...named.map(({ line, order_number }) => ({ line, order_number }))];
}
