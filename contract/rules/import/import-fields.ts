import type { PaymentMethod } from '../orders/tender.ts';

/** What the desk sends of a file at a time, within the largest body, and what the columns of a list may tell. */

/** How many orders go to the server at a time. */
export const IMPORT_ORDERS_MAX = 200;
/** Of a body, in UTF-8 bytes of its cells; the rest of 256 KB is for what stands around them. */
export const IMPORT_BATCH_BYTES = 180_000;
/** More lines than any order has. */
export const IMPORT_ORDER_ROWS_MAX = 500;
/** Columns that are sent of a row; only those that are read are. */
export const IMPORT_COLUMNS_MAX = 60;
/** What is sent of one cell, in UTF-16 units: more than the longest that is taken, so that it is named as too long. */
export const IMPORT_CELL_MAX = 6_000;
export const IMPORT_COLUMN_NAME_MAX = 120;

/** What a column of a list may tell of an order. */
export const LIST_FIELDS = [
  'order_number',
  'name',
  /** Where `name` is empty: the billing name of an order that is delivered there. */
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
  /** A pickup is not delivered. */
  'shipping_method',
  'item',
  'sku',
  'quantity',
  'price',
  'shipping',
  'discount',
  /** The amount refunded of the order's total. */
  'refund',
  /** Tips and fees: owed, but no goods. */
  'extras',
] as const;
export type ListField = (typeof LIST_FIELDS)[number];

/** The kind of values that a column has. A spreadsheet may have turned a text into one of the others. */
export type CellKind = 'text' | 'amount' | 'number' | 'date';

export const FIELD_KINDS: Record<ListField, CellKind> = {
  ...{ order_number: 'text', name: 'text', other_name: 'text', phone: 'text', address: 'text' },
  ...{ other_address: 'text', area: 'text', promised: 'date', amount: 'amount', due: 'amount' },
  ...{ method: 'text', paid: 'text', notes: 'text', created: 'date', currency: 'text', status: 'text' },
  ...{ shipping_method: 'text', item: 'text', sku: 'text', quantity: 'number', price: 'amount' },
  ...{ shipping: 'amount', discount: 'amount', refund: 'amount', extras: 'amount' },
};

/** These may be put together from several columns, in their order; amounts are added up. */
export const JOINED_FIELDS: readonly ListField[] = [
  'name',
  'other_name',
  'address',
  'other_address',
  'extras',
];

/** How a date like 03/04/2026 is meant. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Which columns of a list tell what, by their headers; chosen once by a person and remembered for the shop. */
export type ListLayout = {
  columns: Partial<Record<ListField, [string, ...string[]]>>;
  /** Of every order, where no column tells it. */
  method: PaymentMethod | null;
  date_order: DateOrder;
  /** A user has confirmed it who could select `shipping_method`; absent in layouts that older pages remembered. */
  knows_pickups?: boolean | undefined;
  /** The same for `refund` and `extras`. */
  knows_refunds?: boolean | undefined;
  /** The columns that were hidden in the file when a user confirmed it, by their headers. */
  hidden?: string[] | undefined;
};

/** What a layout still lacks before a list can be read by it. */
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

/** A word for a method as it is compared: small letters, single spaces. */
export function methodWord(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ');
}

/** What becomes of an order of a file: added; there already; there with other contents; not readable; nothing to deliver (ruling B8). */
export const IMPORT_FATES = ['new', 'same', 'differs', 'bad', 'left_out'] as const;
export type ImportFate = (typeof IMPORT_FATES)[number];
