import type { AttemptConflict, GoodsOutcome } from '../../contract/rules/orders/attempts.ts';
import type { DeliveryConflict } from '../../contract/rules/orders/delivery-conflicts.ts';
import type { OrderStatus } from '../../contract/rules/orders/order-life.ts';
import type { RefusedBecause } from '../../contract/rules/orders/part-delivery.ts';
import type { MatchOutcome, RecordedTender, TenderByReference } from '../../contract/rules/orders/takings.ts';
import type { AuditedChange } from '../audit/audit-event.ts';
import type { Change } from '../operations/operation.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { addRows } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';

/** An event in an order's history. */
type OrderEvent =
  | { kind: 'imported'; detail: { source: string } }
  /** The changes with old and new values, and the reason; never data about the customer. */
  | { kind: 'updated'; detail: UpdateEvent }
  | {
      kind: 'conflict';
      detail: { conflict: 'cancelled_after_delivery' | 'not_to_hand_over' } | DeliveryEvent;
    }
  /** The result of a review at the desk. */
  | { kind: 'reviewed'; detail: { conflict_id: string; reason: string } }
  | { kind: 'delivered'; detail: DeliveryEvent }
  | { kind: 'corrected'; detail: CorrectionEvent }
  | { kind: 'attempted'; detail: AttemptEvent }
  /** `conflict`: the order had changed since the attempt, and was not restored. */
  | {
      kind: 'attempt_undone';
      detail: { attempt_id: string; from: OrderStatus; to: OrderStatus; conflict?: boolean };
    }
  /** The decision about the goods at an end of day. */
  | { kind: 'goods'; detail: { handover_id: string; outcome: GoodsOutcome } }
  /** The lines that were missing when the driver checked the load. */
  | { kind: 'loaded'; detail: { check_id: string; missing: { name: string; qty: number }[] } }
  /** A payment after the delivery, in fils; `pending_fils` by link or transfer. */
  | { kind: 'paid'; detail: { payment_id: string; collected_fils: number; pending_fils: number } }
  /** The decision about a payment by link or transfer. */
  | {
      kind: 'matched';
      detail: { match_id: string; tender: TenderByReference; amount_fils: number; outcome: MatchOutcome };
    }
  | { kind: 'waived'; detail: { waiver_id: string; amount_fils: number } }
  | { kind: 'assigned'; detail: { driver_id: number } }
  | { kind: 'unassigned'; detail: { driver_id: number } }
  | { kind: 'status'; detail: { from: OrderStatus; to: OrderStatus; reason?: string; undone?: true } };

type UpdateEvent = {
  changed: string;
  due_from_fils?: number;
  due_to_fils?: number;
  steps?: OrderStep[];
  reason?: string;
};

/** One change of an order: of a column, or of a line with its product's name. */
export type OrderStep = {
  what: string;
  name?: string;
  from: string | number | null;
  to: string | number | null;
};

type AttemptEvent = {
  attempt_id: string;
  number: number;
  reason_key: string;
  /** The shop's label of the reason; absent for a built-in one. */
  reason_label?: string;
  from: OrderStatus;
  occurred_at: string;
  conflict?: AttemptConflict;
};

type DeliveryEvent = Partial<DeliveredPart> & {
  confirmation_id: string;
  from: OrderStatus;
  delivered_at: string;
  tender: RecordedTender | null;
  collected_fils: number;
  conflict?: DeliveryConflict;
  /** The amount due, and the amount due that the driver saw, in fils. */
  due_fils?: number;
  seen_fils?: number;
};

/** The details of a delivery of which not all goods, or not exactly the amount due, were taken. */
export type DeliveredPart = {
  taken: {
    /** The amount due for the goods that were taken, less what the driver had collected before. */
    due_fils: number;
    collected_before_fils: number;
    cash_fils: number;
    card_fils: number;
    link_fils: number;
    transfer_fils: number;
    rounding_fils: number;
    owed_fils: number;
    /** Owed to the customer. */
    refund_fils: number;
    /** The approved request to hand over without any payment. */
    consent_id?: string;
  };
  /** Absent if the customer took all goods. */
  refused?: { name: string; qty: number; because: RefusedBecause }[];
};

/** A correction of a delivery, with what was recorded before it. */
type CorrectionEvent = {
  correction_id: string;
  number: number;
  tender: RecordedTender | null;
  collected_fils: number;
  cash_fils: number;
  before_tender: RecordedTender | null;
  before_collected_fils: number;
  before_cash_fils: number;
};

type NewOrderEvent = { order: { shop_id: number; id: string }; event: OrderEvent };

/** Records an event in an order's history; its author is a user or one of the shop's systems. */
export async function recordOrderEvent(
  tx: Tx,
  actor: Actor,
  order: NewOrderEvent['order'],
  event: OrderEvent,
): Promise<void> {
  await recordOrderEvents(tx, actor, [{ order, event }]);
}

/** Records an event for each of several orders. */
export async function recordOrderEvents(
  tx: Tx,
  actor: Actor,
  events: readonly NewOrderEvent[],
): Promise<void> {
  const author = {
    actor_user_id: actor.kind === 'staff' ? actor.user_id : null,
    operator: actor.kind === 'operator' ? actor.account : null,
    system: actor.kind === 'system' ? actor.name : null,
  };
  const rows = events.map(({ order: { shop_id, id: order_id }, event: { kind, detail } }) => ({
    shop_id,
    id: tx.newId(),
    order_id,
    kind,
    detail,
    ...author,
  }));
  await addRows(tx, 'order_events', rows);
}

/** An order before a change. */
type OrderBefore = { shop_id: number; id: string; driver_id: number | null };

/**
 * Describes a change of an order for the audit, and notifies the desk and its drivers before and after the
 * change.
 */
export async function orderChange(
  tx: Tx,
  { shop_id, id, driver_id }: OrderBefore,
  change: Omit<AuditedChange, 'subject_id'>,
  driver_after: number | null = driver_id,
): Promise<Change> {
  const user_ids = await usersOfDrivers(tx, shop_id, [driver_id, driver_after]);
  const touched = { topic: 'orders', subject_id: id, audience: 'desk', user_ids } as const;
  return { ...change, subject_id: id, touched: [touched] };
}

/** The users of these driver records; null has no user. */
export async function usersOfDrivers(
  tx: Tx,
  shop_id: number,
  driver_ids: readonly (number | null)[],
): Promise<string[]> {
  const known = driver_ids.filter((id) => id !== null);
  if (known.length === 0) return [];
  const { rows } = await sql<{ user_id: string }>`
    select user_id from drivers where shop_id = ${shop_id} and id = any(${known}::int[])`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}
