import type { OrderPage } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import type { EndpointBody } from '../../../../contract/operations/endpoint-schemas.ts';
import { type AmountFailure, parseAmount } from '../../../../contract/rules/amounts/parse-amount.ts';
import { instantOfWallTime, type WallTime, wallTimeOf } from '../../../../contract/rules/dates/wall-clock.ts';
import {
  type SourceAmounts,
  type TiedAmounts,
  tieAmounts,
  type UntiedPart,
} from '../../../../contract/rules/orders/order-amounts.ts';
import {
  columnsOfChoice,
  type PaymentChoice,
  paymentChoice,
} from '../../../../contract/rules/orders/tender.ts';
import { typedAmountOf } from '../../../components/amount/typed-amount.ts';

export type LineDraft = { key: string; name: string; sku: string; qty: string; price: string };

/** The contents of an order form, as typed. */
export type OrderDraft = {
  customer_name: string;
  phone: string;
  delivery_address: string;
  area: string;
  promised_at: WallTime;
  notes: string;
  /** Empty while an order waits for a decision about its payment. */
  payment_method: PaymentChoice | '';
  lines: readonly LineDraft[];
  discount: string;
  shipping: string;
  paid: string;
};

export function emptyLine(key: string): LineDraft {
  return { key, name: '', sku: '', qty: '1', price: '' };
}

export function emptyDraft(line_key: string): OrderDraft {
  return {
    customer_name: '',
    phone: '',
    delivery_address: '',
    area: '',
    promised_at: '',
    notes: '',
    payment_method: 'cash',
    lines: [emptyLine(line_key)],
    discount: '',
    shipping: '',
    paid: '',
  };
}

/** Converts an order to a draft; amounts of zero become empty. */
export function draftOf({ order, items }: OrderPage, time_zone: string): OrderDraft {
  const { customer } = order;
  const typed = (fils: number) => (fils === 0 ? '' : typedAmountOf(fils));
  return {
    customer_name: `${customer.first_name} ${customer.last_name}`.trim(),
    phone: customer.phone ?? '',
    delivery_address: order.delivery_address,
    area: order.area ?? '',
    promised_at: order.promised_at === null ? '' : wallTimeOf(order.promised_at, time_zone),
    notes: order.notes ?? '',
    payment_method: order.waits_because ? '' : paymentChoice(order),
    lines: items.map(({ product, qty, unit_price_fils }, at) => ({
      key: String(at + 1),
      name: product.name,
      sku: product.sku ?? '',
      qty: String(qty),
      price: typedAmountOf(unit_price_fils),
    })),
    discount: typed(order.discount_fils),
    shipping: typed(order.shipping_fils),
    paid: typed(order.paid_amount_fils),
  };
}

export function isSameDraft(a: OrderDraft, b: OrderDraft): boolean {
  return DRAFT_FIELDS.every((field) => isSame(a, b, field));
}

type DraftField = keyof OrderDraft;
const DRAFT_FIELDS = [
  'customer_name',
  'phone',
  'delivery_address',
  'area',
  'promised_at',
  'notes',
  'payment_method',
  'lines',
  'discount',
  'shipping',
  'paid',
] as const satisfies readonly DraftField[];

function isSame(a: OrderDraft, b: OrderDraft, field: DraftField): boolean {
  return JSON.stringify(comparable(a, field)) === JSON.stringify(comparable(b, field));
}

/** Returns a field for comparison, its lines without the keys of the form. */
function comparable(draft: OrderDraft, field: DraftField): unknown {
  if (field !== 'lines') return draft[field];
  return draft.lines.map(({ key: _, ...line }) => line);
}

/**
 * Applies the typed changes to a newer version of the order: untouched fields follow it, the others keep the
 * input. `crossed`: fields that both users changed to different values.
 */
export function rebaseDraft(
  before: OrderDraft,
  typed: OrderDraft,
  now: OrderDraft,
): { draft: OrderDraft; crossed: DraftField[] } {
  const touched = DRAFT_FIELDS.filter((field) => !isSame(before, typed, field));
  const kept = Object.fromEntries(touched.map((field) => [field, typed[field]]));
  const crossed = touched.filter((field) => !isSame(before, now, field) && !isSame(typed, now, field));
  return { draft: { ...now, ...kept }, crossed };
}

type Contents = Omit<EndpointBody<'add_order'>, 'order_number' | 'driver_id'>;

/** Returns the name of the form part for a field of a line. */
export function linePart(key: string, field: 'name' | 'qty' | 'price'): string {
  return [field, key].join(':');
}

/** A fault in a part of the form; the parts of a line contain its key. */
export type DraftFault = {
  part: string;
  what: 'missing' | AmountFailure | 'no_quantity' | 'no_time' | UntiedPart;
};

export type ReadDraft = { contents: Contents; faults: readonly DraftFault[]; amounts: TiedAmounts | null };

const QTY = /^[1-9]\d{0,3}$/;

/**
 * Converts a draft to the request body, all its faults in form order, and its amounts; null while a field is
 * invalid. `nameless`: the order has no customer name.
 */
export function readDraft(
  draft: OrderDraft,
  { time_zone, untyped, nameless }: { time_zone: string; untyped: SourceAmounts; nameless?: boolean },
): ReadDraft {
  const faults: DraftFault[] = [];
  const fault = (part: string, what: DraftFault['what']) => void faults.push({ part, what });
  let readable = true;
  const amountOf = (part: string, text: string, may_be_empty: boolean): number => {
    const read = parseAmount(text);
    if (read.ok) return read.amount_fils;
    if (read.reason === 'empty' && may_be_empty) return 0;
    readable = false;
    fault(part, read.reason);
    return 0;
  };
  const customer_name = draft.customer_name.trim();
  const delivery_address = draft.delivery_address.trim();
  if (customer_name === '' && !nameless) fault('customer_name', 'missing');
  if (delivery_address === '') fault('delivery_address', 'missing');
  const promised_at = draft.promised_at === '' ? null : instantOfWallTime(draft.promised_at, time_zone);
  if (draft.promised_at !== '' && promised_at === null) fault('promised_at', 'no_time');
  const lines = draft.lines.map((line) => {
    const name = line.name.trim();
    if (name === '') fault(linePart(line.key, 'name'), 'missing');
    if (!QTY.test(line.qty.trim())) {
      readable = false;
      fault(linePart(line.key, 'qty'), 'no_quantity');
    }
    const unit_price_fils = amountOf(linePart(line.key, 'price'), line.price, false);
    return { name, sku: line.sku.trim() || null, qty: Number(line.qty.trim()) || 0, unit_price_fils };
  });
  const discount_fils = amountOf('discount', draft.discount, true);
  const shipping_fils = amountOf('shipping', draft.shipping, true);
  const paid_amount_fils = amountOf('paid', draft.paid, true);
  const money = { lines, discount_fils, shipping_fils, paid_amount_fils };
  const tied = tieAmounts({ ...money, ...untyped });
  if (readable && !tied.ok) fault(PART_OF[tied.part], tied.part);
  return {
    contents: {
      customer_name,
      phone: draft.phone.trim() || null,
      delivery_address,
      area: draft.area.trim() || null,
      promised_at,
      notes: draft.notes.trim() || null,
      ...(draft.payment_method === '' ? UNDECIDED : columnsOfChoice(draft.payment_method)),
      ...money,
    },
    faults,
    amounts: readable && tied.ok ? tied.amounts : null,
  };
}

/**
 * The order continues to wait, because `pays_either` is not sent; the caller sends the order's own method.
 */
const UNDECIDED = { payment_method: 'online' } as const;

const PART_OF: Record<UntiedPart, string> = {
  lines: 'lines',
  discount_fils: 'discount',
  paid_amount_fils: 'paid',
};
