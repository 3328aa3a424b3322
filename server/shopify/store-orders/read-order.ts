import { isDirham } from '../../../contract/rules/amounts/currency.ts';
import { orderNumberOf } from '../../../contract/rules/orders/order-number.ts';
import { divide } from '../../../contract/rules/orders/part-delivery.ts';
import { splitName } from '../../orders/contents/customer-name.ts';
import type { NewOrder } from '../../orders/contents/new-order.ts';
import { hasStreet } from '../../orders/incoming/delivery-address.ts';
import { destinationOf } from '../../orders/incoming/destination.ts';
import type {
  IncomingAmounts,
  IncomingFault,
  IncomingLine,
  IncomingOrder,
  IncomingPayment,
} from '../../orders/incoming/incoming-order.ts';
import { isPickup, nothingToCarry } from '../../orders/incoming/nothing-to-deliver.ts';
import { promisedBy } from '../../orders/incoming/promised-window.ts';
import { readIncoming } from '../../orders/incoming/read-incoming.ts';
import type { ShopReading } from '../../orders/incoming/shop-reading.ts';
import { financialStatusOf, paidStatusOf } from './financial-status.ts';
import {
  badField,
  ImportProblem,
  type OrderContents,
  type OrderHead,
  orderContents,
  readFields,
} from './read-payload.ts';

/** A skipped order. `named`: it is listed, in case it was skipped by mistake. */
export type LeftOut = { left_out: string; named: boolean };
/** `partly_sent`: the store has fulfilled a part of it. `voided`: its payment was voided or has expired. */
export type ReadOrder =
  | { order: NewOrder; refund: 'part' | null; partly_sent?: true }
  | LeftOut
  | { refund: 'full' }
  | { voided: true };

/**
 * The state of an order here: not imported; in the shop, where it loses lines that the store has sent
 * separately; or on the road, where it keeps its lines.
 */
export type Known = 'new' | 'in_shop' | 'on_the_road';

/**
 * Reads the current version of an order. A new order with nothing to deliver is skipped: fulfilled, a test,
 * picked up, or without goods. A known order continues after a refund or a partial fulfilment. Throws
 * NotTaken for an order that cannot be delivered: refunded, voided, not in AED, without a street address, or
 * unreadable. Also throws it for an order in the shop if the store has sent the remaining items: its lines
 * are unchanged, and the desk decides.
 */
export function readOrder(
  head: OrderHead,
  payload: unknown,
  { known, names, time_zone }: ShopReading & { known: Known },
): ReadOrder {
  const contents = readFields(orderContents, payload);
  // This comes first: an order that is not delivered needs no valid data.
  const lines = contents.line_items.map((line) => readLine(line, contents, known));
  const left_out = known === 'new' ? leftOut(contents, lines) : null;
  if (left_out) return left_out;
  // An order in another currency changes no amount, not even by a full refund.
  assertDirham(contents);
  // The lines and amounts that remain after a full refund or a void do not describe the goods on the road.
  if (known !== 'new' && contents.financial_status === 'refunded') return { refund: 'full' };
  if (known !== 'new' && VOIDED.includes(contents.financial_status)) return { voided: true };
  assertToDeliver(contents, known);
  if (known === 'in_shop' && isPartlySent(contents) && nothingToCarry(lines)) throw allSent();
  const read = readIncoming(incomingOf(head, contents, { lines, time_zone }), names);
  if ('faults' in read) throw notTakenOf(read.faults[0], contents);
  const refund = contents.financial_status === 'partially_refunded' ? 'part' : null;
  return { refund, order: read.order, ...(isPartlySent(contents) ? { partly_sent: true } : {}) };
}

/** The statuses of a payment that was authorised and never captured. */
const VOIDED = ['voided', 'expired'];

function leftOut(contents: OrderContents, lines: readonly IncomingLine[]): LeftOut | null {
  const shipping = (contents.shipping_lines ?? []).filter(({ is_removed }) => !is_removed);
  const methods = shipping.map(({ title, delivery_category: category }) => ({ title, category }));
  const { shipping_address, billing_address } = contents;
  const bills_to_street = billing_address != null && hasStreet(billing_address);
  if (contents.fulfillment_status === 'fulfilled')
    return { left_out: 'it is fulfilled already', named: false };
  const nothing = nothingToCarry(lines);
  if (nothing === 'sent') return { left_out: 'no item is left to deliver', named: true };
  if (contents.test) return { left_out: 'it is a test order', named: true };
  if (nothing === 'not_carried') return { left_out: 'no item needs delivery', named: true };
  if (isPickup(methods, { ships_to_address: shipping_address != null, bills_to_street }))
    return { left_out: 'it is picked up by the customer', named: true };
  return null;
}

function assertDirham({ currency }: OrderContents): void {
  if (isDirham(currency)) return;
  const named = currency.replace(/\W/g, '') || 'no currency';
  throw new ImportProblem(`the order is in ${named}, not in AED`, { fix: 'currency' });
}

function assertToDeliver({ financial_status }: OrderContents, known: Known): void {
  if (known !== 'new' && financial_status === 'partially_refunded') return;
  const financial = financialStatusOf(financial_status);
  if (financial === 'left_out') {
    const status = financial_status.replaceAll('_', ' ');
    throw new ImportProblem(`the order is ${status}`, { fix: 'given_back' });
  }
  if (financial === 'unknown') throw badField('financial_status', 'is not a known status');
}

function incomingOf(
  head: OrderHead,
  contents: OrderContents,
  { lines, time_zone }: { lines: readonly IncomingLine[]; time_zone: string },
): IncomingOrder {
  const { shipping_address = null, billing_address = null } = contents;
  const requests = [
    ...contents.note_attributes,
    ...contents.line_items.flatMap(({ properties }) => properties),
  ];
  const company = shipping_address?.company ?? '';
  const promised_at = promisedBy(requests, time_zone);
  return {
    number: orderNumberOf(head.name),
    external_id: head.id,
    created_at: contents.created_at,
    ...readPeople(contents),
    destination: destinationOf(shipping_address, billing_address),
    notes: contents.note,
    requests: company === '' ? requests : [{ name: 'Company', text: company }, ...requests],
    ...(promised_at ? { promised_at } : {}),
    locale: contents.customer_locale || null,
    taxes_included: contents.taxes_included ?? null,
    lines,
    amounts: readAmounts(contents),
    payment: readPayment(contents),
  };
}

/** True if the store has sent a part of the order separately. */
function isPartlySent({ fulfillment_status }: OrderContents): boolean {
  return fulfillment_status === 'partial' || fulfillment_status === 'partially_fulfilled';
}

type Line = OrderContents['line_items'][number];

function readLine(line: Line, contents: OrderContents, known: Known): IncomingLine {
  const { id: external_id, name, sku, quantity, requires_shipping, price: unit_price_fils } = line;
  const qty = line.current_quantity ?? quantity;
  const is_reduced = known !== 'on_the_road' && isPartlySent(contents);
  const left_qty = is_reduced ? line.fulfillable_quantity : undefined;
  return { external_id, name, sku, qty, left_qty, requires_shipping, unit_price_fils, ...taxOf(line, qty) };
}

/** The tax of the current quantity. Shopify reports the tax of the placed quantity, also after an edit. */
function taxOf({ quantity, tax_lines }: Line, qty: number): Pick<IncomingLine, 'tax_fils' | 'tax_rate'> {
  const taxes = tax_lines ?? [];
  if (taxes.length === 0) return {};
  const placed_fils = taxes.reduce((sum, { price }) => sum + price, 0);
  const [tax_fils] = divide(placed_fils, [qty, Math.max(0, quantity - qty)]);
  return { tax_fils, tax_rate: taxes.length === 1 ? taxes[0]?.rate : null };
}

/**
 * Reads the amounts in fils. Discounts of the shipping are contained in the discounts or in the shipping;
 * taxes are contained in the prices or added on top; tips, duties and fees are added on top.
 */
function readAmounts(contents: OrderContents): IncomingAmounts {
  const tax = contents.current_total_tax ?? contents.total_tax ?? 0;
  const extras =
    (contents.total_tip_received ?? 0) +
    (contents.current_total_duties_set?.shop_money.amount ?? 0) +
    (contents.current_total_additional_fees_set?.shop_money.amount ?? 0);
  const taxes = contents.taxes_included ? [0, tax] : [tax, 0];
  return {
    total_fils: contents.current_total_price ?? contents.total_price,
    discounts: [contents.current_total_discounts ?? contents.total_discounts ?? 0],
    shippings: shippingCandidates(contents),
    taxes: [...taxes, ...taxes.map((one) => one + extras)],
  };
}

function shippingCandidates(contents: OrderContents): number[] {
  const shipping = (contents.shipping_lines ?? []).filter(({ is_removed }) => !is_removed);
  const sum = (of: (line: (typeof shipping)[number]) => number) =>
    shipping.reduce((total, line) => total + of(line), 0);
  const reported = [contents.current_shipping_price_set, contents.total_shipping_price_set];
  const candidates = [
    ...reported.flatMap((set) => (set ? [set.shop_money.amount] : [])),
    sum(({ price }) => price),
    sum(({ price, discounted_price }) => discounted_price ?? price),
  ];
  return [...new Set(candidates)];
}

/** The amount due on delivery is the store's outstanding amount. */
function readPayment({
  financial_status,
  total_outstanding,
  payment_gateway_names,
}: OrderContents): IncomingPayment {
  const given_back_in_part = financial_status === 'partially_refunded';
  return {
    names: payment_gateway_names ?? [],
    status: given_back_in_part ? 'partially_paid' : paidStatusOf(financial_status),
    outstanding_fils: total_outstanding ?? null,
  };
}

function readPeople({ shipping_address, billing_address, customer, phone }: OrderContents) {
  const named = [shipping_address, billing_address, customer].find((person) => person && fullName(person));
  const reached = [shipping_address?.phone, billing_address?.phone, phone, customer?.phone];
  const { first_name = '', last_name = '' } = named ?? {};
  const split = first_name || last_name ? { first_name, last_name } : splitName(named ? fullName(named) : '');
  return { customer: split, phone: reached.find(Boolean) ?? '' };
}

type Person = { first_name: string; last_name: string; name?: string };

function fullName({ first_name, last_name, name }: Person): string {
  return `${first_name} ${last_name}`.trim() || (name ?? '');
}

/** True if the order has a person, but neither a name nor a phone. */
function isRedacted({ shipping_address, billing_address, customer, phone }: OrderContents): boolean {
  const people = [shipping_address, billing_address, customer].filter((person) => person != null);
  return people.length > 0 && !phone && people.every((person) => !fullName(person) && !person.phone);
}

const HIDDEN =
  "Shopify hides the customer from the app: give it access to protected customer data, unless the customer's data was erased";

/** Turns a fault of the rules into one of a webhook's fields. */
function notTakenOf({ field, code, values = {} }: IncomingFault, contents: OrderContents): ImportProblem {
  if (field === 'destination') {
    if (isRedacted(contents)) return new ImportProblem(HIDDEN, { fix: 'customer_hidden' });
    const what = code === 'no_street' ? 'no street address' : 'no address to deliver to';
    return new ImportProblem(`the order has ${what}`, { fix: 'address' });
  }
  if (field === 'total') return amountsDiffer(values);
  if (field === 'lines') return badField('line_items', 'the order has no items left');
  if (field === 'subtotal')
    return badField('line_items', 'their sum exceeds the highest amount of an order', 'amounts');
  if (field === 'payment') return badField('payment_gateway_names', 'has too many names');
  if (field === 'number') return badField('name', 'is not a valid order number', 'number');
  const due: Partial<Record<typeof code, string>> = {
    due_unknown: 'is missing, and a part of the order is paid',
    due_above_total: 'is more than the total of the order',
    due_though_paid: 'is due although the order is paid',
  };
  return badField('total_outstanding', due[code] ?? 'cannot be read', 'amounts');
}

function allSent(): ImportProblem {
  const reason =
    'the store has sent all of it separately: it keeps its items here; cancel it if it should not be delivered';
  return new ImportProblem(reason, { fix: 'sent_separately' });
}

function amountsDiffer({ lines, discount, taxes, amount }: Record<string, string>): ImportProblem {
  const parts = `lines ${lines}, discounts ${discount}, taxes ${taxes}, total ${amount}`;
  return new ImportProblem(`the amounts do not add up: ${parts}`, { fix: 'amounts' });
}
