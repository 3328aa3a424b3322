/** The driver's orders: the order number by id. */
export type OwnOrders = ReadonlyMap<string, string>;

/** Numbers of the orders that were added to and removed from a driver's stops since he was last notified. */
export type OrderNews = { come: readonly string[]; gone: readonly string[] };

/**
 * Tracks the orders of a driver. `note` returns the changes, merged with earlier ones while `still_shown`;
 * orders that he delivered himself do not count. Returns null if there are none. The first call only sets the
 * starting point.
 */
export function followOwnOrders() {
  let known: OwnOrders | null = null;
  let come = new Map<string, string>();
  let gone = new Map<string, string>();

  return {
    /** Returns the known orders that are no longer the driver's. */
    missing(now: OwnOrders): string[] {
      return [...(known?.keys() ?? [])].filter((id) => !now.has(id));
    },

    note(now: OwnOrders, isOwnDoing: (order_id: string) => boolean, still_shown: boolean): OrderNews | null {
      const before = known;
      known = now;
      if (!before) return null;
      if (!still_shown) [come, gone] = [new Map(), new Map()];
      const shown = [...come.keys(), ...gone.keys()].join();
      for (const [id, number] of now) if (!before.has(id) && !gone.delete(id)) come.set(id, number);
      for (const [id, number] of before) {
        if (!now.has(id) && !come.delete(id) && !isOwnDoing(id)) gone.set(id, number);
      }
      if ([...come.keys(), ...gone.keys()].join() === shown) return null;
      return { come: [...come.values()], gone: [...gone.values()] };
    },
  };
}
