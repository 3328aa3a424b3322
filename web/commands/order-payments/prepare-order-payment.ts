import type { CollectOwed } from '../../../contract/operations/dashboard/order-payments/collect-owed.schema.ts';
import { takenAmounts } from '../../../contract/rules/orders/takings.ts';
import { orderPaymentReference } from '../../../contract/rules/references.ts';
import { deliveryFolder, paymentReceiptName } from '../../../contract/rules/storage-paths.ts';
import { correctedTime, type Prepared, type Press, shopOf, timesOf } from '../command.ts';
import { commandFile, pinOf } from '../command-file.ts';

/** A delivered order with an amount owed, and the filled-in form of a payment. */
export type OrderPayment = {
  /** Identifies the form, because an order may be paid in several parts. */
  payment_id: string;
  order: {
    order_id: string;
    order_number: string;
    /** The driver of the delivery, in whose folder the receipt is stored. */
    driver_id: number;
    owed_fils: number;
  };
  customer_name: string;
  taken: CollectOwed['taken'];
};

/** Makes the receipt and the body of a payment. Loaded together with the receipt's code. */
export async function prepareOrderPayment(
  { payment_id: _, order, customer_name, taken }: OrderPayment,
  press: Press,
): Promise<Prepared<'collect_owed'>> {
  const paid_at = correctedTime(press);
  const reference = orderPaymentReference(paid_at);
  const of = shopOf(press);
  const { order_id, order_number, driver_id, owed_fils } = order;
  const name = customer_name.trim();
  const pdf = await press.documents.orderPaymentReceipt({
    ...of,
    reference,
    date: paid_at,
    order_number,
    customer_name: name,
    staff_name: press.by.full_name,
    taken,
    left_fils: takenAmounts(owed_fils, taken, 0).owed_fils,
  });
  const folder = deliveryFolder({ ...of, driver_id, order_id, order_number, delivered_at: paid_at });
  const receipt = await commandFile(pdf, {
    bucket: 'order-deliveries',
    path: folder + paymentReceiptName(reference),
    type: 'application/pdf',
    stage: 'receipt',
  });
  return {
    body: { reference, order_id, customer_name: name, taken, receipt: pinOf(receipt), ...timesOf(press) },
    files: [receipt],
    about_order: { order_number, taken_fils: 0, owed_fils },
  };
}
