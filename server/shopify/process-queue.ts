import type { AuditRowName } from '../../contract/operations/audited.ts';
import type { Facts } from '../audit/audit-event.ts';
import type { Operation } from '../operations/operation.ts';
import { byServer } from '../operations/run-as.ts';
import type { System } from '../platform/actor.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import type { Log } from '../platform/logging/log.ts';
import type { ShopifyApi } from './api/shopify-api.ts';
import { asShopifyError, ShopifyError } from './api/shopify-error.ts';
import { type Stops, stopStore } from './store/connection.ts';
import { storeChange } from './store/store-change.ts';
import { reachStore, type StoreOptions } from './store/store-session.ts';

/**
 * The duration of a claim, in ms: longer than attempts take. The claim of a crashed worker expires after it.
 */
const CLAIM_MS = 180_000;

export type WorkOptions = StoreOptions & { log: Log };

/** The duration of a claim, by the database's clock. */
export const CLAIM = sql<string>`make_interval(secs => ${CLAIM_MS / 1000})`;

/** A pending row for a shop's store, with the id that the order has there. */
export type Claimed = { shop_id: number; order_id: string; attempts: number; external_id: string };

export type Outcome<End> = { end: End } | { failure: ShopifyError };

type Written<End> = { before: 'owed' | 'waiting' | 'listed' | 'failed'; end?: End };
type Columns = ReturnType<typeof failedAttempt>['columns'] | typeof ENDED;
const ENDED = { last_error: null, done_at: sql<Date>`now()` };

/** A table of pending work of one kind for the shops' stores; `w` is one of its rows. */
export type StoreQueue<Row extends Claimed, End extends { status: 'done' | 'listed' }> = {
  /** The name of the work in the audit. */
  what: AuditRowName;
  table: 'order_fulfilments' | 'store_payments';
  /** The column that identifies a row within its shop. */
  key: 'order_id' | 'confirmation_id';
  /** `allowed`: the condition for a due row; `first`: the order of rows with equal attempts. */
  allowed: Sql<boolean>;
  first: Sql<unknown>;
  /** Another column that a claim sets; null for none. */
  claims: Sql<unknown> | null;
  /** Columns that are read with each claimed row, from `q`, the row, and `o`, its order. */
  columns: Sql<unknown>;
  /**
   * Sends the requests to the store, without an open transaction. Its errors pass through `asShopifyError`.
   */
  work(api: ShopifyApi, claimed: Row, owner: Database): Promise<End>;
  /**
   * Writes an attempt into its row, unless another worker has ended it. Returns the previous status if it
   * wrote, and the end if it is not that of the outcome.
   */
  write(tx: Tx, claimed: Row, columns: Columns, outcome: Outcome<End>): Promise<Written<End> | undefined>;
  /** The row's facts for the audit, in addition to its status. */
  audited(claimed: Row): { subject_id: string; facts?: Facts };
  /** Returns which requests stop after Shopify has refused one. */
  stops(failure: ShopifyError): Stops;
  /** The log messages for a final outcome and for a failed attempt. */
  log_messages: { ended: string; failed: string };
};

/** Returns the shops with due work and a store that accepts the credentials. */
export async function shopsWithDue(
  owner: Database,
  { table, allowed }: Pick<StoreQueue<never, never>, 'table' | 'allowed'>,
): Promise<number[]> {
  const { rows } = await sql<{ shop_id: number }>`
    select shop_id from shopify_connections s
    where refused_at is null and exists (
      select from ${sql.ref(table)} w where w.shop_id = s.shop_id and ${isWaiting(allowed)})`.execute(owner);
  return rows.map(({ shop_id }) => shop_id);
}

/**
 * Processes the due rows: claims each and writes its outcome. If Shopify refuses the credentials or cannot be
 * reached, the other rows remain pending, since they would fail too. Returns the number of done rows. Throws
 * the errors of the database.
 */
export async function processQueue<Row extends Claimed, End extends { status: 'done' | 'listed' }>(
  options: WorkOptions,
  shop_id: number,
  queue: StoreQueue<Row, End>,
): Promise<number> {
  const { owner, log } = options;
  const reached = await reachStore(options, shop_id);
  if (!reached) return 0;
  const claim = () => claimNext<Row>(owner, shop_id, queue);
  let done = 0;
  for (let claimed = await claim(); claimed; claimed = await claim()) {
    const { order_id, external_id } = claimed;
    const keep = (outcome: Outcome<End>) =>
      byServer(owner, shop_id, recordAttempt<Row, End>, { queue, claimed, outcome });
    try {
      if (!/^\d+$/.test(external_id)) throw new ShopifyError('rejected', 'The order has no Shopify id');
      const end = await queue.work(reached.api, claimed, owner);
      await keep({ end });
      if (end.status === 'done') done += 1;
      log.info({ shop_id, order_id, status: end.status }, queue.log_messages.ended);
    } catch (error) {
      const failure = asShopifyError(error);
      log.warn({ shop_id, order_id, kind: failure.kind }, queue.log_messages.failed);
      await keep({ failure });
      if (failure.kind === 'refused') {
        await stopStore(owner, reached.connection, failure.message, queue.stops(failure));
      }
      if (failure.kind !== 'rejected') return done;
    }
  }
  return done;
}

function isWaiting(allowed: Sql<boolean>): Sql<boolean> {
  return sql<boolean>`w.status = 'waiting' and ${isDue('w.next_attempt_at')} and ${allowed}`;
}

/** Claims the next row for CLAIM_MS; undefined if none is due. */
function claimNext<Row extends Claimed>(
  owner: Database,
  shop_id: number,
  queue: Pick<StoreQueue<never, never>, 'table' | 'key' | 'allowed' | 'first' | 'claims' | 'columns'>,
): Promise<Row | undefined> {
  const [table, key] = [sql.ref(queue.table), sql.ref(queue.key)];
  const claiming = sql<Row>`
    update ${table} q set attempts = q.attempts + 1, next_attempt_at = ${inMs(CLAIM_MS)}${queue.claims ? sql`, ${queue.claims}` : sql``}
    from orders o
    where o.shop_id = q.shop_id and o.id = q.order_id and (q.shop_id, q.${key}) = (
      select w.shop_id, w.${key} from ${table} w
      where w.shop_id = ${shop_id} and ${isWaiting(queue.allowed)}
      order by w.attempts, ${queue.first} limit 1 for update skip locked)
    returning q.*, ${queue.columns}, coalesce(o.external_id, '') as external_id`;
  return firstRow(owner, claiming);
}

/** Records an attempt. A failure that will be retried leaves no audit row and notifies nobody. */
async function recordAttempt<Row extends Claimed, End extends { status: 'done' | 'listed' }>(
  tx: Tx,
  _actor: System,
  { queue, claimed, outcome }: { queue: StoreQueue<Row, End>; claimed: Row; outcome: Outcome<End> },
  { changed, unchanged }: Operation,
): Promise<void> {
  const failed = 'failure' in outcome ? failedAttempt(claimed.attempts, outcome.failure) : undefined;
  const written = await queue.write(tx, claimed, failed?.columns ?? ENDED, outcome);
  const end = written?.end ?? ('end' in outcome ? outcome.end : undefined);
  const after = end ?? (failed?.given_up && { status: 'failed' });
  if (!after || !written) return unchanged();
  const { subject_id, facts } = queue.audited(claimed);
  const before = { status: written.before, ...facts };
  changed(storeChange(queue.what, subject_id, { before, after, order_id: claimed.order_id }));
}

const FIRST_MS = 15_000;
const LONGEST_MS = 3_600_000;
/** About twenty hours of retries; then the operator has to act. */
const ATTEMPTS_MAX = 25;

/** Returns the wait after the given number of failures, in ms: 15 s, doubling up to an hour. */
export function backoffMs(failures: number): number {
  return Math.min(FIRST_MS * 2 ** Math.max(0, failures - 1), LONGEST_MS);
}

/**
 * Returns the time after a delay of at most an hour, by the database's clock, which also decides what is due.
 */
export function inMs(delay_ms: number): Sql<Date> {
  return sql<Date>`now() + make_interval(secs => ${Math.min(delay_ms, LONGEST_MS) / 1000})`;
}

/**
 * True if the next attempt is due. A time beyond the longest wait counts as due: it was written while the
 * clock was ahead.
 */
export function isDue(next_attempt_at: string): Sql<boolean> {
  const column = sql.ref(next_attempt_at);
  return sql<boolean>`(${column} <= now() or ${column} > ${inMs(LONGEST_MS)})`;
}

/**
 * Returns the columns of a failed attempt, which `attempts` already counts. A throttled or refused attempt is
 * not counted.
 */
function failedAttempt(attempts: number, failure: ShopifyError) {
  const counts = failure.kind === 'unavailable' || failure.kind === 'rejected';
  const wait_ms = failure.kind === 'throttled' ? failure.wait_ms : counts ? backoffMs(attempts) : 0;
  const given_up = counts && attempts >= ATTEMPTS_MAX;
  const columns = {
    last_error: failure.message,
    attempts: counts ? attempts : attempts - 1,
    next_attempt_at: inMs(wait_ms),
    ...(given_up ? { status: 'failed' as const } : {}),
  };
  return { given_up, columns };
}
