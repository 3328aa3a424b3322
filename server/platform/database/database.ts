import { type ColumnType, Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import type { DeliveryConflict } from '../../../contract/rules/delivery-conflicts.ts';
import type { OrderStatus, Refund } from '../../../contract/rules/order-life.ts';
import type { Bucket, FileType } from '../../../contract/rules/storage-paths.ts';
import type { PaymentMethod, PaymentStatus, Tender } from '../../../contract/rules/tender.ts';
import type { DB } from '../../../database/types.ts';

type Defaulted<T> = ColumnType<T, T | undefined, T>;
type DriverStatus = 'available' | 'delivering' | 'off_duty';

/** Columns whose check constraint names the words they hold. */
type Words = {
  orders: {
    status: Defaulted<OrderStatus>;
    payment_method: PaymentMethod;
    payment_status: PaymentStatus;
    refund: Refund | null;
  };
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

export type Database = Kysely<Tables>;

/** An open transaction. Whatever writes takes one, so an untransacted write does not compile. */
export type Tx = Transaction<Tables>;

export function databaseOf(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
