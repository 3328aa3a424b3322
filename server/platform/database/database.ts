import type { ColumnType } from 'kysely';
import type pg from 'pg';
import type { AttemptConflict, GoodsOutcome } from '../../../contract/rules/orders/attempts.ts';
import type { CallablePhone } from '../../../contract/rules/orders/callable-phone.ts';
import type { CustomerRequest } from '../../../contract/rules/orders/customer-request.ts';
import type { DeliveryConflict } from '../../../contract/rules/orders/delivery-conflicts.ts';
import type { OrderStatus, Refund } from '../../../contract/rules/orders/order-life.ts';
import type { RefusedBecause } from '../../../contract/rules/orders/part-delivery.ts';
import type { RecordedTender } from '../../../contract/rules/orders/takings.ts';
import type { PaymentMethod, PaymentStatus } from '../../../contract/rules/orders/tender.ts';
import type { WaitReason } from '../../../contract/rules/orders/waiting-orders.ts';
import type { Bucket, FileType } from '../../../contract/rules/storage-paths.ts';
import type { DB } from '../../../database/types.ts';
import { inSpan } from '../logging/spans.ts';
import { machineRandom, type Random } from '../machine.ts';
import { isRetryable } from './driver/failures.ts';
import type { Session } from './driver/session.ts';
import { type DriverOptions, SessionPool } from './driver/session-pool.ts';
import type { Executor, Statement } from './sql.ts';

type Defaulted<T> = ColumnType<T, T | undefined, T>;
export type DriverStatus = 'available' | 'delivering' | 'off_duty';

/** Columns limited to certain values by a check constraint, and JSON columns. */
type NarrowColumns = {
  orders: {
    status: Defaulted<OrderStatus>;
    payment_method: PaymentMethod;
    payment_status: PaymentStatus;
    refund: Refund | null;
    waits_because: WaitReason | null;
    requests: ColumnType<CustomerRequest[], string | undefined, string>;
  };
  customers: { phones: ColumnType<CallablePhone[] | null, string | null | undefined, string | null> };
  drivers: { status: Defaulted<DriverStatus> };
  files: { bucket: Bucket; type: FileType };
  delivery_confirmations: {
    tender: RecordedTender | null;
    outcome: 'delivered' | 'recorded_with_conflict';
    conflict: DeliveryConflict | null;
  };
  delivery_lines: { refused_because: RefusedBecause | null };
  delivery_attempts: { conflict: AttemptConflict | null; from_status: OrderStatus };
  goods_decisions: { outcome: GoodsOutcome };
  cash_handovers: {
    handover_type: 'start' | 'end' | 'collection' | 'drop';
    difference_choice: 'kept' | 'short_or_over' | null;
  };
  store_payments: { status: Defaulted<'owed' | 'waiting' | 'done' | 'listed' | 'failed' | 'dismissed'> };
  order_fulfilments: { status: Defaulted<'waiting' | 'done' | 'failed'> };
};

/** The tables, as generated from the migrated database, with the narrower types above. */
export type Tables = {
  [Name in keyof DB]: Name extends keyof NarrowColumns
    ? Omit<DB[Name], keyof NarrowColumns[Name]> & NarrowColumns[Name]
    : DB[Name];
};

/** Creates the ids of new rows, with the random source of the database. */
type MakesIds = { newId: Random['id'] };

/** Called after each commit of a change that other parts wait for (`notifyAfterCommit`). */
type NotifiesNews = { onNews?: () => void };

/**
 * The time limits of transactions while the database is away or does not respond (`inTransaction`), in ms.
 */
type Waits = {
  /** The time for which transactions are retried while the database is away: another server may take over. */
  away_ms_max?: number;
  /**
   * The time after which a request gets an error instead of a result. Undefined for work without such a
   * limit.
   */
  answer_ms_max?: number | undefined;
};

export type Database = Executor & { sessions: SessionPool } & MakesIds & NotifiesNews & Waits;

/** An open transaction. Functions that write take one, so a write outside a transaction does not compile. */
export type Tx = Executor & MakesIds & Later;

type Later = {
  /** Cannot be used within a savepoint, which may end before the statement is sent. */
  later(statement: Statement): void;
};

export function isTransaction(database: Database | Tx): database is Tx {
  return 'later' in database;
}

/** A killed primary is replaced within seconds; a frozen one takes longer, and clients retry. */
const AWAY_MS_MAX = 10_000;

export function databaseOf(
  pool: pg.Pool,
  {
    random = machineRandom,
    onNews = () => undefined,
    away_ms_max = AWAY_MS_MAX,
    answer_ms_max,
    ...options
  }: DriverOptions & { random?: Random; onNews?: () => void } & Waits = {},
): Database {
  const sessions = new SessionPool(pool, options);
  return {
    sessions,
    execute: (statement) => sessions.within((session) => session.execute(statement)),
    newId: random.id,
    onNews,
    away_ms_max,
    answer_ms_max,
  };
}

/** The statements that begin a transaction. */
export const BEGIN = {
  read_committed: 'start transaction isolation level read committed',
  /** All its statements see the snapshot of the first one, and none writes. */
  snapshot: 'start transaction isolation level repeatable read read only',
} as const;

/**
 * Runs `work` in one transaction, READ COMMITTED by default. Statements that are started concurrently
 * (`Promise.all`) are sent together and executed in their order; if one fails, those after it fail too.
 * `begin` is sent with the first of them. Throws unless the database confirms the commit.
 */
export function runTransaction<T>(
  database: Database,
  work: (tx: Tx) => Promise<T>,
  begin: (typeof BEGIN)[keyof typeof BEGIN] = BEGIN.read_committed,
): Promise<T> {
  const inSession = async (session: Session) => {
    let is_over = false;
    const tx: Tx = {
      newId: database.newId,
      // The connection may be in use by another transaction.
      execute: (statement) =>
        is_over ? Promise.reject(new Error('the transaction has ended')) : session.execute(statement),
      later: (statement) => {
        // After a rollback, statements of work that still runs are not sent.
        if (!is_over) session.later(statement);
      },
    };
    session.begin(begin);
    try {
      const result = await work(tx);
      is_over = true;
      await session.commit();
      if (with_news.has(tx)) database.onNews?.();
      return result;
    } catch (error) {
      is_over = true;
      const cause = session.failure;
      await session.rollback();
      // Work that ignored a transient failure fails with a consequence. The caller needs the cause in order
      // to retry.
      throw isRetryable(cause) ? cause : error;
    }
  };
  return inSpan('transaction', () => database.sessions.within(inSession));
}

const with_news = new WeakSet<Tx>();

/** Marks a transaction whose changes other parts wait for: `onNews` is called after its commit. */
export function notifyAfterCommit(tx: Tx): void {
  with_news.add(tx);
}
