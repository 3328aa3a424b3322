const AS_EXPORTED = 'import the file as Shopify exported it, without saving it from a spreadsheet';

/**
 * Faults of a file's cells, or of an order because of its cells, in the server's English. Translations are in
 * the catalogue under the code. `{…}` is a placeholder, as in the catalogue's messages.
 */
export const CELL_FAULTS = {
  empty: 'is empty',
  unreadable_letters: 'has characters that cannot be read',
  too_long: 'is longer than {max} characters',
  shortened: `"{text}" is a number that a spreadsheet has shortened, so its digits are lost: ${AS_EXPORTED}`,
  letters_lost: `"{text}" has only question marks, so its characters are lost: ${AS_EXPORTED}`,
  formula_failed: 'its formula has failed: {text}',
  formula_without_result:
    'its formula has no stored result: open the file in a spreadsheet program and save it again',
  became_date: '"{text}" is a date or a time in the spreadsheet: format the cell as text and type it again',
  became_number:
    '"{text}" is a number in the spreadsheet, which may lack digits: format the cell as text and type it again',
  other_unit: '"{text}" is not an amount in AED or a plain number in the spreadsheet',
  merged_columns:
    'is merged with other columns, from {from} to {to}: split it, so that each column has its own cell',
  merged_rows: 'is merged with other rows, from {from} to {to}: split it, so that each row has its own cell',
  cell_count: 'the row has {cells} cells, the header {header}',
  rows_apart: "this row continues an order, but does not follow that order's other rows directly",
  too_many_rows: 'has more than {max} rows',
  rows_missing: 'not imported, the file is damaged and rows of this order may be missing',
  repeated: 'this order is also in line {line}: its rows must be together',

  no_amount: '"{text}" is not an amount like 1250.50',
  amount_too_high: '"{text}" is more than {limit}',
  amount_unclear: '"{text}" may mean thousands or decimals: write it with a point, like 1250.00',
  too_many_decimals: '"{text}" has more than two decimals',
  no_quantity: '"{text}" is not a whole number from 0 to 999999',
  no_moment: '"{text}" is not a date and time like 2026-11-18 08:00:00 +0400',
  no_date: '"{text}" is not a date like 2026-11-20, 20/11/2026 14:30 or 20 Nov 2026',
  no_such_day: '"{text}" is a day that does not exist',
  wrong_weekday: '"{text}" has a weekday that does not match the date',
  hijri_date: '"{text}" is a Hijri date: write it like 2026-11-20',
  before_2000: '"{text}" is before the year 2000',
  only_day_first: '"{text}" has the day first, but the dates of this file are read with the month first',
  only_month_first: '"{text}" has the month first, but the dates of this file are read with the day first',
  no_order_time: '"{text}" is read as {day}, which is not a possible order date',
  no_promise: '"{text}" is read as {day}, too far from today for a promised delivery',
  number_marks: 'starts with more than one #',
  no_yes_or_no: '"{text}" is neither yes nor no',
  unknown_method: '"{text}" is not a known payment method',
  unknown_status: '"{text}" is not an order status',
  due_unknown: 'is empty, so the amount due is unknown',
  no_address: 'is empty, and there is no billing address either',
  no_street: 'has no street',
  no_lines: 'the order has no items left',
  too_many_names: 'has more than {max} payment names',

  due_though_paid: '{amount} is due although the order is paid',
  due_above_total: "{amount} is more than the order's total",
  lines_too_high: 'the lines add up to more than the highest amount of an order',
  lines_differ: '{amount} is not the sum of the lines, {lines} less the discount of {discount}',
  lines_exceed:
    '{amount} is not the sum of the lines, {lines} less the discount of {discount}: if goods were removed in the store, enter the order by hand',
  total_differs: '{amount} does not match subtotal {subtotal}, shipping {shipping} and taxes {taxes}',
  items_differ: '{amount} does not match the items, which add up to {items}',
  amounts_differ:
    '{amount} does not match the items, {items}, with delivery {shipping}, a discount of {discount}, and tips and fees of {extras}',
  rows_differ: 'the rows of this order differ: "{one}" and, in line {line}, "{other}"',
  rows_unclear: "may be {amount} or {other}: each row may have its own amount, or the order's",
  total_unclear: 'may be {amount} or {other}, before or after a refund',
  extras_unclear: 'may be {amount} or {other}, without or with the tips and fees',
  reduced_in_store:
    'the total is {total}, but the balance is {amount}: the order was reduced in the store or partly paid, so enter it by hand',
  removed_unclear:
    '{amount} may include the goods in line {line}, whose quantity is 0: give each item its price',
  items_too_high:
    '{amount} does not match the items, which add up to more than the highest amount of an order',

  stays_named: 'its number, id and order time cannot be corrected',
  stays_completed: 'it is completed',
  stays_cancelled: 'it is cancelled',
  stays_untold: 'its amount follows from its items, which the list does not contain',

  order_cancelled: 'not imported, the order is cancelled',
  order_refunded: 'not imported, the order is refunded',
  order_voided: 'not imported, the order is voided',
  order_failed: 'not imported, the order has failed',
  order_deleted: 'not imported, the order is deleted',
  order_draft: 'not imported, the order is a draft',
  order_unpaid: 'not imported, the order is not paid in the store yet',
  order_completed: 'not imported, the order is completed already',
  order_delivered: 'not imported, the order is delivered already',
  order_fulfilled: 'not imported, the order is fulfilled already',
  order_picked_up: 'not imported, the customer picks the order up',
  order_not_carried: 'not imported, no item of the order needs delivery',
  totals_row: 'not imported, this row is a total of others',
  order_in_status: 'not imported, the order is {status}',
  order_in_currency: 'not imported, the order is in {currency}, not in AED',
} as const;

export type CellFaultCode = keyof typeof CELL_FAULTS;

/** A fault and the values of its placeholders. */
export type CellFault<Code extends CellFaultCode = CellFaultCode> = {
  code: Code;
  values: Record<string, string>;
};

/** The faults of a row that only the reader of the whole file can detect. */
export const ROW_FAULTS = [
  'cell_count',
  'formula_failed',
  'formula_without_result',
  'became_date',
  'became_number',
  'other_unit',
  'merged_rows',
  'merged_columns',
] as const;
export type RowFault = CellFault<(typeof ROW_FAULTS)[number]>;

export function cellFault<Code extends CellFaultCode>(
  code: Code,
  values: Record<string, string | number> = {},
): CellFault<Code> {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)] as const);
  return { code, values: Object.fromEntries(texts) };
}

/** Returns the fault's English text, for the command line and as a fallback where no translation exists. */
export function cellFaultText({ code, values }: CellFault): string {
  return CELL_FAULTS[code].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
