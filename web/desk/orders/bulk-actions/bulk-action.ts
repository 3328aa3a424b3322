import type { NextPromise } from '../../../../contract/schemas/attempts.ts';
import type { DeskOrder, OrderResult } from '../../../../contract/schemas/desk-orders.ts';
import type { BulkActionName } from './applicable-orders.ts';

/** A bulk action with its parameters, except the orders. */
export type BulkAction =
  | { name: 'assign'; driver_id: number; driver_name: string }
  | { name: 'reopen' | 'review'; reason: string }
  | { name: 'postpone'; next: NextPromise }
  | { name: 'dispatch' | 'return' | 'unassign' | 'cancel' };

/** An order as it was when the user decided on the action. */
export type SeenVersion = Pick<DeskOrder, 'id' | 'version' | 'conflict_id'>;

export type Skipped = Extract<OrderResult, { outcome: 'skipped' }>;

/** The outcome of the last bulk action, until the next one starts or the user dismisses it. */
export type BulkOutcome = {
  action: BulkActionName | 'undo';
  skipped: readonly Skipped[];
  /** Sends the same command again; set if no response arrived. */
  again: (() => void) | null;
};
