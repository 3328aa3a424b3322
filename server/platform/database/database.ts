import type { ColumnType } from 'kysely';
import type pg from 'pg';
import type { CallablePhone } from '../../../contract/rules/orders/callable-phone.ts';
import type { CustomerRequest } from '../../../contract/rules/orders/customer-request.ts';
import type { DeliveryConflict } from '../../../contract/rules/orders/delivery-conflicts.ts';
import type { OrderStatus, Refund } from '../../../contract/rules/orders/order-life.ts';
import type { PaymentMethod, PaymentStatus, Tender } from '../../../contract/rules/orders/tender.ts';
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

/** Columns whose check constraint names the words they hold, and those of JSON. */
type Words = {
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
    tender: Tender | null;
    outcome: 'delivered' | 'recorded_with_conflict';
    conflict: DeliveryConflict | null;
  };
  cash_handovers: { handover_type: 'start' | 'end' | 'collection' };
  store_payments: { status: Defaulted<'waiting' | 'done' | 'listed' | 'failed' | 'dismissed'> };
  order_fulfilments: { status: Defaulted<'waiting' | 'done' | 'failed'> };
};

/** The tables, as generated from the migrated database and narrowed by the words above. */
export type Tables = {
  [Name in keyof DB]: Name extends keyof Words ? Omit<DB[Name], keyof Words[Name]> & Words[Name] : DB[Name];
};

/** Makes the ids of new rows, by the chance that was given with the database. */
type MakesIds = { newId: Random['id'] };

/** Is told after each commit of something that others wait for (`isNews`). */
type TellsNews = { onNews?: () => void };

/** How long transactions wait for a database that is away, or does not answer (`inTransaction`), in ms. */
type Waits = {
  /** So long they are begun again where the database is away: somebody takes over there. */
  away_ms_max?: number;
  /** After so long whoever asked is told that there is no answer. Undefined: never, for what takes its time. */
  answer_ms_max?: number | undefined;
};

export type Database = Executor & { sessions: SessionPool } & MakesIds & TellsNews & Waits;

/** An open transaction. Whatever writes takes one, so an untransacted write does not compile. */
export type Tx = Executor & MakesIds & Later;

type Later = {
  /** Sends a statement with the next one, the commit at the latest, and fails that if it fails. Not within a savepoint, which may end first. */
  later(statement: Statement): void;
};

export function isTransaction(database: Database | Tx): database is Tx {
  return 'later' in database;
}

/** A killed primary is followed by another one within seconds; a frozen one takes longer, and whoever asks comes again. */
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

/** How a transaction begins. */
export const BEGIN = {
  read_committed: 'start transaction isolation level read committed',
  /** All its statements see the database as it was at the first of them, and none changes it. */
  snapshot: 'start transaction isolation level repeatable read read only',
} as const;

/**
 * Runs `work` in one transaction, READ COMMITTED unless `begin` says otherwise. Statements that are asked for side by side (`Promise.all`) go to the database
 * together and are executed in the order in which they were asked for; where one fails, those behind it fail with it. `begin` goes with the first
 * of them. Throws when the database does not say that it has committed.
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
      // The connection may serve somebody else by now.
      execute: (statement) =>
        is_over ? Promise.reject(new Error('the transaction is over')) : session.execute(statement),
      later: (statement) => {
        // After a rollback, statements of work that is still running are not sent.
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
      // Work that ignored a transient failure fails with a consequence of it. The caller must see the cause, to retry.
      throw isRetryable(cause) ? cause : error;
    }
  };
  return inSpan('transaction', () => database.sessions.within(inSession));
}

const with_news = new WeakSet<Tx>();

/** Says that others wait for what this transaction commits: they are told once it has. */
export function isNews(tx: Tx): void {
  with_news.add(tx);
}
