import { formatMoney } from '../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../contract/rules/dates/dates.ts';
import type { Tender } from '../../contract/rules/orders/tender.ts';
import { deliveryFolder, deliveryNoteName } from '../../contract/rules/storage-paths.ts';
import type { NewOrder } from '../../server/orders/contents/new-order.ts';
import { type PaperFact, papersToSend, pdfPaper, picture } from './demo-documents.ts';
import { type Day, driverAt, send } from './running-day.ts';

type Delivered = Pick<NewOrder, 'customer' | 'lines' | 'total_amount_fils' | 'due_amount_fils'> & {
  order_id: string;
  order_number: string;
  driver: number;
  tender: Tender | null;
  /** The time of the driver's device. */
  delivered_at: Date;
};

/** Confirms a delivery as the driver's device does: photo and note, then the command. */
export async function deliverOrder(day: Day, delivered: Delivered): Promise<void> {
  const { shop } = day;
  const { order_id, order_number, customer, tender, due_amount_fils, delivered_at: when } = delivered;
  const { driver_id, email } = driverAt(day, delivered.driver);
  const customer_name = `${customer.first_name} ${customer.last_name}`;
  const named = { order_id, order_number };
  const folder = deliveryFolder({ ...named, ...shop, driver_id, delivered_at: when });
  const { papers, put } = papersToSend();
  const photo = picture(Number(order_number) % 2 === 0 ? 'delivered-1.jpg' : 'delivered-2.jpg');
  const note = pdfPaper(shop.name, 'Delivery Note', [
    ['Order', `#${order_number}`],
    ['Delivered', formatDateTime(when, shop.time_zone)],
    ['Received by', customer_name],
    ...delivered.lines.map(
      ({ name, qty, unit_price_fils }): PaperFact => [`${qty} x ${name}`, formatMoney(qty * unit_price_fils)],
    ),
    ['Total', formatMoney(delivered.total_amount_fils)],
    ['Collected', formatMoney(due_amount_fils)],
  ]);
  await send(
    day,
    email,
    '/api/deliveries',
    { key: `deliver ${order_number}`, when, papers },
    {
      order_id,
      customer_name,
      receipt_confirmed: true,
      payment_received: due_amount_fils > 0,
      tender,
      due_amount_fils,
      delivery_image: put(`${folder}delivery-image.jpg`, photo),
      delivery_note: put(`${folder}${deliveryNoteName(named)}`, note),
    },
  );
}
