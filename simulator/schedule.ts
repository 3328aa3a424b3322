/** What happens at a time of the run; `run` must not wait for anything that needs the schedule to go on. */
type Happening = { at: number; order: number; off: boolean; run: () => void };

/**
 * The run's own time, in ms since the epoch, and what happens in it, one thing after another. Time stands still while
 * something happens and jumps to the next.
 */
export type Schedule = {
  now(): number;
  /** Answers how to call it off. Two at the same time happen in the order they were asked for. */
  after(ms: number, run: () => void): () => void;
  /** Has the next thing happen. False when there is none until `until` (ms since the epoch); then it is `until`. */
  step(until: number): boolean;
};

/** Begins at `start`, in ms since the epoch. */
export function createSchedule(start: number): Schedule {
  const heap: Happening[] = [];
  let now = start;
  let asked = 0;

  function push(item: Happening): void {
    let at = heap.length;
    heap.push(item);
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!isBefore(item, heap[up] as Happening)) break;
      heap[at] = heap[up] as Happening;
      at = up;
    }
    heap[at] = item;
  }

  function pop(): Happening {
    const first = heap[0] as Happening;
    const last = heap.pop() as Happening;
    if (heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= heap.length) break;
      if (down + 1 < heap.length && isBefore(heap[down + 1] as Happening, heap[down] as Happening)) down += 1;
      if (!isBefore(heap[down] as Happening, last)) break;
      heap[at] = heap[down] as Happening;
      at = down;
    }
    heap[at] = last;
    return first;
  }

  return {
    now: () => now,
    after(ms, run) {
      const item = { at: now + Math.max(0, ms), order: asked, off: false, run };
      asked += 1;
      push(item);
      return () => {
        item.off = true;
      };
    },
    step(until) {
      for (;;) {
        const next = heap[0];
        if (!next || next.at > until) {
          now = Math.max(now, until);
          return false;
        }
        pop();
        if (next.off) continue;
        now = next.at;
        next.run();
        return true;
      }
    },
  };
}

function isBefore(one: Happening, other: Happening): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
