import { z } from 'zod';
import type { OrderPageEvent } from '../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { GOODS_OUTCOMES } from '../../../contract/rules/orders/attempts.ts';
import { ORDER_STATUSES } from '../../../contract/rules/orders/order-life.ts';
import { RECORDED_TENDERS } from '../../../contract/rules/orders/takings.ts';
import type { OrderStory } from './shop-order-list.ts';

const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().catch(null);
const value = z.union([z.string(), z.number()]).nullable();

/** The details of events of every version; a missing or differently stored detail is null. */
const detail = z.object({
  delivered_at: optional(z.string()),
  occurred_at: optional(z.string()),
  source: optional(z.string()),
  from: optional(z.enum(ORDER_STATUSES)),
  to: optional(z.enum(ORDER_STATUSES)),
  undone: optional(z.boolean()),
  driver_id: optional(z.number()),
  reason: optional(z.string()),
  conflict: optional(z.string()),
  tender: optional(z.enum(RECORDED_TENDERS)),
  collected_fils: optional(z.number()),
  changed: optional(z.string()),
  due_from_fils: optional(z.number()),
  due_to_fils: optional(z.number()),
  steps: optional(
    z.array(
      z.object({ what: z.string(), name: z.string().nullable().default(null), from: value, to: value }),
    ),
  ),
  number: optional(z.number()),
  reason_key: optional(z.string()),
  reason_label: optional(z.string()),
  missing: optional(z.array(z.object({ name: z.string(), qty: z.number() }))),
  outcome: optional(z.enum(GOODS_OUTCOMES)),
  amount_fils: optional(z.number()),
  pending_fils: optional(z.number()),
  taken: optional(
    z.object({
      owed_fils: z.number(),
      link_fils: z.number(),
      transfer_fils: z.number(),
      refund_fils: z.number(),
    }),
  ),
  refused: optional(z.array(z.object({ name: z.string(), qty: z.number() }))),
});

type Line = OrderStory['history'][number];
export type Detail = z.infer<typeof detail>;
type Step = OrderPageEvent['steps'][number];

/**
 * Returns an order's history for the desk, newest first: author, times of delivery and recording, changes and
 * reason.
 */
export function toTimeline({ history, assignments }: Pick<OrderStory, 'history' | 'assignments'>) {
  const drivers = new Map(assignments.map(({ driver_id, driver }) => [driver_id, driver]));
  return history.map((line) => toEvent(line, drivers)).reverse();
}

/** The outcome of a decision about a payment, which `outcome` of other events does not contain. */
const matched = z.object({ outcome: optional(z.enum(['received', 'not_received'])) });

/** Reads the details of an event of any version. */
export function parseDetail(stored: Line['detail']): Detail {
  return detail.parse(stored);
}

function toEvent(line: Line, drivers: ReadonlyMap<number, string>): OrderPageEvent {
  const all = parseDetail(line.detail);
  const { delivered_at, source, from, to, driver_id, reason, conflict, tender, collected_fils } = all;
  return {
    id: line.id,
    kind: line.kind,
    occurred_at: delivered_at ?? all.occurred_at,
    recorded_at: line.recorded_at.toISOString(),
    by: authorOf(line),
    ...{ source, from, to, reason, conflict, tender, collected_fils },
    undone: all.undone === true,
    driver: driver_id === null ? null : { driver_id, full_name: drivers.get(driver_id) ?? String(driver_id) },
    steps: stepsOf(all),
    attempt: attemptOf(all),
    missing: all.missing,
    amount_fils: paidOf(line.kind, all),
    match: line.kind === 'matched' ? matched.parse(line.detail).outcome : null,
    taken: takenOf(all),
    refused: all.refused,
    goods: all.outcome,
  };
}

/** Returns the amount of a payment, or of a decision or a waiver. */
function paidOf(kind: string, { amount_fils, collected_fils, pending_fils }: Detail): number | null {
  return kind === 'paid' ? (collected_fils ?? 0) + (pending_fils ?? 0) : amount_fils;
}

function takenOf({ taken }: Detail): OrderPageEvent['taken'] {
  if (taken === null) return null;
  const { owed_fils, link_fils, transfer_fils, refund_fils } = taken;
  return { owed_fils, pending_fils: link_fils + transfer_fils, refund_fils };
}

function attemptOf({ number, reason_key, reason_label }: Detail): OrderPageEvent['attempt'] {
  return number === null || reason_key === null ? null : { number, reason: reason_key, reason_label };
}

function authorOf({ by, operator, system }: Line): OrderPageEvent['by'] {
  if (by !== null) return { kind: 'staff', name: by };
  return operator === null ? { kind: 'system', name: system } : { kind: 'operator', name: operator };
}

/**
 * Changes that steps describe. Others, such as the customer's data, have a name only, as do all changes of
 * older events.
 */
const DESCRIBED_BY_STEPS = ['amounts', 'area', 'lines', 'payment', 'promised'];

function stepsOf({ changed, steps, due_from_fils, due_to_fils }: Detail): Step[] {
  const names = changed?.split(', ') ?? [];
  const has_due = steps?.some(({ what }) => what === 'due_amount_fils') ?? false;
  const due = { what: 'due_amount_fils', name: null, from: due_from_fils, to: due_to_fils };
  const nameless = (what: string): Step => ({ what, name: null, from: null, to: null });
  return [
    ...names.filter((name) => steps === null || !DESCRIBED_BY_STEPS.includes(name)).map(nameless),
    ...(steps ?? []),
    ...(due_from_fils === null || has_due ? [] : [due]),
  ];
}
