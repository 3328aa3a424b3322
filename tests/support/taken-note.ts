import type { OrderWithItems } from '../../contract/schemas/orders.ts';
import { type AsTaken, asTaken } from '../../web/commands/delivery/as-taken.ts';
import { typedAmountOf } from '../../web/components/amount/typed-amount.ts';
import type { DeliveryNoteInput } from '../../web/documents/delivery/delivery-note.ts';
import type { Draft } from '../../web/offline/device-records.ts';
import { EMPTY_AS_TAKEN } from '../../web/offline/drafts/as-taken-draft.ts';
import { deliveryOrder } from './delivery-order.ts';
import { item, sampleNote } from './sample-notes.ts';
import { PAYMENT_LINK, partOrderOf, type TakingCase, TRANSFER } from './taking-cases.ts';

/** The order of a case, with named goods. */
export function orderOfCase(taking: TakingCase, names: readonly string[] = []): OrderWithItems {
  const { lines, sent_fils, discount_fils, shipping_fils, tax_fils, paid_fils } = partOrderOf(taking);
  const subtotal_fils = sent_fils + lines.reduce((sum, line) => sum + line.qty * line.unit_price_fils, 0);
  const total_amount_fils = subtotal_fils - discount_fils + shipping_fils + tax_fils;
  return deliveryOrder({
    ...{ subtotal_fils, discount_fils, shipping_fils, tax_fils, total_amount_fils },
    paid_amount_fils: paid_fils,
    due_amount_fils: total_amount_fils - paid_fils,
    payment_status: total_amount_fils > paid_fils ? 'pending' : 'paid',
    items: lines.map(({ qty, unit_price_fils, tax_fils: own }, at) => ({
      ...item(names[at] ?? `Goods ${at + 1}`, qty, unit_price_fils),
      ...{ id: `line ${at}`, qty, picked_qty: null, ...(own !== null && { tax_fils: own }) },
    })),
  });
}

/** The form of a case, as a driver fills it in. */
export function formOfCase({ order, taken }: TakingCase): Pick<Draft, 'tender' | 'as_taken'> {
  const typed = (fils: number | undefined) => (fils ? typedAmountOf(fils) : '');
  const refused = order.lines.flatMap(([, , qty = 0], at) =>
    qty > 0 ? [[`line ${at}`, { qty, because: 'damaged' as const }] as const] : [],
  );
  const cash_fils = taken.cash ?? 0;
  const received_fils = taken.received ?? cash_fils;
  return {
    tender: 'cash',
    as_taken: {
      ...EMPTY_AS_TAKEN,
      refused: Object.fromEntries(refused),
      received: typedAmountOf(received_fils),
      change: received_fils > 0 ? typedAmountOf(received_fils - cash_fils) : '',
      card: typed(taken.card),
      link: typed(taken.link),
      link_reference: taken.link ? PAYMENT_LINK : '',
      transfer: typed(taken.transfer),
      transfer_reference: taken.transfer ? TRANSFER : '',
      extra: 'owed',
      short_reason: 'No more cash',
    },
  };
}

export function takenOfCase(taking: TakingCase, names: readonly string[] = []): AsTaken {
  return asTaken(orderOfCase(taking, names), formOfCase(taking), taking.taken.rounds === true);
}

/** The delivery note of a case. */
export function noteOfCase(taking: TakingCase, names: readonly string[] = []): DeliveryNoteInput {
  const found = takenOfCase(taking, names);
  const { tender, collected_fils, payment_status } = found.amounts;
  const order = { ...orderOfCase(taking, names), payment_status };
  return { ...sampleNote(), order, tender, collected_fils, as_taken: found };
}
