/** A scheduled event; `run` must not wait for anything that needs the schedule to continue. */
type Event = { at: number; order: number; cancelled: boolean; run: () => void };

/**
 * The simulated time, in ms since the epoch, and its events, which run one after another. Time does not pass
 * while an event runs; it jumps to the next one.
 */
export type Schedule = {
  now(): number;
  /**
   * Schedules an event and returns a function that cancels it. Simultaneous events run in the order of
   * scheduling.
   */
  after(ms: number, run: () => void): () => void;
  /**
   * Runs the next event. Returns false if none is due until `until` (ms since the epoch); then the time is
   * `until`.
   */
  step(until: number): boolean;
};

/** Creates a schedule that begins at `start`, in ms since the epoch. */
export function createSchedule(start: number): Schedule {
  const heap: Event[] = [];
  let now = start;
  let scheduled = 0;

  function push(item: Event): void {
    let at = heap.length;
    heap.push(item);
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!isBefore(item, heap[up] as Event)) break;
      heap[at] = heap[up] as Event;
      at = up;
    }
    heap[at] = item;
  }

  function pop(): Event {
    const first = heap[0] as Event;
    const last = heap.pop() as Event;
    if (heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= heap.length) break;
      if (down + 1 < heap.length && isBefore(heap[down + 1] as Event, heap[down] as Event)) down += 1;
      if (!isBefore(heap[down] as Event, last)) break;
      heap[at] = heap[down] as Event;
      at = down;
    }
    heap[at] = last;
    return first;
  }

  return {
    now: () => now,
    after(ms, run) {
      const item = { at: now + Math.max(0, ms), order: scheduled, cancelled: false, run };
      scheduled += 1;
      push(item);
      return () => {
        item.cancelled = true;
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
        if (next.cancelled) continue;
        now = next.at;
        next.run();
        return true;
      }
    },
  };
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
