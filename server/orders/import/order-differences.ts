import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { paymentChoice } from '../../../contract/rules/orders/tender.ts';
import type { NewLine, NewOrder } from '../contents/new-order.ts';

/** An order as the shop's system once told it; what its life since changed is not part of it. */
export type ToldOrder = Omit<NewOrder, 'payment_status'>;

/** What differs, by the export's column, in words for whoever runs the import. */
export type Difference = { column: string; from: string; to: string };

const TEXT_CHARACTERS_MAX = 80;
const VALUES_MAX = 5;
const NOTHING = 'nothing';

/** Each column as texts that are equal where the values are; a column of lines has one for each line. */
const COLUMNS: [column: string, of: (order: ToldOrder) => string[]][] = [
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

/** What not every system tells: what is not told does not differ, nor an area that nobody kept when the order came. */
const TOLD_BY_SOME: [
  ...(typeof COLUMNS)[number],
  is_told: (stored: ToldOrder, told: ToldOrder) => boolean,
][] = [
  [
    'Shipping City',
    (o) => [text(o.area ?? null)],
    (stored, told) => told.area != null && stored.area != null,
  ],
  [
    'Promised at',
    (o) => [o.promised_at?.toISOString() ?? NOTHING],
    (_, told) => told.promised_at !== undefined,
  ],
];

/** In the order of the columns. `payment_status` is left out: a delivery changes it. */
export function differencesOf(stored: ToldOrder, told: ToldOrder): Difference[] {
  const told_by_some = TOLD_BY_SOME.filter(([, , is_told]) => is_told(stored, told));
  return [...COLUMNS, ...told_by_some].flatMap(([column, of]) => {
    const [before, after] = [of(stored), of(told)];
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
  return ({ lines }: ToldOrder): string[] => lines.map(of);
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
