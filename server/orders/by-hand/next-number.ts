/** Where a store numbers its orders itself, what is added by hand has numbers that the store never gives. */
const BY_HAND = 'H-';

/** Letters, then what counts. */
const COUNTED = /^(\D{0,12})(\d{1,12})$/;

/**
 * The next numbers as the shop counts its orders: those after the highest of the recent ones that are written as the newest one is, the newest first
 * in `recent`. Where a store counts too, they are a sequence of their own, and the highest of that is enough.
 */
export function numbersAfter(
  recent: readonly string[],
  { of_store, count }: { of_store: boolean; count: number },
): string[] {
  const counted = recent.flatMap((number) => {
    const [, prefix, digits] = COUNTED.exec(number) ?? [];
    return prefix === undefined || digits === undefined ? [] : [{ prefix, digits }];
  });
  const prefix = of_store ? BY_HAND : (counted[0]?.prefix ?? '');
  const alike = counted.filter((one) => one.prefix === prefix);
  const begin = of_store ? 0 : 1_000;
  const highest = alike.length === 0 ? begin : Math.max(...alike.map(({ digits }) => Number(digits)));
  const width = alike[0]?.digits.length ?? 1;
  return Array.from({ length: count }, (_, at) => {
    const number = String(highest + 1 + at);
    return prefix + number.padStart(width, '0');
  });
}
