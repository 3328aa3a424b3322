import type { CellFaultCode } from '../../../contract/rules/import/cell-faults.ts';
import type { PaymentMeaning } from '../../../contract/rules/import/source-names.ts';
import type { CustomerRequest } from '../../../contract/rules/orders/customer-request.ts';
import type { NewOrder } from '../contents/new-order.ts';
import type { Destination } from './destination.ts';

/** One sold item. Texts as received, the price in fils. */
export type IncomingLine = {
  /** The store's id of the line. */
  external_id?: string | null | undefined;
  name: string;
  sku: string;
  /** The ordered quantity after edits. The order's amounts include all of it. */
  qty: number;
  /** The quantity that is still to be delivered, if a part was sent separately. */
  left_qty?: number | null | undefined;
  /** False for a gift card, a service or a file. Undefined or null if the source does not report it. */
  requires_shipping?: boolean | null | undefined;
  unit_price_fils: number;
  /** The tax of `qty`. */
  tax_fils?: number | null | undefined;
  tax_rate?: string | null | undefined;
};

/**
 * An order's amounts as its source reports them, in fils. Sources differ in what an amount contains (a
 * discount of the shipping among the discounts or in the shipping, taxes in the prices or on top), so there
 * may be several, the likeliest first: the reading that adds up applies.
 */
export type IncomingAmounts = {
  total_fils: number;
  discounts: readonly number[];
  shippings: readonly number[];
  taxes: readonly number[];
  /** The sum of the lines less their part of the discount; undefined if the source does not report it. */
  discounted_fils?: number | undefined;
  /**
   * The possible totals after a refund or an edit, if `total_fils` and `discounted_fils` may be those of the
   * order as it was placed. If the lines add up to more than one total, the order is rejected.
   */
  reduced_totals?: readonly number[] | undefined;
  /** True if a discount code of the order names free shipping. */
  has_free_shipping?: boolean | undefined;
};

export type PaidStatus = 'paid' | 'partially_paid' | 'pending' | 'authorized';

export type IncomingPayment = {
  /** The payment methods as the source names them. */
  names: readonly string[];
  /** A user's decision for the whole file or this order. It replaces the names. */
  decided?: PaymentMeaning | undefined;
  /** Null if the source does not report whether the order is paid. */
  status: PaidStatus | null;
  /** The amount still to be paid; null if the source does not report it. */
  outstanding_fils: number | null;
};

/** An order as its source sends it, before any rule is applied. Texts as received. */
export type IncomingOrder = Pick<
  NewOrder,
  'external_id' | 'created_at' | 'promised_at' | 'locale' | 'taxes_included'
> & {
  number: string;
  customer: { first_name: string; last_name: string };
  phone: string;
  destination: Destination;
  notes: string;
  requests?: readonly CustomerRequest[] | undefined;
  lines: readonly IncomingLine[];
  amounts: IncomingAmounts;
  payment: IncomingPayment;
};

/** The part of an order that has a fault; each adapter maps it to a column or a field of its source. */
export type IncomingField = 'number' | 'destination' | 'lines' | 'subtotal' | 'total' | 'due' | 'payment';

export type IncomingFault = { field: IncomingField; code: CellFaultCode; values?: Record<string, string> };
