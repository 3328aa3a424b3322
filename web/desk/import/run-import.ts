import type { PreviewedOrder } from '../../../contract/operations/desk/import/preview-import.schema.ts';
import type { EndpointBody } from '../../../contract/operations/endpoint-schemas.ts';
import type { ImportFate } from '../../../contract/rules/import/import-fields.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { thisTab } from '../../world/this-tab.ts';
import { type FileDates, noDates } from './dates/date-order.ts';
import type { ImportReader } from './import-reader.ts';
import type { ReadAs } from './import-source.ts';
import type { FileFault, Grouping } from './reader/group-orders.ts';
import { UnreadableFile } from './reader/read-row.ts';
import { type Going, Stopped, sendPatiently } from './send-patiently.ts';

/** An order of the file with what becomes of it. What only the file tells stands in `file_fault`. */
export type PreviewRow = PreviewedOrder & { file_fault: FileFault['kind'] | null; earlier: number | null };

export type Preview = {
  rows: PreviewRow[];
  /** Why the file could not be read to its end. */
  damage: UnreadableFile | null;
  /** The dates of what could be read. */
  dates: FileDates;
};

/** Asked in the name of `as_user` and of nobody else. */
export type Reading = { reader: ImportReader; grouping: Grouping; read_as: ReadAs; as_user: string };

/** Asks what would become of every order of the file. Throws Stopped, and what the server refuses. */
export async function previewFile(
  { reader, grouping, read_as, as_user }: Reading,
  going: Going,
  onProgress: (progress: number, rows: number) => void,
): Promise<Preview> {
  const rows: PreviewRow[] = [];
  let dates = noDates();
  const damage = await untilDamage(async () => {
    for await (const { orders, faults, progress, dates: so_far } of reader.batches(grouping)) {
      dates = so_far;
      const body: EndpointBody<'preview_import'> = { ...read_as, orders };
      if (orders.length > 0) {
        const answer = await sendPatiently(going, () => callEndpoint('preview_import', { body, as_user }));
        for (const order of answer.orders) rows.push({ ...order, file_fault: null, earlier: null });
      }
      rows.push(...faults.map(rowOfFault));
      onProgress(progress, rows.length);
      if (going.stopped) throw new Stopped(false);
    }
  });
  return { rows: withoutRepeated(rows).sort((one, other) => one.line - other.line), damage, dates };
}

/**
 * An order that the file has again further down may be only a part of that order: it is not imported either. The file's reader has sent it
 * before it found the other rows.
 */
export function withoutRepeated(rows: readonly PreviewRow[]): PreviewRow[] {
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

const WRITTEN: ReadonlySet<ImportFate> = new Set<ImportFate>(['new', 'same', 'differs']);

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

type Left = { line: number; order_number: string };

/** So many are named; of more the preview tells once the file is chosen again. */
const NAMED_MAX = 30;

export type Imported = {
  imported: number;
  updated: number;
  /** Were as in the file by the time they were to be written. */
  same: number;
  /** Were to be written and were not, since they are others than in the preview; how many, and the first of them. */
  others: number;
  left: readonly Left[];
  /** It was stopped before its end. */
  stopped: boolean;
  /** Of the last ones that were sent nobody knows whether they were recorded; how many. */
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

/** Which orders of a preview are written: by their lines, and those that are corrected as they were seen. */
export type Wanted = { add: number[]; correct: Seen[] };
type Seen = Pick<PreviewRow, 'line' | 'order_number' | 'version'>;

/**
 * Writes what is wanted of the file, batch by batch, each exactly once under its own id however often it is sent. Between batches it can be stopped;
 * what was written until then stays, and is told. Throws what the server refuses, and UnreadableFile.
 */
export async function importFile(
  reading: Reading,
  wanted: Wanted,
  going: Going,
  onDone: (done: Imported) => void,
): Promise<Imported> {
  const done = { ...NOTHING_IMPORTED };
  let sent = 0;
  try {
    for await (const { orders } of wantedBatches(reading, wanted.add)) {
      sent = orders.length;
      await addOrders(reading, orders, going, done);
      onDone({ ...done });
    }
    const seen = new Map(wanted.correct.map((one) => [one.line, one]));
    for await (const { orders } of wantedBatches(reading, [...seen.keys()])) {
      for (const order of orders) {
        sent = 1;
        await correctOne(reading, order, seen.get(order[0].line), going, done);
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
  going: Going,
  done: Imported,
): Promise<void> {
  const request = { body: { ...read_as, orders }, as_user, command_id: thisTab.random.uuid() };
  const answer = await sendPatiently(going, () => callEndpoint('import_orders', request));
  done.imported += answer.imported;
  done.same += answer.same;
  leave(done, answer.others);
}

async function correctOne(
  { read_as, as_user }: Reading,
  order: Orders[number],
  seen: Seen | undefined,
  going: Going,
  done: Imported,
): Promise<void> {
  const seen_version = seen?.version ?? undefined;
  const request = { body: { ...read_as, order, seen_version }, as_user, command_id: thisTab.random.uuid() };
  const { outcome } = await sendPatiently(going, () => callEndpoint('correct_imported_order', request));
  if (outcome === 'updated') done.updated += 1;
  else if (outcome === 'same') done.same += 1;
  else leave(done, [{ line: order[0].line, order_number: seen?.order_number ?? '' }]);
}

function leave(done: Imported, some: readonly Left[]): void {
  done.others += some.length;
  const named = some.slice(0, NAMED_MAX - done.left.length);
  done.left = [...done.left, ...named.map(({ line, order_number }) => ({ line, order_number }))];
}
