/** Prefix of orders added by hand if a store numbers its own orders: the store never assigns such numbers. */
const BY_HAND = 'H-';

/** A prefix, then the counter. */
const COUNTED = /^(\D{0,12})(\d{1,12})$/;

/**
 * Returns the next `count` order numbers in the format of the newest of the `recent` ones (newest first),
 * after the highest recent number in that format. Next to a store they are a separate sequence, of which the
 * highest is enough.
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
