import { nameKey } from '../../../contract/rules/import/source-names.ts';
import type { IncomingLine } from './incoming-order.ts';
import { isTip } from './tips.ts';

/** A shipping line of an order in the store. */
export type ShippingMethod = { title: string; category: string };

const PICKUP_CATEGORY = /^pick[-_ ]?up$/i;

/** Titles of orders that the customer fetches, in the form of `nameKey`. */
const PICKUP_TITLES = [
  // `Pickup at Marina store`, `Free local pickup`
  /^(?:(?:free|local|self|customer|curbside|kerbside) )*pick ?up\b/,
  // `Marina store pickup`, `In-store pickup`
  /\b(?:store|shop|branch|warehouse|showroom) pick ?up\b/,
  /^(?:free )?click (?:and |n )?collect\b/,
  /^collect (?:in|at|from)\b/,
  // `الاستلام من الفرع`, `استلام محلي`
  /^(?:ال)?استلام (?:(?:من|في) (?:ال)?(?:فرع|متجر|محل|معرض|مستودع)|(?:ال)?محلي)(?: |$)/,
];
/**
 * Words for a delivery or a pickup by another person: `Pickup and delivery`, `Pickup by courier`, `Pickup
 * point`.
 */
const DOUBTFUL =
  /\b(?:deliver\w*|ship\w*|courier|driver|truck|drop|service|by|points?|lockers?|home|door|return\w*)\b|توصيل|شحن|مندوب|منزل/;

/**
 * True if the customer fetches an order with this title. An ambiguous title is not a pickup, so the order
 * stays visible.
 */
export function isPickupTitle(title: string): boolean {
  const name = nameKey(title);
  return PICKUP_TITLES.some((pickup) => pickup.test(name)) && !DOUBTFUL.test(name);
}

/**
 * True if the customer fetches the order: the store's category of each shipping line is a pickup, or its
 * title if it has no category; or there is a shipping line and no shipping address. The billing address is
 * then the customer's home.
 */
export function isPickup(
  methods: readonly ShippingMethod[],
  { ships_to_address, bills_to_street }: { ships_to_address: boolean; bills_to_street: boolean },
): boolean {
  if (methods.length === 0) return false;
  const are_pickups = methods.every(({ category, title }) =>
    category === '' ? isPickupTitle(title) : PICKUP_CATEGORY.test(category),
  );
  return are_pickups || (!ships_to_address && bills_to_street);
}

type LineToCarry = Pick<IncomingLine, 'qty' | 'left_qty' | 'requires_shipping'> &
  Partial<Pick<IncomingLine, 'name' | 'sku' | 'unit_price_fils'>>;

/** The quantity of a line that is still to be delivered: neither removed nor sent separately. */
export function leftOf({ qty, left_qty }: Pick<IncomingLine, 'qty' | 'left_qty'>): number {
  return left_qty ?? qty;
}

/**
 * The reason for which there is nothing to carry: `sent` if the store has sent all of it, `not_carried` if no
 * remaining line is physical. Null if there are goods to carry, or if no line is left at all, which is a
 * fault of the order.
 */
export function nothingToCarry(lines: readonly LineToCarry[]): 'sent' | 'not_carried' | null {
  if (lines.some((line) => leftOf(line) > 0 && isCarried(line))) return null;
  if (lines.some((line) => leftOf(line) > 0)) return 'not_carried';
  if (lines.some(({ qty }) => qty > 0)) return 'sent';
  const are_digital = lines.length > 0 && lines.every((line) => !isCarried(line));
  return are_digital ? 'not_carried' : null;
}

function isCarried(line: LineToCarry): boolean {
  return line.requires_shipping !== false && !isTip(line);
}
