import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { paymentChoice } from '../../../contract/rules/orders/tender.ts';
import type { NewLine, NewOrder } from '../contents/new-order.ts';

/** An order as the shop's system reported it; later changes in this application are not part of it. */
export type ComparableOrder = Omit<NewOrder, 'payment_status'>;

/** A difference in one column of the export, as text for the user who imports. */
export type Difference = { column: string; from: string; to: string };

const TEXT_CHARACTERS_MAX = 80;
const VALUES_MAX = 5;
const NOTHING = 'nothing';

/** For each column, texts that are equal if the values are; a column of lines has one text for each line. */
const COLUMNS: [column: string, of: (order: ComparableOrder) => string[]][] = [
  ['Name', (o) => [text(o.order_number)]],
  ['Id', (o) => [text(o.external_id)]],
  ['Created at', (o) => [o.created_at.toISOString()]],
  ['Lineitem name', each(({ name }) => text(name))],
  ['Lineitem sku', each(({ sku }) => text(sku))],
  ['Lineitem quantity', each(({ qty }) => String(qty))],
  ['Lineitem price', each(({ unit_price_fils }) => formatMoney(unit_price_fils))],
  ['Discount Amount', (o) => [formatMoney(o.discount_fils)]],
  ['Shipping', (o) => [formatMoney(o.shipping_fils)]],
  ['Total', (o) => [formatMoney(o.total_amount_fils)]],
  ['Outstanding Balance', (o) => [formatMoney(o.due_amount_fils)]],
  ['Payment Method', (o) => [paymentChoice(o)]],
  ['Shipping Name', ({ customer }) => [text(`${customer.first_name} ${customer.last_name}`.trim())]],
  ['Shipping Phone', ({ customer }) => [text(customer.phone)]],
  ['Shipping Address1', (o) => [text(o.delivery_address)]],
  ['Notes', (o) => [text(o.notes)]],
];

/**
 * Columns that not every system reports. An unreported value does not differ, nor does an area that was not
 * stored.
 */
const OPTIONAL_COLUMNS: [
  ...(typeof COLUMNS)[number],
  is_reported: (stored: ComparableOrder, reported: ComparableOrder) => boolean,
][] = [
  [
    'Shipping City',
    (o) => [text(o.area ?? null)],
    (stored, reported) => reported.area != null && stored.area != null,
  ],
  [
    'Promised at',
    (o) => [o.promised_at?.toISOString() ?? NOTHING],
    (_, reported) => reported.promised_at !== undefined,
  ],
];

/** In the order of the columns. `payment_status` is ignored, since a delivery changes it. */
export function differencesOf(stored: ComparableOrder, reported: ComparableOrder): Difference[] {
  const optional = OPTIONAL_COLUMNS.filter(([, , is_reported]) => is_reported(stored, reported));
  return [...COLUMNS, ...optional].flatMap(([column, of]) => {
    const [before, after] = [of(stored), of(reported)];
    const longer = before.length > after.length ? before : after;
    const differing = longer.flatMap((_, at) => (before[at] === after[at] ? [] : [at]));
    const shown = (texts: string[]) => shortened(differing.map((at) => texts[at] ?? NOTHING));
    return differing.length === 0 ? [] : [{ column, from: shown(before), to: shown(after) }];
  });
}

/** `Total was AED 33.90, is AED 43.90; Notes was nothing, is "Ring twice"`. */
export function describeDifferences(differences: Difference[]): string {
  return differences.map(({ column, from, to }) => `${column} was ${from}, is ${to}`).join('; ');
}

function each(of: (line: NewLine) => string) {
  return ({ lines }: ComparableOrder): string[] => lines.map(of);
}

function text(value: string | null): string {
  return value === null ? NOTHING : JSON.stringify(value);
}

function shortened(texts: string[]): string {
  const more = texts.length - VALUES_MAX;
  const shown = texts.slice(0, VALUES_MAX).map((one) => {
    const characters = [...one];
    return characters.length > TEXT_CHARACTERS_MAX
      ? `${characters.slice(0, TEXT_CHARACTERS_MAX).join('')}…`
      : one;
  });
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
