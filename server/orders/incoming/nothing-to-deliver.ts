/** How an order is to be shipped, as its store says. */
export type ShippingMethod = { category: string };

const PICKUP = /^pick[-_ ]?up$/i;

/**
 * Whether the customer fetches the order: its category says so, or there is a way of shipping and no address to ship to. Then the
 * billing address is where the customer lives.
 */
export function isPickup(
  methods: readonly ShippingMethod[],
  { ships_to_address, bills_to_street }: { ships_to_address: boolean; bills_to_street: boolean },
): boolean {
  if (methods.length === 0) return false;
  return methods.every(({ category }) => PICKUP.test(category)) || (!ships_to_address && bills_to_street);
}

/** Whether no line of it is a thing: a gift card, a service, a file. False where the store does not say. */
export function hasNothingToCarry(
  lines: readonly { requires_shipping?: boolean | null | undefined }[],
): boolean {
  return lines.length > 0 && lines.every(({ requires_shipping }) => requires_shipping === false);
}
