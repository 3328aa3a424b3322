import { formatDateTime } from '../../contract/rules/dates.ts';
import { formatMoney } from '../../contract/rules/money.ts';
import { deliveryFolder, deliveryNoteName } from '../../contract/rules/storage-paths.ts';
import type { Tender } from '../../contract/rules/tender.ts';
import { idOf } from './demo-client.ts';
import { type PaperFact, papersToSend, pdfPaper, picture } from './demo-papers.ts';
import { type Day, type Person, sessionOf } from './running-day.ts';

type Delivered = {
  order_id: string;
  order_number: string;
  driver: Person;
  customer_name: string;
  lines: readonly { name: string; qty: number; unit_price_fils: number }[];
  total_amount_fils: number;
  due_amount_fils: number;
  tender: Tender | null;
  /** By the driver's phone. */
  delivered_at: Date;
};

/** Confirms a delivery as the driver's phone does: photo and note first, then the command. */
export async function deliverOrder(day: Day, delivered: Delivered): Promise<void> {
  const { client, shop } = day;
  const { order_id, order_number, driver, customer_name, due_amount_fils, delivered_at } = delivered;
  const session = await sessionOf(day, driver.email);
  const named = { order_id, order_number };
  const folder = deliveryFolder({ ...named, ...shop, driver_id: driver.driver_id, delivered_at });
  const { papers, put } = papersToSend();
  const photo = picture(Number(order_number) % 2 === 0 ? 'delivered-1.jpg' : 'delivered-2.jpg');
  const note = pdfPaper(shop.name, 'Delivery Note', [
    ['Order', `#${order_number}`],
    ['Delivered', formatDateTime(delivered_at, shop.time_zone)],
    ['Received by', customer_name],
    ...delivered.lines.map(
      ({ name, qty, unit_price_fils }): PaperFact => [`${qty} x ${name}`, formatMoney(qty * unit_price_fils)],
    ),
    ['Total', formatMoney(delivered.total_amount_fils)],
    ['Collected', formatMoney(due_amount_fils)],
  ]);
  await client.command(
    session,
    '/api/deliveries',
    idOf(`deliver ${order_number}`),
    {
      order_id,
      customer_name,
      receipt_confirmed: true,
      payment_received: due_amount_fils > 0,
      tender: delivered.tender,
      due_amount_fils,
      delivery_image: put(`${folder}delivery-image.jpg`, photo),
      delivery_note: put(`${folder}${deliveryNoteName(named)}`, note),
      occurred_at: delivered_at.toISOString(),
      clock_offset_ms: 0,
    },
    papers,
  );
}
