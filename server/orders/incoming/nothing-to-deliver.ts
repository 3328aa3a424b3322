import type { IncomingLine } from './incoming-order.ts';

/** A shipping line of an order in the store. */
export type ShippingMethod = { title: string; category: string };

const PICKUP_CATEGORY = /^pick[-_ ]?up$/i;
/** `Local pickup`, `Pickup at Marina store`, `Collect in store`; not `Courier pickup`, which brings it to the customer. */
const PICKUP_TITLE =
  /^(?:(?:local|(?:in[- ])?store|shop|self|customer|free)[- ]?)?pick[- ]?up\b|^click (?:and|&|\+) collect\b|^collect (?:in|at|from)\b|^استلام من /i;

/** True of a shipping method by which the customer fetches the order. */
export function isPickupTitle(title: string): boolean {
  return PICKUP_TITLE.test(
    title
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .trim(),
  );
}

/**
 * True if the customer fetches the order: the shipping lines' category or title says so, or there is a shipping line and no shipping
 * address. The billing address is then the customer's home.
 */
export function isPickup(
  methods: readonly ShippingMethod[],
  { ships_to_address, bills_to_street }: { ships_to_address: boolean; bills_to_street: boolean },
): boolean {
  if (methods.length === 0) return false;
  const are_pickups = methods.every(
    ({ category, title }) => PICKUP_CATEGORY.test(category) || isPickupTitle(title),
  );
  return are_pickups || (!ships_to_address && bills_to_street);
}

type LineToCarry = Pick<IncomingLine, 'qty' | 'left_qty' | 'requires_shipping'>;

/** The quantity of a line that is still to be delivered: neither removed nor sent separately. */
export function leftOf({ qty, left_qty }: Pick<IncomingLine, 'qty' | 'left_qty'>): number {
  return left_qty ?? qty;
}

/**
 * The reason why there is nothing to carry: `sent` if the store has sent all of it, `not_carried` if nothing that is left is a physical
 * thing. Null if there are goods to carry, or if no line is left at all, which is a fault of the order.
 */
export function nothingToCarry(lines: readonly LineToCarry[]): 'sent' | 'not_carried' | null {
  if (lines.some((line) => leftOf(line) > 0 && line.requires_shipping !== false)) return null;
  if (lines.some((line) => leftOf(line) > 0)) return 'not_carried';
  if (lines.some(({ qty }) => qty > 0)) return 'sent';
  const are_digital = lines.length > 0 && lines.every((line) => line.requires_shipping === false);
  return are_digital ? 'not_carried' : null;
}
