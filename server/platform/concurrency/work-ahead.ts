/**
 * Processes items, `at_once` concurrently and ahead of the consumer, and yields the results in the order of
 * the items. When the generator ends, even early, all work it started has ended.
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
      // A failure is thrown when its result is due.
      done.catch(() => undefined);
      under_way.push(done);
      if (under_way.length >= at_once) yield (await under_way.shift()) as Done;
    }
    for (const done of under_way) yield await done;
  } finally {
    await Promise.allSettled(under_way);
  }
}
