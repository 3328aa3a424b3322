/** Returns a line's picked quantity, or the ordered one if the shop records no picking. */
export function pickedQty({ picked_qty, qty }: { picked_qty: number | null; qty: number }): number {
  return picked_qty ?? qty;
}
