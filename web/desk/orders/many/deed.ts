import type { DeskOrder, OrderResult } from '../../../../contract/schemas/desk-orders.ts';
import type { OrderDeed } from './what-may-be-done.ts';

/** A bulk action with its parameters, except the orders. */
export type Deed =
  | { deed: 'assign'; driver_id: number; driver_name: string }
  | { deed: 'reopen' | 'review'; reason: string }
  | { deed: 'dispatch' | 'return' | 'unassign' | 'cancel' };

/** An order as it was when the user decided on the action. */
export type Seen = Pick<DeskOrder, 'id' | 'version' | 'conflict_id'>;

export type Skipped = Extract<OrderResult, { outcome: 'skipped' }>;

/** The outcome of the last bulk action, until the next one starts or the user dismisses it. */
export type Standing = {
  deed: OrderDeed | 'undo';
  skipped: readonly Skipped[];
  /** Sends the same command again; set if no response arrived. */
  again: (() => void) | null;
};
