/** A shipping line of an order in the store. */
export type ShippingMethod = { category: string };

const PICKUP = /^pick[-_ ]?up$/i;

/**
 * True if the customer fetches the order: the shipping lines' category says so, or there is a shipping line and no shipping address.
 * The billing address is then the customer's home.
 */
export function isPickup(
  methods: readonly ShippingMethod[],
  { ships_to_address, bills_to_street }: { ships_to_address: boolean; bills_to_street: boolean },
): boolean {
  if (methods.length === 0) return false;
  return methods.every(({ category }) => PICKUP.test(category)) || (!ships_to_address && bills_to_street);
}

/** True if no line is a physical thing, but a gift card, a service or a file. False where the store does not say. */
export function hasNothingToCarry(
  lines: readonly { requires_shipping?: boolean | null | undefined }[],
): boolean {
  return lines.length > 0 && lines.every(({ requires_shipping }) => requires_shipping === false);
}
