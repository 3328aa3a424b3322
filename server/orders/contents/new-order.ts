import type { CustomerRequest } from '../../../contract/rules/orders/customer-request.ts';
import type { PaymentMethod, PaymentStatus } from '../../../contract/rules/orders/tender.ts';
import type { WaitReason } from '../../../contract/rules/orders/waiting-orders.ts';

/** In characters; far above what shops use, so that a slipped quotation mark does not become an address. */
export const LONGEST = {
  number: 60,
  name: 200,
  phone: 40,
  address: 300,
  area: 100,
  product: 500,
  sku: 120,
  notes: 5000,
  id: 60,
};

/** One line of what was sold, before any picking. */
export type NewLine = {
  name: string;
  sku: string | null;
  qty: number;
  unit_price_fils: number;
  /** Of the whole line, contained in its price or on top as the order says; and its rate as a decimal, `0.05`. */
  tax_fils?: number | null | undefined;
  tax_rate?: string | null | undefined;
};

/** An order as the shop's own system tells it, checked: all that the database's constraints demand holds. */
export type NewOrder = {
  /** Without the leading '#' (ruling B8). */
  order_number: string;
  /** Text: such ids exceed what a number holds exactly. */
  external_id: string | null;
  /** `phone` is the text as received; the numbers in it are parsed when it is stored. */
  customer: { first_name: string; last_name: string; phone: string | null };
  delivery_address: string;
  /** Degrees north and east, where the shop's system knows them. */
  latitude?: number | null;
  longitude?: number | null;
  /** Which part of the town, where the shop's system knows it: what the desk sorts by. */
  area?: string | null | undefined;
  notes: string | null;
  created_at: Date;
  /** By when it was promised, where it was; else the shop's own promise counts. */
  promised_at?: Date | null | undefined;
  payment_method: PaymentMethod;
  /** By cash or by card machine, selected at the door; `payment_method` is cash then. */
  pays_either?: boolean | undefined;
  /** Why it is on no phone until a user decides. */
  waits_because?: WaitReason | null | undefined;
  /** How its source says that it is paid, null where a user decided; and what it says is due, also null where it does not say. */
  payment_names?: string[] | null | undefined;
  told_due_fils?: number | null | undefined;
  /** What the customer asked for, beside the notes. */
  requests?: readonly CustomerRequest[] | undefined;
  /** The customer's language as a tag, `ar-AE`. */
  locale?: string | null | undefined;
  taxes_included?: boolean | null | undefined;
  /** The fields that were longer than what can be kept. */
  shortened?: string[] | undefined;
  payment_status: PaymentStatus;
  /** The sum of the lines. */
  subtotal_fils: number;
  discount_fils: number;
  shipping_fils: number;
  /** Tax that is not contained in the prices. */
  tax_fils: number;
  total_amount_fils: number;
  paid_amount_fils: number;
  due_amount_fils: number;
  lines: NewLine[];
};
