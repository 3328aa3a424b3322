/** Does the work for what comes, `at_once` at a time and ahead of whoever asks, and yields what it answers in the order of what came. */
export async function* workAhead<Item, Done>(
  coming: AsyncIterable<Item>,
  at_once: number,
  work: (item: Item) => Promise<Done>,
): AsyncGenerator<Done> {
  const under_way: Promise<Done>[] = [];
  for await (const item of coming) {
    const done = work(item);
    // Heard when its turn comes, which may be after another one has ended all.
    done.catch(() => undefined);
    under_way.push(done);
    if (under_way.length >= at_once) yield (await under_way.shift()) as Done;
  }
  for (const done of under_way) yield await done;
}
