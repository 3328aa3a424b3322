import { formatMoney, isFils } from '../../contract/rules/money.ts';
import { orderNumberOf } from '../../contract/rules/order-number.ts';
import { splitName } from '../orders/customer-name.ts';
import type { NewLine, NewOrder } from '../orders/new-order.ts';
import { areaOf, hasStreet, joinAddress } from './delivery-address.ts';
import { financialStatusOf, paymentOf } from './payment-method.ts';
import {
  badField,
  NotTaken,
  type OrderAddress,
  type OrderContents,
  type OrderHead,
  orderContents,
  readFields,
} from './read-payload.ts';

/** `named`: somebody may miss it, so it is listed. */
export type LeftOut = { left_out: string; named: boolean };
export type ReadOrder = { order: NewOrder; refund: 'part' | null } | LeftOut | { refund: 'full' };

/**
 * Reads the whole order as the store now has it. What nobody has to deliver is left out: fulfilled already, a test, or picked up.
 * `known` is an order that is here already: it goes on being delivered when it was refunded or a part of it fulfilled. Throws NotTaken for
 * what cannot be delivered as it is (ruling B8): refunded, voided, not in AED, without a street address, or in no known shape.
 */
export function readOrder(head: OrderHead, payload: unknown, { known }: { known: boolean }): ReadOrder {
  const contents = readFields(orderContents, payload);
  // Before all else: nothing has to be delivered, so nothing has to be right for it.
  const left_out = known ? null : leftOut(contents);
  if (left_out) return left_out;
  // What is left of its lines and amounts says nothing of what is on the road.
  if (known && contents.financial_status === 'refunded') return { refund: 'full' };
  const { currency } = contents;
  if (currency !== 'AED') {
    throw new NotTaken(`the order is in ${currency.replace(/\W/g, '') || 'no currency'}, not in AED`, {
      fix: 'currency',
    });
  }
  assertToDeliver(contents.financial_status, known);
  const lines = readLines(contents);
  const amounts = readAmounts(contents, lines);
  const address = readAddress(contents);
  return {
    refund: contents.financial_status === 'partially_refunded' ? 'part' : null,
    order: {
      order_number: orderNumberOf(head.name),
      external_id: head.id,
      customer: readCustomer(contents),
      delivery_address: joinAddress(address),
      ...placeOf(address),
      area: areaOf(address),
      notes: contents.note || null,
      created_at: contents.created_at,
      ...amounts,
      ...readPayment(contents, amounts.total_amount_fils),
      lines,
    },
  };
}

function leftOut(contents: OrderContents): LeftOut | null {
  if (contents.fulfillment_status === 'fulfilled')
    return { left_out: 'it is fulfilled already', named: false };
  if (contents.test) return { left_out: 'it is a test order', named: true };
  if (isPickedUp(contents)) return { left_out: 'it is picked up by the customer', named: true };
  return null;
}

/** A pickup has a shipping line and no shipping address; the billing address is where the customer lives. Some say so in the category. */
function isPickedUp({ shipping_lines, shipping_address, billing_address }: OrderContents): boolean {
  const lines = (shipping_lines ?? []).filter(({ is_removed }) => !is_removed);
  if (lines.length === 0) return false;
  const said = lines.every(({ delivery_category }) => /^pick[-_ ]?up$/i.test(delivery_category));
  return said || (shipping_address == null && billing_address != null && hasStreet(billing_address));
}

/** The billing address serves only where no other is given: another street would be another place. */
function readAddress(contents: OrderContents): OrderAddress {
  const address = contents.shipping_address ?? contents.billing_address;
  if (address && hasStreet(address)) return address;
  if (isRedacted(contents)) {
    throw new NotTaken(
      "Shopify hides the customer from the app: give it access to protected customer data, or the customer's data was erased",
      { fix: 'customer_hidden' },
    );
  }
  throw new NotTaken(address ? 'the order has no street address' : 'the order has no address to deliver to', {
    fix: 'address',
  });
}

/** Somebody ordered, and nothing tells who or where. */
function isRedacted({ shipping_address, billing_address, customer, phone }: OrderContents): boolean {
  const people = [shipping_address, billing_address, customer].filter((person) => person != null);
  return people.length > 0 && !phone && people.every((person) => !fullName(person) && !person.phone);
}

function assertToDeliver(status: string, known: boolean): void {
  if (known && status === 'partially_refunded') return;
  const financial = financialStatusOf(status);
  if (financial === 'left_out')
    throw new NotTaken(`the order is ${status.replaceAll('_', ' ')}`, { fix: 'given_back' });
  if (financial === 'unknown') throw badField('financial_status', 'is not a status of an order to deliver');
}

function readLines({ line_items }: OrderContents): NewLine[] {
  const lines = line_items
    .map(({ name, sku, quantity, current_quantity, price }) => ({
      name,
      sku: sku || null,
      qty: current_quantity ?? quantity,
      unit_price_fils: price,
    }))
    .filter(({ qty }) => qty > 0);
  if (lines.length === 0) throw badField('line_items', 'nothing is left in the order');
  return lines;
}

/**
 * Ties the amounts together. Discounts of the shipping are contained in the discounts or in the shipping, taxes in the prices or
 * come on top, and tips, duties and fees are on top where there are any: whichever adds up is what the store meant.
 * Neither means that this is not the whole order, and the driver would ask for the wrong amount.
 */
function readAmounts(contents: OrderContents, lines: NewLine[]) {
  const subtotal_fils = lines.reduce((sum, { qty, unit_price_fils }) => sum + qty * unit_price_fils, 0);
  const total_amount_fils = contents.current_total_price ?? contents.total_price;
  const discount_fils = contents.current_total_discounts ?? contents.total_discounts ?? 0;
  const taxes = contents.current_total_tax ?? contents.total_tax ?? 0;
  const extras =
    (contents.total_tip_received ?? 0) +
    (contents.current_total_duties_set?.shop_money.amount ?? 0) +
    (contents.current_total_additional_fees_set?.shop_money.amount ?? 0);
  const taxes_on_top = contents.taxes_included ? [0, taxes] : [taxes, 0];
  if (!isFils(subtotal_fils)) throw badField('line_items', 'they come to more than any order can', 'amounts');
  for (const shipping_fils of shippingCandidates(contents)) {
    for (const tax_fils of [...taxes_on_top, ...taxes_on_top.map((tax) => tax + extras)]) {
      if (subtotal_fils - discount_fils + shipping_fils + tax_fils === total_amount_fils) {
        return { subtotal_fils, discount_fils, shipping_fils, tax_fils, total_amount_fils };
      }
    }
  }
  throw new NotTaken(
    `the amounts do not add up: lines ${formatMoney(subtotal_fils)}, discounts ${formatMoney(discount_fils)}, ` +
      `taxes ${formatMoney(taxes)}, total ${formatMoney(total_amount_fils)}`,
    { fix: 'amounts' },
  );
}

function shippingCandidates(contents: OrderContents): Set<number> {
  const shipping = (contents.shipping_lines ?? []).filter(({ is_removed }) => !is_removed);
  const sum = (of: (line: (typeof shipping)[number]) => number) =>
    shipping.reduce((total, line) => total + of(line), 0);
  const told = [contents.current_shipping_price_set, contents.total_shipping_price_set];
  return new Set([
    ...told.flatMap((set) => (set ? [set.shop_money.amount] : [])),
    sum(({ price }) => price),
    sum(({ price, discounted_price }) => discounted_price ?? price),
  ]);
}

/** What is due at the door is what the store says is outstanding (ruling B8). */
function readPayment(contents: OrderContents, total_amount_fils: number) {
  const paid = contents.financial_status === 'paid';
  const part_paid = ['partially_paid', 'partially_refunded'].includes(contents.financial_status);
  if (contents.total_outstanding == null && part_paid) {
    throw badField('total_outstanding', 'is missing, and a part of the order is paid', 'amounts');
  }
  const due_amount_fils = contents.total_outstanding ?? (paid ? 0 : total_amount_fils);
  if (due_amount_fils > total_amount_fils) {
    throw badField('total_outstanding', 'is more than the total of the order', 'amounts');
  }
  if (paid && due_amount_fils > 0)
    throw badField('total_outstanding', 'is due although the order is paid', 'amounts');
  return paymentOf(contents.payment_gateway_names ?? [], { due_amount_fils, total_amount_fils });
}

function readCustomer({ shipping_address, billing_address, customer, phone }: OrderContents) {
  const named = [shipping_address, billing_address, customer].find((person) => person && fullName(person));
  const reached = [shipping_address?.phone, billing_address?.phone, phone, customer?.phone];
  const { first_name = '', last_name = '' } = named ?? {};
  const split = first_name || last_name ? { first_name, last_name } : splitName(named ? fullName(named) : '');
  return { ...split, phone: reached.find(Boolean) ?? null };
}

type Person = { first_name: string; last_name: string; name?: string };

function fullName({ first_name, last_name, name }: Person): string {
  return `${first_name} ${last_name}`.trim() || (name ?? '');
}

/** Where the address is, when the store knows both angles. */
function placeOf({ latitude, longitude }: OrderAddress) {
  if (latitude == null || longitude == null || Math.abs(latitude) > 90) return {};
  return { latitude, longitude };
}
