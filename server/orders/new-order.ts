import type { PaymentMethod, PaymentStatus } from '../../contract/rules/tender.ts';

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
};

/** An order as the shop's own system tells it, checked: all that the database's constraints demand holds. */
export type NewOrder = {
  /** Without the leading '#' (ruling B8). */
  order_number: string;
  /** Text: such ids exceed what a number holds exactly. */
  external_id: string | null;
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
