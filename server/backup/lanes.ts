/**
 * Does the work for all items, each lane one after the other. Once one has failed no other is begun; throws that failure when those under way have
 * ended.
 */
export async function inLanes<Lane, Item>(
  lanes: readonly Lane[],
  items: Iterable<Item>,
  work: (lane: Lane, item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const follow = async (lane: Lane) => {
    while (failures.length === 0) {
      const next = queue.next();
      if (next.done) return;
      await work(lane, next.value).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(lanes.map(follow));
  if (failures.length > 0) throw failures[0];
}
