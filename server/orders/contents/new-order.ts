import type { CustomerRequest } from '../../../contract/rules/orders/customer-request.ts';
import type { PaymentMethod, PaymentStatus } from '../../../contract/rules/orders/tender.ts';
import type { WaitReason } from '../../../contract/rules/orders/waiting-orders.ts';

/**
 * Maximum lengths in characters, far above normal use. They prevent a stray quotation mark in a file from
 * turning the following rows into one address.
 */
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

/** One line of an order, before picking. */
export type NewLine = {
  name: string;
  sku: string | null;
  qty: number;
  unit_price_fils: number;
  /** The store's id of the line, if a store reports it. */
  external_id?: string | null | undefined;
  /**
   * Tax of the whole line in fils, contained in its price or added, as the order specifies; rate as in
   * `0.05`.
   */
  tax_fils?: number | null | undefined;
  tax_rate?: string | null | undefined;
};

/** A checked order from the shop's own system; it meets all constraints of the database. */
export type NewOrder = {
  /** Without the leading '#'. */
  order_number: string;
  /** A string, since such ids exceed the range of exact numbers. */
  external_id: string | null;
  /** `phone` is the text as received; the numbers in it are parsed when it is stored. */
  customer: { first_name: string; last_name: string; phone: string | null };
  delivery_address: string;
  /** Degrees north and east, if the shop's system knows them. */
  latitude?: number | null;
  longitude?: number | null;
  /** The part of the town, if the shop's system knows it; the desk sorts by it. */
  area?: string | null | undefined;
  notes: string | null;
  created_at: Date;
  /** The promised time of delivery; without one, the shop's own promise applies. */
  promised_at?: Date | null | undefined;
  payment_method: PaymentMethod;
  /** Paid in cash or by card machine, selected on delivery; `payment_method` is cash then. */
  pays_either?: boolean | undefined;
  /** The reason for which the order is on no device until a user decides. */
  waits_because?: WaitReason | null | undefined;
  /**
   * The payment names of the source, null if a user decided. `told_due_fils` is the amount due that the
   * source reports, null also if it reports none.
   */
  payment_names?: string[] | null | undefined;
  told_due_fils?: number | null | undefined;
  /** The customer's requests, in addition to the notes. */
  requests?: readonly CustomerRequest[] | undefined;
  /** The customer's language as a tag, `ar-AE`. */
  locale?: string | null | undefined;
  taxes_included?: boolean | null | undefined;
  /** The fields that were cut to their maximum length. */
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
