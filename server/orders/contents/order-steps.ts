import { paymentChoice } from '../../../contract/rules/orders/tender.ts';
import type { OrderStep } from '../order-events.ts';
import type { NewLine, NewOrder } from './new-order.ts';

/** The state of an order before or after a change. */
type OrderState = Omit<NewOrder, 'customer' | 'notes' | 'delivery_address' | 'created_at'>;

const AMOUNTS = [
  'subtotal_fils',
  'discount_fils',
  'shipping_fils',
  'tax_fils',
  'total_amount_fils',
  'paid_amount_fils',
  'due_amount_fils',
] as const;

/** Maximum number of lines in the history of one change; the amounts summarize the others. */
const LINES_MAX = 30;

/**
 * The steps from one state of an order to another as its history stores them: amounts, lines, payment, area,
 * promised time; nothing that identifies the customer.
 */
export function stepsOf(before: OrderState, after: OrderState): OrderStep[] {
  const amounts = AMOUNTS.map((what) => ({ what, from: before[what], to: after[what] }));
  const others = [
    { what: 'payment_method', from: paymentChoice(before), to: paymentChoice({ ...before, ...after }) },
    ...(after.waits_because === undefined
      ? []
      : [{ what: 'waits_because', from: before.waits_because ?? null, to: after.waits_because }]),
    ...(after.area === undefined
      ? []
      : [{ what: 'area', from: before.area ?? null, to: after.area ?? null }]),
    ...(after.promised_at === undefined
      ? []
      : [{ what: 'promised_at', from: textOf(before.promised_at), to: textOf(after.promised_at) }]),
  ];
  const lines = stepsOfLines(before.lines, after.lines).slice(0, LINES_MAX);
  return [...lines, ...amounts, ...others].filter(({ from, to }) => from !== to);
}

function textOf(instant: Date | null | undefined): string | null {
  return instant?.toISOString() ?? null;
}

/** The steps of each product's quantity and, if it is in both states, its price. */
function stepsOfLines(before: readonly NewLine[], after: readonly NewLine[]): OrderStep[] {
  const [was, is] = [byProduct(before), byProduct(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [from, to] = [was.get(key), is.get(key)];
    const name = (to ?? from)?.name ?? '';
    const quantity = { what: 'line', name, from: from?.qty ?? 0, to: to?.qty ?? 0 };
    const price = { what: 'line_price', name, from: priceOf(from), to: priceOf(to) };
    return from && to ? [quantity, price] : [quantity];
  });
}

type Product = { name: string; qty: number; prices: Set<number> };

function byProduct(lines: readonly NewLine[]): Map<string, Product> {
  const products = new Map<string, Product>();
  for (const { name, sku, qty, unit_price_fils } of lines) {
    const key = JSON.stringify([name, sku]);
    const known = products.get(key) ?? { name, qty: 0, prices: new Set<number>() };
    known.qty += qty;
    known.prices.add(unit_price_fils);
    products.set(key, known);
  }
  return products;
}

/** Null if the product is sold at several prices. */
function priceOf(product: Product | undefined): number | null {
  const [price, ...more] = product?.prices ?? [];
  return more.length > 0 ? null : (price ?? null);
}
