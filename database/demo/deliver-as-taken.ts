import { formatMoney } from '../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../contract/rules/dates/dates.ts';
import { partAmounts } from '../../contract/rules/orders/part-delivery.ts';
import { expenseReference } from '../../contract/rules/references.ts';
import { deliveryFolder, deliveryNoteName, expenseSlipPath } from '../../contract/rules/storage-paths.ts';
import { sql } from '../../server/platform/database/sql.ts';
import type { KnownOrder } from './demo-day.ts';
import { type PaperFact, papersToSend, pdfPaper, picture } from './demo-documents.ts';
import { type Day, driverAt, type Person, send } from './running-day.ts';

/** The deliveries of the day of which not exactly everything was taken. */
export type TakenAs = 'in_part' | 'short' | 'by_transfer';

const SHORT_FILS = 500;
const NOTHING = { cash_fils: 0, card_fils: 0, link: null, transfer: null };

/** Selects one cash order for each kind; the one delivered in part has several lines. */
export function takenDeliveries(delivered: readonly KnownOrder[]): Map<string, TakenAs> {
  const in_cash = delivered.filter(
    ({ order }) => order.payment_method === 'cash' && order.due_amount_fils > 2 * SHORT_FILS,
  );
  const several = in_cash.findLast(({ order }) => order.lines.length > 1);
  const [short, by_transfer] = in_cash.filter((one) => one !== several).slice(-2);
  const all: [KnownOrder | undefined, TakenAs][] = [
    [several, 'in_part'],
    [short, 'short'],
    [by_transfer, 'by_transfer'],
  ];
  return new Map(all.flatMap(([known, as]) => (known ? [[known.id, as]] : [])));
}

type Line = { id: string; name: string; qty: number; unit_price_fils: number };

/**
 * Confirms a delivery as the driver's device does: the last line was refused, AED 5.00 are still owed, or the
 * customer paid by bank transfer, which no Manager has matched.
 */
export async function deliverAsTaken(day: Day, known: KnownOrder, as: TakenAs): Promise<void> {
  const { order, outcome, id: order_id } = known;
  if (!('delivered_at' in outcome)) return;
  const { delivered_at: when, driver } = outcome;
  const { order_number, customer, due_amount_fils, discount_fils, shipping_fils, tax_fils } = order;
  const { driver_id, email } = driverAt(day, driver);
  const lines = await linesOf(day, order_id);
  const amounts = { sent_fils: 0, discount_fils, shipping_fils, tax_fils };
  const with_refused = lines.map((line, at) => ({
    ...line,
    tax_fils: null,
    refused: as === 'in_part' && at === lines.length - 1 ? line.qty : 0,
  }));
  const { paid_amount_fils } = order;
  const { due_fils } = partAmounts({ ...amounts, lines: with_refused, paid_fils: paid_amount_fils });
  const owed_fils = as === 'short' ? SHORT_FILS : 0;
  const reference = `FT-${order_number}`;
  const taken =
    as === 'by_transfer'
      ? { ...NOTHING, transfer: { amount_fils: due_fils, reference } }
      : { ...NOTHING, cash_fils: due_fils - owed_fils };
  const named = { order_id, order_number };
  const folder = deliveryFolder({ ...named, ...day.shop, driver_id, delivered_at: when });
  const customer_name = `${customer.first_name} ${customer.last_name}`;
  const note = pdfPaper(day.shop.name, 'Delivery Note', [
    ['Order', `#${order_number}`],
    ['Delivered', formatDateTime(when, day.shop.time_zone)],
    ['Received by', customer_name],
    ...with_refused.map(
      ({ name, qty, refused }): PaperFact => [name, refused > 0 ? `${refused} refused` : `${qty} taken`],
    ),
    ['Due', formatMoney(due_fils)],
    ['Collected', formatMoney(taken.cash_fils)],
    ...(taken.transfer ? [['Bank transfer', formatMoney(due_fils)] as const] : []),
    ['Still owed', formatMoney(owed_fils)],
  ]);
  const { papers, put } = papersToSend();
  await send(
    day,
    email,
    '/api/deliveries/as-taken',
    { key: `deliver ${order_number}`, when, papers },
    {
      order_id,
      customer_name,
      receipt_confirmed: true,
      payment_received: true,
      due_amount_fils,
      part:
        as === 'in_part'
          ? {
              ...amounts,
              paid_amount_fils,
              lines: with_refused.map(({ id: item_id, qty, unit_price_fils, refused }) => ({
                ...{ item_id, qty, unit_price_fils, tax_fils: null, refused },
                refused_because: refused > 0 ? 'damaged' : null,
              })),
            }
          : null,
      taken: { ...taken, received_fils: null, rounding_fils: 0 },
      short_reason: as === 'short' ? 'The customer had no more cash' : null,
      consent_id: null,
      delivery_image: put(`${folder}delivery-image.jpg`, picture('delivered-1.jpg')),
      delivery_note: put(`${folder}${deliveryNoteName(named)}`, note),
    },
  );
}

async function linesOf({ owner, shop: { shop_id } }: Day, order_id: string): Promise<Line[]> {
  const reading = sql<Line>`
    select l.id, p.name, l.qty, l.unit_price_fils from order_line_items l
    join products p on p.shop_id = l.shop_id and p.id = l.product_id
    where l.shop_id = ${shop_id} and l.order_id = ${order_id}::uuid order by l.position`;
  return (await reading.execute(owner)).rows;
}

type Spent = { key: string; by: Person; kind: string; amount_fils: number; note: string; when: Date };

/** A driver requests the approval of an expense, with a photo of the slip. */
export async function requestExpense(
  day: Day,
  { key, by, kind, amount_fils, note, when }: Spent,
): Promise<void> {
  const reference = expenseReference(when);
  const path = expenseSlipPath({ reference, made_at: when, time_zone: day.shop.time_zone });
  const { papers, put } = papersToSend();
  const slip = put(path, picture('delivered-2.jpg'));
  const spent = { reference, kind, amount_fils, note, order_id: null, slip };
  await send(day, by.email, '/api/expenses', { key, when, papers }, spent);
}
