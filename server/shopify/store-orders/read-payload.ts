import { parse } from 'lossless-json';
import { z } from 'zod';
import { isDirham } from '../../../contract/rules/amounts/currency.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import type { ImportProblemFix } from '../../../contract/rules/import/import-problems.ts';
import { filledText, instant } from '../../../contract/schemas/fields.ts';
import { LONGEST } from '../../orders/contents/new-order.ts';

/** An order or webhook cannot be imported. The message names fields, but never contains their values. */
export class ImportProblem extends Error {
  override readonly name = 'NotTaken';
  readonly detail: ImportProblemDetail;

  constructor(reason: string, { fix = 'store', faults = [] }: Partial<ImportProblemDetail> = {}) {
    super(reason);
    this.detail = { fix, faults };
  }
}

/** Returns the error for one bad field. */
export function badField(field: string, message: string, fix: ImportProblemFix = 'store'): ImportProblem {
  return new ImportProblem(`${field}: ${message}`, { fix, faults: [{ field, message }] });
}

export type ImportProblemDetail = {
  /** The possible fix by a user. */
  fix: ImportProblemFix;
  /** The bad fields, each with the reason. */
  faults: readonly { field: string; message: string }[];
};

/**
 * Parses JSON with every number as its original text: numbers would change ids beyond 2^53. Throws NotTaken.
 */
export function parsePayload(payload: string): unknown {
  try {
    return parse(payload, null, (digits) => digits);
  } catch {
    throw new ImportProblem('the payload is not JSON');
  }
}

/** Throws NotTaken. */
export function readHead(payload: unknown): OrderHead {
  return readFields(orderHead, payload);
}

/** The number of faults in the message, and in the detail. */
const FAULTS_NAMED = 5;
const FAULTS_KEPT = 50;

/** Parses a payload with `schema`. Throws NotTaken with the bad fields. */
export function readFields<Schema extends z.ZodType>(schema: Schema, payload: unknown): z.output<Schema> {
  const result = schema.safeParse(payload);
  if (result.success) return result.data;
  const { issues } = result.error;
  const fieldOf = ({ path }: z.core.$ZodIssue) => path.join('.') || 'payload';
  const named = issues.slice(0, FAULTS_NAMED).map((issue) => `${fieldOf(issue)}: ${issue.message}`);
  const more = issues.length > FAULTS_NAMED ? `; and ${issues.length - FAULTS_NAMED} more` : '';
  const faults = issues.slice(0, FAULTS_KEPT).map((issue) => ({
    field: fieldOf(issue),
    message: plainMessage(issue),
  }));
  throw new ImportProblem(`${named.join('; ')}${more}`, { faults });
}

/** Returns the message of an issue in a form for users of the desk. */
function plainMessage({ code, message }: z.core.$ZodIssue): string {
  if (code === 'invalid_type')
    return message.endsWith('received undefined') ? 'is missing' : 'has the wrong type';
  if (code === 'too_big') return 'is too long';
  return message;
}

/** An amount in the shop's currency, as fils. */
const amount = z.string().transform((value, context) => {
  const parsed = parseAmount(value);
  if (parsed.ok) return parsed.amount_fils;
  context.addIssue({ code: 'custom', message: 'is not an amount like 1250.50' });
  return z.NEVER;
});

/** The amount still to be paid; the negative amount of an overpaid order becomes 0. */
const outstanding = z
  .string()
  .transform((value) => (value.startsWith('-') ? '0' : value))
  .pipe(amount);

/**
 * Text of any length or type: a field that delivery does not need must never prevent the import of an order.
 */
const anyText = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value?.trim() ?? '');

const quantity = z
  .string()
  .regex(/^\d{1,6}$/, 'is not a whole number')
  .transform(Number);

const degrees = z
  .string()
  .transform(Number)
  .refine((value) => Number.isFinite(value) && Math.abs(value) <= 180, 'is not an angle')
  .nullish()
  .catch(null);

/**
 * An amount, or null if it cannot be read: then the amounts of the order add up without it, or are a fault.
 */
const moneySet = z
  .object({ shop_money: z.object({ amount }) })
  .nullish()
  .catch(null);

/** A boolean, or null if it cannot be read. */
const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])
  .nullish()
  .catch(null);

const address = z
  .object({
    first_name: anyText,
    last_name: anyText,
    name: anyText,
    company: anyText,
    phone: anyText,
    address1: anyText,
    address2: anyText,
    city: anyText,
    zip: anyText,
    province: anyText,
    latitude: degrees,
    longitude: degrees,
  })
  .nullish()
  .catch(null);

/** The customer's entries in additional fields. */
const attributes = z
  .array(z.object({ name: anyText, value: anyText }).catch({ name: '', value: '' }))
  .nullish()
  .catch(null)
  .transform((list) => (list ?? []).map(({ name, value }) => ({ name, text: value })));

const taxLine = z.object({ price: amount, rate: z.coerce.string().regex(/^\d(\.\d{1,12})?$/) });

/** A line's id, a number in webhooks and a `gid` in the API. A line may lack a valid id. */
const lineId = z
  .string()
  .transform((id) => id.replace('gid://shopify/LineItem/', ''))
  .pipe(z.string().regex(/^[1-9]\d{0,29}$/))
  .nullish()
  .catch(null);

const line = z.object({
  id: lineId,
  name: anyText,
  sku: anyText,
  quantity,
  /** The quantity after edits of the order. */
  current_quantity: quantity.nullish(),
  /** The quantity that the store has not fulfilled. */
  fulfillable_quantity: quantity.nullish().catch(null),
  requires_shipping: z.boolean().nullish().catch(null),
  price: amount,
  tax_lines: z.array(taxLine).max(20).nullish().catch(null),
  properties: attributes,
});

const shippingLine = z.object({
  title: anyText,
  delivery_category: anyText,
  price: amount,
  discounted_price: amount.nullish(),
  is_removed: z.boolean().nullish(),
});

/** The fields that are required in every version of an order. */
const orderHead = z.object({
  id: z.string().regex(/^[1-9]\d{0,29}$/, 'is not an id'),
  name: filledText(LONGEST.number),
  updated_at: instant.transform((value) => new Date(value)),
  cancelled_at: instant.nullish().transform((value) => (value ? new Date(value) : null)),
});

/** Shopify's order as in a webhook, with numbers as text. It has only the used fields. */
export const orderContents = z.object({
  test: flag,
  created_at: instant.transform((value) => new Date(value)),
  currency: anyText,
  financial_status: anyText,
  fulfillment_status: anyText,
  payment_gateway_names: z.array(anyText).nullish().catch(null),
  customer_locale: anyText,
  note: anyText,
  note_attributes: attributes,
  phone: anyText,
  total_price: amount,
  current_total_price: amount.nullish(),
  total_discounts: amount.nullish(),
  current_total_discounts: amount.nullish(),
  total_tax: amount.nullish(),
  current_total_tax: amount.nullish(),
  taxes_included: flag,
  /** Null if it cannot be read, like a `moneySet`. */
  total_tip_received: amount.nullish().catch(null),
  current_total_duties_set: moneySet,
  current_total_additional_fees_set: moneySet,
  total_shipping_price_set: moneySet,
  current_shipping_price_set: moneySet,
  total_outstanding: outstanding.nullish(),
  line_items: z.array(line).max(500),
  shipping_lines: z.array(shippingLine).max(100).nullish(),
  customer: z.object({ first_name: anyText, last_name: anyText, phone: anyText }).nullish().catch(null),
  shipping_address: address,
  billing_address: address,
});

/** The payload of a deletion. */
const orderId = orderHead.pick({ id: true });

/** The id of the order that a payload is about. Throws NotTaken. */
export function readId(payload: unknown): string {
  return readFields(orderId, payload).id;
}

/** The payment of a known order, which is read even if the rest of the payload is invalid. */
const paymentFacts = z.object({
  currency: anyText,
  financial_status: anyText,
  total_outstanding: outstanding.nullish().catch(null),
});

export type PaymentFacts = Omit<z.output<typeof paymentFacts>, 'currency'> & {
  /** False if the currency is another one or missing: then no amount counts. */
  is_dirham: boolean;
};

/** Reads the payment of an order in the store; empty if the payload has none. */
export function readPaymentFacts(payload: unknown): PaymentFacts {
  const result = paymentFacts.safeParse(payload);
  if (!result.success) return { financial_status: '', total_outstanding: null, is_dirham: false };
  const { currency, ...facts } = result.data;
  return { ...facts, is_dirham: isDirham(currency) };
}

export type OrderHead = z.output<typeof orderHead>;
export type OrderContents = z.output<typeof orderContents>;
export type OrderAddress = NonNullable<OrderContents['shipping_address']>;
