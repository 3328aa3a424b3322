import type { DeskOrder, OrderResult } from '../../../../contract/schemas/desk-orders.ts';
import type { OrderDeed } from './what-may-be-done.ts';

/** What is to be done, with what it needs beside the orders. */
export type Deed =
  | { deed: 'assign'; driver_id: number; driver_name: string }
  | { deed: 'reopen' | 'review'; reason: string }
  | { deed: 'dispatch' | 'return' | 'unassign' | 'cancel' };

/** An order as it was seen by whoever decided what becomes of it. */
export type Seen = Pick<DeskOrder, 'id' | 'version' | 'conflict_id'>;

export type Skipped = Extract<OrderResult, { outcome: 'skipped' }>;

/** What came of the newest deed, until the next begins or it is dismissed. */
export type Standing = {
  deed: OrderDeed | 'undo';
  skipped: readonly Skipped[];
  /** No answer came: sends the same once more. */
  again: (() => void) | null;
};
