import { formatMoney, isFils } from '../../../contract/rules/amounts/money.ts';
import { NAME_MAX } from '../../../contract/rules/import/source-names.ts';
import { divide } from '../../../contract/rules/orders/part-delivery.ts';
import { priceOf } from '../../../contract/rules/orders/sent-separately.ts';
import { LONGEST, type NewLine, type NewOrder } from '../contents/new-order.ts';
import { keptRequests } from './customer-requests.ts';
import { tiedReadings } from './find-tied-amounts.ts';
import type {
  IncomingAmounts,
  IncomingFault,
  IncomingLine,
  IncomingOrder,
  IncomingPayment,
} from './incoming-order.ts';
import { leftOf } from './nothing-to-deliver.ts';
import type { OwnNames } from './own-names.ts';
import { paymentOnDelivery } from './payment-on-delivery.ts';
import { KeptTexts } from './shorten-text.ts';
import { isTip } from './tips.ts';

export type ReadIncoming = { order: NewOrder } | { faults: [IncomingFault, ...IncomingFault[]] };

/**
 * Applies the rules for new orders, which are the same for every source. Number, amounts and destination are
 * required; all other texts are cleaned, and shortened to their maximum lengths. `names`: the shop's meanings
 * of payment names.
 */
export function readIncoming(incoming: IncomingOrder, names: OwnNames): ReadIncoming {
  const faults: IncomingFault[] = [...numberFaults(incoming.number), ...nameFaults(incoming.payment)];
  const { destination } = incoming;
  if ('missing' in destination) faults.push({ field: 'destination', code: destination.missing });
  const goods = incoming.lines.filter((line) => !isTip(line));
  const tips_fils = priceOf(incoming.lines) - priceOf(goods);
  const amounts = readAmounts(incoming.amounts, { goods, tips_fils }, faults);
  const total_fils = amounts?.total_amount_fils ?? incoming.amounts.total_fils;
  const due_fils = readDue(incoming.payment, total_fils, faults);
  const [first, ...more] = faults;
  if (first || !amounts || 'missing' in destination) {
    if (!first) throw new Error('the order has no fault but was not read');
    return { faults: [first, ...more] };
  }
  const kept = new KeptTexts();
  const { payment } = incoming;
  const lines = goods.flatMap((line) => keptLine(line, kept));
  const optional = optionalFields(withLongPhone(incoming), kept);
  const paid = paymentOnDelivery(
    {
      names: payment.names.map((name) => keptName(name, kept)),
      decided: payment.decided,
      due_fils,
      total_fils,
    },
    names.payment,
  );
  const order = {
    order_number: incoming.number,
    external_id: incoming.external_id,
    customer: keptCustomer(incoming, kept),
    delivery_address: kept.keep('delivery_address', destination.text, LONGEST.address),
    area: kept.keep('area', destination.area ?? '', LONGEST.area) || undefined,
    notes: kept.keep('notes', incoming.notes, LONGEST.notes) || null,
    created_at: incoming.created_at,
    lines,
    shortened: kept.shortened,
  };
  // One literal with all of these spread would take twice as long, for each row of an import.
  return { order: Object.assign(order, optional, amounts, paid) };
}

/** The fields that not every source reports. An existing order keeps its stored values of missing fields. */
function optionalFields(incoming: IncomingOrder, kept: KeptTexts): Partial<NewOrder> {
  const { destination, requests, promised_at, locale, taxes_included } = incoming;
  const optional: Partial<NewOrder> = 'place' in destination ? { ...destination.place } : {};
  if (requests !== undefined) optional.requests = keptRequests(requests, kept);
  if (promised_at !== undefined) optional.promised_at = promised_at;
  if (locale !== undefined) optional.locale = locale && kept.keep('locale', locale, LOCALE_MAX);
  if (taxes_included !== undefined) optional.taxes_included = taxes_included;
  return optional;
}

/** The length of the longest language tag in use. */
const LOCALE_MAX = 35;

function numberFaults(number: string): IncomingFault[] {
  if (number === '') return [{ field: 'number', code: 'empty' }];
  if (number.startsWith('#')) return [{ field: 'number', code: 'number_marks' }];
  if (number.includes('\u0000')) return [{ field: 'number', code: 'unreadable_letters' }];
  if (number.length <= LONGEST.number) return [];
  return [{ field: 'number', code: 'too_long', values: { max: String(LONGEST.number) } }];
}

/** More payments than any order has. The payment depends on every name, so none may be dropped. */
const PAYMENT_NAMES_MAX = 10;

function nameFaults({ names }: IncomingOrder['payment']): IncomingFault[] {
  if (names.length <= PAYMENT_NAMES_MAX) return [];
  return [{ field: 'payment', code: 'too_many_names', values: { max: String(PAYMENT_NAMES_MAX) } }];
}

/**
 * Collapses spaces in a long name, so that they do not use up the limit: the words after them belong to the
 * name.
 */
function keptName(name: string, kept: KeptTexts): string {
  const text = name.length > NAME_MAX ? name.replace(/\s+/g, ' ') : name;
  return kept.keep('payment_names', text, NAME_MAX);
}

/** The order's lines without its tips, and the sum of the tips. */
type Goods = { goods: readonly IncomingLine[]; tips_fils: number };

/**
 * Returns undefined, and adds a fault, if the amounts do not add up. A tip is not a line of the order: its
 * amount is added to the taxes, like a fee.
 */
function readAmounts(amounts: IncomingAmounts, { goods, tips_fils }: Goods, faults: IncomingFault[]) {
  const subtotal_fils = priceOf(goods);
  if (goods.every(({ qty }) => qty === 0)) faults.push({ field: 'lines', code: 'no_lines' });
  else if (!isFils(subtotal_fils) || !isFils(tips_fils))
    faults.push({ field: 'subtotal', code: 'lines_too_high' });
  else {
    const [tied, other] = tiedReadings(subtotal_fils, amounts, tips_fils);
    if (tied && !other) return tied;
    faults.push(
      tied && other
        ? unclearTotal(tied.total_amount_fils, other.total_amount_fils)
        : amountsFault(subtotal_fils, amounts, tips_fils),
    );
  }
  return undefined;
}

function unclearTotal(one_fils: number, other_fils: number): IncomingFault {
  const values = { amount: formatMoney(one_fils), other: formatMoney(other_fils) };
  return { field: 'total', code: 'total_unclear', values };
}

function amountsFault(subtotal_fils: number, amounts: IncomingAmounts, tips_fils: number): IncomingFault {
  const { discounted_fils, discounts, shippings, total_fils } = amounts;
  const taxes = amounts.taxes.map((tax_fils) => tax_fils + tips_fils);
  const [discount_fils = 0] = discounts;
  const lines = { lines: formatMoney(subtotal_fils), discount: formatMoney(discount_fils) };
  const is_tied = discounts.some((discount) => subtotal_fils - discount === discounted_fils);
  if (discounted_fils !== undefined && !is_tied) {
    const is_less = discounts.every((discount) => discounted_fils < subtotal_fils - discount);
    const code = is_less ? 'lines_exceed' : 'lines_differ';
    return { field: 'subtotal', code, values: { ...lines, amount: formatMoney(discounted_fils) } };
  }
  const values = {
    ...lines,
    amount: formatMoney(total_fils),
    subtotal: formatMoney(discounted_fils ?? Math.max(0, subtotal_fils - discount_fils)),
    shipping: formatMoney(shippings[0] ?? 0),
    taxes: formatMoney(Math.max(0, ...taxes)),
  };
  return { field: 'total', code: 'total_differs', values };
}

/**
 * The reported amount due, 0 for a paid or authorised order. Null if not reported: the meanings of the names
 * decide.
 */
function readDue(
  { status, outstanding_fils }: IncomingPayment,
  total_fils: number,
  faults: IncomingFault[],
): number | null {
  if (status === 'authorized') return 0;
  if (status === 'partially_paid' && outstanding_fils === null)
    faults.push({ field: 'due', code: 'due_unknown' });
  if (outstanding_fils === null && status === null) return null;
  const due_fils = outstanding_fils ?? (status === 'paid' ? 0 : total_fils);
  const values = { amount: formatMoney(due_fils) };
  if (status === 'paid' && due_fils > 0) faults.push({ field: 'due', code: 'due_though_paid', values });
  else if (due_fils > total_fils) faults.push({ field: 'due', code: 'due_above_total', values });
  return due_fils;
}

function keptCustomer({ customer, phone }: IncomingOrder, kept: KeptTexts): NewOrder['customer'] {
  return {
    first_name: kept.keep('customer', customer.first_name, LONGEST.name),
    last_name: kept.keep('customer', customer.last_name, LONGEST.name),
    phone: keptPhone(phone, kept) || null,
  };
}

/**
 * A shortened text ends before the number that does not fit, since a part of a number would be another
 * number.
 */
const LAST_NUMBER = /(?<=[^\s+().\d-])[\s+().\d-]+…$|\s[+().\d-]*…$/;

function keptPhone(text: string, kept: KeptTexts): string {
  const short = kept.keep('phone', text, LONGEST.phone);
  return short === text.trim() ? short : short.replace(LAST_NUMBER, '…');
}

/** Adds a telephone text that does not fit to the customer's requests, unshortened. */
function withLongPhone(incoming: IncomingOrder): IncomingOrder {
  const { phone, requests = [] } = incoming;
  if (phone.trim().length <= LONGEST.phone) return incoming;
  return { ...incoming, requests: [{ name: 'Phone', text: phone }, ...requests] };
}

/**
 * Skips a line of which nothing is left to deliver. A line without a name is named by its SKU, or as
 * `UNNAMED`.
 */
function keptLine(line: IncomingLine, kept: KeptTexts): NewLine[] {
  const qty = leftOf(line);
  if (qty === 0) return [];
  const { unit_price_fils, external_id, tax_fils, tax_rate = null } = line;
  const kept_line: NewLine = { ...keptProduct(line, kept), qty, unit_price_fils };
  if (tax_fils != null) {
    [kept_line.tax_fils] = divide(tax_fils, [qty, line.qty - qty]);
    kept_line.tax_rate = tax_rate;
  }
  if (external_id != null) kept_line.external_id = external_id;
  return [kept_line];
}

/** Returns name and SKU of a line's product as they are stored. */
export function keptProduct(line: Pick<IncomingLine, 'name' | 'sku'>, kept = new KeptTexts()) {
  const sku = kept.keep('sku', line.sku, LONGEST.sku);
  const name = kept.keep('line_name', line.name, LONGEST.product) || sku || UNNAMED;
  return { name, sku: sku || null };
}

/** The name of goods without a name in their source. */
export const UNNAMED = 'Goods';
