import type { PaymentMethod } from '../orders/tender.ts';

/** The limits of an import request, and the fields of an order that a list's columns can contain. */

/** The maximum number of orders in one request. */
export const IMPORT_ORDERS_MAX = 200;
/**
 * The maximum size of all cells in one request, in bytes of UTF-8; the rest of the 256 KB body is for the
 * JSON around them.
 */
export const IMPORT_BATCH_BYTES = 180_000;
/** The maximum number of rows of an order, more than any order has. */
export const IMPORT_ORDER_ROWS_MAX = 500;
/** The maximum number of columns sent for a row; columns that are not read are not sent. */
export const IMPORT_COLUMNS_MAX = 60;
/**
 * The maximum number of UTF-16 units sent for a cell, which exceeds the longest accepted value, so that a
 * longer value is reported as too long.
 */
export const IMPORT_CELL_MAX = 6_000;
export const IMPORT_COLUMN_NAME_MAX = 120;

/** The fields of an order that a list's columns can contain. */
export const LIST_FIELDS = [
  'order_number',
  'name',
  /** The billing name of an order delivered to that address, if `name` is empty. */
  'other_name',
  'phone',
  'address',
  'other_address',
  'area',
  'promised',
  'amount',
  'due',
  'method',
  'paid',
  'notes',
  'created',
  'currency',
  'status',
  /** Shows pickups, which are not delivered. */
  'shipping_method',
  'item',
  'sku',
  'quantity',
  'price',
  'shipping',
  'discount',
  /** The amount refunded of the order's total. */
  'refund',
  /** Tips and fees: part of the amount owed, but not goods. */
  'extras',
] as const;
export type ListField = (typeof LIST_FIELDS)[number];

/** The kind of values in a column. A spreadsheet may have converted a text to another kind. */
export type CellKind = 'text' | 'amount' | 'number' | 'date';

export const FIELD_KINDS: Record<ListField, CellKind> = {
  ...{ order_number: 'text', name: 'text', other_name: 'text', phone: 'text', address: 'text' },
  ...{ other_address: 'text', area: 'text', promised: 'date', amount: 'amount', due: 'amount' },
  ...{ method: 'text', paid: 'text', notes: 'text', created: 'date', currency: 'text', status: 'text' },
  ...{ shipping_method: 'text', item: 'text', sku: 'text', quantity: 'number', price: 'amount' },
  ...{ shipping: 'amount', discount: 'amount', refund: 'amount', extras: 'amount' },
};

/** The fields that may combine several columns, in their order; amounts are added up. */
export const JOINED_FIELDS: readonly ListField[] = [
  'name',
  'other_name',
  'address',
  'other_address',
  'extras',
];

/** The order of day and month in a date like 03/04/2026. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/**
 * The columns of a list by field, named by their headers; a user selects them once, and the shop's next
 * imports use them.
 */
export type ListLayout = {
  columns: Partial<Record<ListField, [string, ...string[]]>>;
  /** The method of all orders, if no column contains it. */
  method: PaymentMethod | null;
  date_order: DateOrder;
  /**
   * True if a user who could select `shipping_method` has confirmed the layout; absent in layouts of older
   * pages.
   */
  knows_pickups?: boolean | undefined;
  /** The same for `refund` and `extras`. */
  knows_refunds?: boolean | undefined;
  /** The headers of the columns that were hidden in the file when a user confirmed the layout. */
  hidden?: string[] | undefined;
};

/** Returns the fields that a layout must still assign before a list can be read. */
export function missingFields({ columns, method }: ListLayout): ListField[] {
  const has = (field: ListField) => (columns[field] ?? []).length > 0;
  const needed: [field: ListField, is_there: boolean][] = [
    ['order_number', has('order_number')],
    ['name', has('name')],
    ['address', has('address')],
    ['amount', has('amount') || has('due')],
    ['method', has('method') || method !== null],
  ];
  return needed.filter(([, is_there]) => !is_there).map(([field]) => field);
}

/** The key by which names of methods are compared: lower case, single spaces. */
export function methodKey(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ');
}

/** The outcome of an order in a file: added, unchanged, different, unreadable, or nothing to deliver. */
export const IMPORT_OUTCOMES = ['new', 'same', 'differs', 'bad', 'left_out'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];
