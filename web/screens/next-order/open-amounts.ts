import type { DeliveredAsTaken } from '../../../contract/operations/dashboard/deliveries/deliver-as-taken.schema.ts';
import { partAmounts } from '../../../contract/rules/orders/part-delivery.ts';
import { takenAmounts } from '../../../contract/rules/orders/takings.ts';
import type { DeliveryEntry } from '../../offline/outbox-entry.ts';

/** The amounts that stay open after a delivery, in fils. */
export type OpenAmounts = { owed_fils: number; unmatched_fils: number; refund_fils: number };

/** Returns what this delivery leaves open, as the server recorded it or will record it; null for nothing. */
export function openAmountsOf({ input, about_order, answer }: DeliveryEntry): OpenAmounts | null {
  if (!('taken' in input)) return null;
  const open = (answer as DeliveredAsTaken | null) ?? expected(input, about_order?.taken_fils ?? 0);
  const { owed_fils, unmatched_fils, refund_fils } = open;
  return owed_fils + unmatched_fils + refund_fils > 0 ? { owed_fils, unmatched_fils, refund_fils } : null;
}

type Input = Extract<DeliveryEntry['input'], { taken: unknown }>;

function expected({ part, taken, due_amount_fils }: Input, taken_fils: number): OpenAmounts {
  const { due_fils, refund_fils } = part
    ? partAmounts({ ...part, paid_fils: part.paid_amount_fils + taken_fils })
    : { due_fils: Math.max(0, due_amount_fils - taken_fils), refund_fils: 0 };
  const { owed_fils, pending_fils, extra_fils } = takenAmounts(due_fils, taken, taken.rounding_fils);
  return { owed_fils, unmatched_fils: pending_fils, refund_fils: refund_fils + extra_fils };
}
