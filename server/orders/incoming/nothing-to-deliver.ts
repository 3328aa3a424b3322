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

/** True if no line is a physical thing, but a gift card, a service or a file. False where the store does not say. */
export function hasNothingToCarry(
  lines: readonly { requires_shipping?: boolean | null | undefined }[],
): boolean {
  return lines.length > 0 && lines.every(({ requires_shipping }) => requires_shipping === false);
}
