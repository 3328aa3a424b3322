import { formatMoney, isFils } from '../../../contract/rules/money.ts';
import { LONGEST, type NewLine, type NewOrder } from '../../orders/new-order.ts';
import type { OrderRows } from '../../shopify/export/exported-order.ts';
import type { ListCells } from './list-cells.ts';

/** What is sold where a list does not say what. */
const GOODS = 'Goods';

type Amounts = Pick<NewOrder, 'subtotal_fils' | 'discount_fils' | 'shipping_fils' | 'tax_fils'>;
type Lines = { lines: NewLine[]; amounts: Amounts };

/**
 * What was sold, and how that comes to the order's total. Items without prices are named in one line that costs the total; with prices, what is
 * missing to the total is delivery and what is too much a discount, unless columns say what those are.
 */
export function readListLines(list: ListCells, rows: OrderRows, total_fils: number): Lines {
  if (!list.tells('item')) return oneLine(GOODS, total_fils);
  const items = rows.map((row) => readItem(list.at(row)));
  if (!list.tells('price')) {
    const named = items.map(({ name, qty }) => (qty === 1 ? name : `${qty} × ${name}`));
    return oneLine(named.join(', ').slice(0, LONGEST.product), total_fils);
  }
  const subtotal_fils = items.reduce((sum, { qty, unit_price_fils }) => sum + qty * unit_price_fils, 0);
  if (list.cells.faults.length > 0) return oneLine(GOODS, total_fils);
  const amounts = tied(list, subtotal_fils, total_fils);
  if (amounts) return { lines: items, amounts };
  const amount = formatMoney(total_fils);
  if (isFils(subtotal_fils))
    list.fault('amount', 'items_differ', { amount, items: formatMoney(subtotal_fils) });
  else list.fault('amount', 'items_too_high', { amount });
  return oneLine(GOODS, total_fils);
}

function oneLine(name: string, total_fils: number): Lines {
  return {
    lines: [{ name, sku: null, qty: 1, unit_price_fils: total_fils }],
    amounts: { subtotal_fils: total_fils, discount_fils: 0, shipping_fils: 0, tax_fils: 0 },
  };
}

function readItem(list: ListCells): NewLine {
  const [name = ''] = list.words('item', LONGEST.product);
  if (name === '') list.fault('item', 'empty');
  const unit_price_fils = list.tells('price') ? list.amount('price') : 0;
  if (unit_price_fils === undefined) list.fault('price', 'empty');
  return {
    name,
    sku: list.code('sku', LONGEST.sku) || null,
    qty: list.quantity(),
    unit_price_fils: unit_price_fils ?? 0,
  };
}

/** Undefined where the parts come to another total. */
function tied(list: ListCells, subtotal_fils: number, total_fils: number): Amounts | undefined {
  const shipping = list.amount('shipping') ?? 0;
  const discount = list.amount('discount') ?? 0;
  const more_fils = total_fils - (subtotal_fils + shipping - discount);
  const parts = { subtotal_fils, discount_fils: discount, shipping_fils: shipping, tax_fils: 0 };
  if (!isFils(subtotal_fils) || discount > subtotal_fils) return undefined;
  if (more_fils === 0) return parts;
  if (more_fils > 0 && !list.tells('shipping')) return { ...parts, shipping_fils: more_fils };
  if (more_fils < 0 && !list.tells('discount')) return { ...parts, discount_fils: -more_fils };
  return undefined;
}
