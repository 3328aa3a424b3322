import { paymentChoice } from '../../../contract/rules/orders/tender.ts';
import type { OrderStep } from '../order-events.ts';
import type { NewLine, NewOrder } from './new-order.ts';

/** What an order is before or after it was changed. */
type Standing = Omit<NewOrder, 'customer' | 'notes' | 'delivery_address' | 'created_at'>;

const AMOUNTS = [
  'subtotal_fils',
  'discount_fils',
  'shipping_fils',
  'tax_fils',
  'total_amount_fils',
  'paid_amount_fils',
  'due_amount_fils',
] as const;

/** More lines than anybody reads; the amounts tell the rest. */
const LINES_TOLD_MAX = 30;

/** From what to what an order changes, as its history keeps it: amounts, lines, payment, area, promise; nothing that says who the customer is. */
export function stepsOf(before: Standing, after: Standing): OrderStep[] {
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
  const lines = stepsOfLines(before.lines, after.lines).slice(0, LINES_TOLD_MAX);
  return [...lines, ...amounts, ...others].filter(({ from, to }) => from !== to);
}

function textOf(moment: Date | null | undefined): string | null {
  return moment?.toISOString() ?? null;
}

/** How many of a product there were and are, and its price where that is one. */
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

/** Null where one product is sold at several prices. */
function priceOf(product: Product | undefined): number | null {
  const [price, ...more] = product?.prices ?? [];
  return more.length > 0 ? null : (price ?? null);
}
