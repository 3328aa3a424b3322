/**
 * Does the work for each item, `at_once` at a time and ahead of the consumer, and yields the results in the order of the
 * items. Work that has begun has ended when the generator has, also where it ends early.
 */
export async function* workAhead<Item, Done>(
  coming: AsyncIterable<Item> | Iterable<Item>,
  at_once: number,
  work: (item: Item) => Promise<Done>,
): AsyncGenerator<Done> {
  const under_way: Promise<Done>[] = [];
  try {
    for await (const item of coming) {
      const done = work(item);
      // A failure is thrown at its turn.
      done.catch(() => undefined);
      under_way.push(done);
      if (under_way.length >= at_once) yield (await under_way.shift()) as Done;
    }
    for (const done of under_way) yield await done;
  } finally {
    await Promise.allSettled(under_way);
  }
}
