import type {
  DeliverAsTaken,
  DeliveredAsTaken,
} from '../../contract/operations/dashboard/deliveries/deliver-as-taken.schema.ts';
import { roundingOf, type TakenAmounts, takenAmounts } from '../../contract/rules/orders/takings.ts';
import type { PaymentStatus } from '../../contract/rules/orders/tender.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { sendAsTakenReads } from './as-taken-reads.ts';
import { type DeliveryCommand, deliver } from './deliver.ts';
import type { LockedOrder } from './lock-order.ts';
import { type PartTaken, partTaken } from './part-taken.ts';
import type { AsTaken } from './record-delivery.ts';

/**
 * Confirms a delivery of which the customer did not take all goods, or for which not exactly the amount due
 * was taken by one tender (ruling H5). The rest of the amount due stays owed on the order. Throws
 * `nothing_taken`, `payment_confirmation_required`, `reason_required`, `consent_required`, `invalid_input`,
 * and the errors of `deliver`.
 */
export async function deliverAsTaken(
  tx: Tx,
  actor: Staff,
  input: DeliverAsTaken,
  command: DeliveryCommand,
): Promise<DeliveredAsTaken> {
  const { goods, rounds_cash, has_consent } = sendAsTakenReads(tx, input);
  const { reply, payment } = await deliver(
    tx,
    actor,
    input,
    command,
    'deliver_as_taken',
    async (order, taken_fils) => {
      const part = partTaken(input, order, taken_fils, await goods);
      const paid = amountsPaid(input, part, await rounds_cash);
      admitPaid(input, paid, await has_consent);
      const amounts = { settlement: paid.amounts, payment_status: paymentStatus(order, input, paid) };
      return { ...amounts, as_taken: asTaken(input, taken_fils, part, paid), paid, part };
    },
  );
  const { rounding_fils, owed_fils, pending_fils } = payment.paid.amounts;
  return {
    ...reply,
    due_fils: payment.part.due_fils,
    rounding_fils,
    owed_fils,
    unmatched_fils: pending_fils,
    refund_fils: owedToCustomer(payment.part, payment.paid),
  };
}

type Paid = {
  amounts: TakenAmounts;
  /** True if no tender was used. */
  is_nothing: boolean;
  /** The owed part that the driver knew of: without a rounding that the shop does not grant (any more). */
  short_fils: number;
  /** True if the desk's consent is needed, and stored. */
  needs_consent: boolean;
};

function amountsPaid({ taken }: DeliverAsTaken, { due_fils }: PartTaken, rounds_cash: boolean): Paid {
  const rounding_fils = Math.min(taken.rounding_fils, roundingOf(due_fils, taken, rounds_cash));
  const amounts = takenAmounts(due_fils, taken, rounding_fils);
  const is_nothing = amounts.collected_fils + amounts.pending_fils === 0;
  const short_fils = Math.max(0, amounts.owed_fils - (taken.rounding_fils - rounding_fils));
  return { amounts, is_nothing, short_fils, needs_consent: is_nothing && short_fils > 0 };
}

/**
 * Throws `invalid_input`, `payment_confirmation_required`, `reason_required`, `consent_required`.
 */
function admitPaid(input: DeliverAsTaken, paid: Paid, has_consent: boolean): void {
  const { taken, due_amount_fils, payment_received, short_reason } = input;
  if (taken.received_fils !== null && taken.received_fils < taken.cash_fils) {
    throw Problem.ofInput('taken.received_fils', 'must not be less than the cash that was taken');
  }
  if (due_amount_fils === 0 && !paid.is_nothing) throw Problem.ofInput('taken', 'nothing was due');
  if (!paid.is_nothing && !payment_received) throw new Problem('payment_confirmation_required');
  if (paid.short_fils > 0 && short_reason === null) throw new Problem('reason_required');
  if (paid.needs_consent && !has_consent) throw new Problem('consent_required');
}

/**
 * An order whose amount due became more than 0 on the way, of which the driver did not know, stays pending,
 * as in a plain delivery.
 */
function paymentStatus(
  order: LockedOrder,
  { due_amount_fils }: DeliverAsTaken,
  { amounts }: Paid,
): PaymentStatus {
  if (order.due_amount_fils === 0) return 'paid';
  return due_amount_fils === 0 ? 'pending' : amounts.payment_status;
}

/** The amount paid before for refused goods, and what was taken above the amount due. */
function owedToCustomer({ refund_fils }: PartTaken, { amounts }: Paid): number {
  return refund_fils + amounts.extra_fils;
}

function asTaken(input: DeliverAsTaken, collected_before_fils: number, part: PartTaken, paid: Paid): AsTaken {
  const { taken } = input;
  const { amounts, needs_consent } = paid;
  const { cash_fils, collected_fils, rounding_fils, owed_fils } = amounts;
  const { due_fils, lines } = part;
  const [link_fils, transfer_fils] = [taken.link?.amount_fils ?? 0, taken.transfer?.amount_fils ?? 0];
  const consent_id = needs_consent ? input.consent_id : null;
  const short_reason = owed_fils > 0 ? input.short_reason : null;
  const refund_fils = owedToCustomer(part, paid);
  const shared = { due_fils, rounding_fils, link_fils, transfer_fils, owed_fils, refund_fils };
  const refused = lines.flatMap(({ name, qty, handed_over, refused_because }) =>
    refused_because ? { name, qty: qty - handed_over, because: refused_because } : [],
  );
  return {
    columns: {
      due_fils,
      rounding_fils,
      received_fils: taken.received_fils,
      link_fils,
      link_reference: taken.link?.reference ?? null,
      transfer_fils,
      transfer_reference: taken.transfer?.reference ?? null,
      refund_fils: part.refund_fils,
      short_reason,
      consent_id,
    },
    lines,
    detail: {
      taken: {
        ...shared,
        collected_before_fils,
        cash_fils,
        card_fils: collected_fils - cash_fils,
        ...(consent_id !== null && { consent_id }),
      },
      ...(refused.length > 0 && { refused }),
    },
    facts: {
      ...shared,
      refused_qty: refused.reduce((sum, { qty }) => sum + qty, 0),
      ...(taken.received_fils !== null && { received_fils: taken.received_fils }),
      ...(consent_id !== null && { consent_id }),
    },
    personal_fields: [
      ...(short_reason === null ? [] : (['reason'] as const)),
      ...(link_fils + transfer_fils === 0 ? [] : (['payment_reference'] as const)),
    ],
  };
}
