import type { OwnDelivery } from '../../../contract/operations/screens/read-own-history.schema.ts';
import { partAmounts } from '../../../contract/rules/orders/part-delivery.ts';
import { takenAmounts } from '../../../contract/rules/orders/takings.ts';
import { paymentLeft, settle } from '../../../contract/rules/orders/tender.ts';
import type { DeliveryFacts } from '../../../contract/schemas/corrections.ts';
import { presentFacts } from '../../components/correction/Corrections.tsx';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';

/** A delivery of the user with its present facts, as its correction needs it. */
export type OwnCorrectable = {
  order_id: string;
  order_number: string;
  /** The command of the delivery. */
  command_id: string;
  delivered_at: string;
  facts: DeliveryFacts;
  /** The number of recorded corrections. */
  corrections: number;
  handed_in: boolean;
};

/** Returns null for a delivery that an older server listed, and for one whose customer is erased. */
export function recordedCorrectable({
  correctable,
  order_number,
  delivered_at,
  customer_name,
}: OwnDelivery): OwnCorrectable | null {
  if (!correctable || customer_name === null) return null;
  const { order_id, command_id, handed_in } = correctable;
  const present = presentFacts(correctable.facts, correctable.corrections);
  return { order_id, order_number, command_id, delivered_at, handed_in, ...present };
}

/** A delivery that is still on this device: its command has what the server will record. */
export function unsentCorrectable(
  entry: OutboxEntry<'confirm_delivery'> | OutboxEntry<'deliver_as_taken'>,
): OwnCorrectable {
  const { command_id, about_order, occurred_at, clock_offset_ms, input } = entry;
  return {
    order_id: input.order_id,
    order_number: about_order?.order_number ?? '',
    command_id,
    delivered_at: new Date(Date.parse(occurred_at) + clock_offset_ms).toISOString(),
    facts: factsOf(entry),
    corrections: 0,
    handed_in: false,
  };
}

function factsOf(entry: OutboxEntry<'confirm_delivery'> | OutboxEntry<'deliver_as_taken'>): DeliveryFacts {
  const { customer_name } = entry.input;
  const none = { link_fils: 0, link_reference: null, transfer_fils: 0, transfer_reference: null };
  if ('taken' in entry.input) {
    const { taken, short_reason } = entry.input;
    const due_fils = dueOf(entry as OutboxEntry<'deliver_as_taken'>);
    const { tender, collected_fils, cash_fils } = takenAmounts(due_fils, taken, taken.rounding_fils);
    return {
      ...{ customer_name, tender, collected_fils, cash_fils, due_fils, short_reason },
      rounding_fils: taken.rounding_fils,
      link_fils: taken.link?.amount_fils ?? 0,
      link_reference: taken.link?.reference ?? null,
      transfer_fils: taken.transfer?.amount_fils ?? 0,
      transfer_reference: taken.transfer?.reference ?? null,
    };
  }
  const { tender, due_amount_fils, payment_received } = entry.input;
  if (tender === null) {
    const nothing = { tender, collected_fils: 0, cash_fils: 0, due_fils: 0 };
    return { customer_name, ...nothing, rounding_fils: 0, short_reason: null, ...none };
  }
  const paid = {
    payment_method: tender === 'card_machine' ? ('card' as const) : ('cash' as const),
    pays_either: false,
    payment_status: 'pending' as const,
    due_amount_fils,
  };
  const settled = settle(paymentLeft(paid, entry.about_order?.taken_fils ?? 0), { tender, payment_received });
  const { collected_fils, cash_fils } = settled;
  return {
    ...{ customer_name, tender: settled.tender, collected_fils, cash_fils, due_fils: collected_fils },
    ...{ rounding_fils: 0, short_reason: null, ...none },
  };
}

/** The amount due for the goods that were taken, less what the driver had collected before. */
function dueOf({ input: { part, due_amount_fils }, about_order }: OutboxEntry<'deliver_as_taken'>): number {
  const before_fils = about_order?.taken_fils ?? 0;
  if (part === null) return Math.max(0, due_amount_fils - before_fils);
  return partAmounts({ ...part, paid_fils: part.paid_amount_fils + before_fils }).due_fils;
}
