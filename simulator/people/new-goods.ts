import { type BookedLine, type BookedOrder, totalOf } from '../book/shares.ts';
import { type Random, uuidFrom } from '../random.ts';

/**
 * Returns the goods of a new order, with amounts that cannot be divided evenly. `price_fils` is about the
 * price of the goods; an order paid online has nothing due, some others are paid in part.
 */
export function newGoods(
  random: Random,
  { id, order_number }: Pick<BookedOrder, 'id' | 'order_number'>,
  price_fils: number,
  is_paid: boolean,
): BookedOrder {
  const count = random.between(1, 3);
  const has_line_taxes = random.chance(0.3);
  const lines = Array.from({ length: count }, (): BookedLine => {
    const qty = random.between(1, 3);
    const unit_price_fils = Math.max(1, Math.round(price_fils / count / qty) + random.between(-20, 20));
    const tax_fils = has_line_taxes ? Math.round((qty * unit_price_fils) / 20) : null;
    return { id: uuidFrom(random), qty, unit_price_fils, tax_fils };
  });
  const goods_fils = lines.reduce((sum, { qty, unit_price_fils }) => sum + qty * unit_price_fils, 0);
  const line_taxes_fils = lines.reduce((sum, { tax_fils }) => sum + (tax_fils ?? 0), 0);
  const order: BookedOrder = {
    id,
    order_number,
    lines,
    discount_fils: random.chance(0.4) ? random.between(1, Math.ceil(goods_fils / 4)) : 0,
    shipping_fils: random.chance(0.4) ? random.pick([500, 1_000, 1_575]) : 0,
    tax_fils: has_line_taxes ? line_taxes_fils + random.between(0, 50) : random.pick([0, 0, 333]),
    paid_fils: 0,
  };
  const total_fils = totalOf(order);
  if (is_paid) return { ...order, paid_fils: total_fils };
  const paid_fils = random.chance(0.15) ? random.between(1, total_fils - 1) : 0;
  return { ...order, paid_fils };
}
