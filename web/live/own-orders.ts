/** As much of a driver's stops as says which orders are his: the number of each by its key. */
export type OwnOrders = ReadonlyMap<string, string>;

/** What came to a driver and what was taken from him since he last heard of it, by number. */
export type OrderNews = { come: readonly string[]; gone: readonly string[] };

/**
 * Follows which orders are a driver's. `note` answers what is new to him, together with what he was told before while `still_told`; what he
 * does himself, such as delivering, is none. Null: nothing is. The first one only sets what is known.
 */
export function followOwnOrders() {
  let known: OwnOrders | null = null;
  let come = new Map<string, string>();
  let gone = new Map<string, string>();

  return {
    /** Which of those he is known to have are not his any more. */
    missing(now: OwnOrders): string[] {
      return [...(known?.keys() ?? [])].filter((id) => !now.has(id));
    },

    note(now: OwnOrders, isOwnDoing: (order_id: string) => boolean, still_told: boolean): OrderNews | null {
      const before = known;
      known = now;
      if (!before) return null;
      if (!still_told) [come, gone] = [new Map(), new Map()];
      const told = [...come.keys(), ...gone.keys()].join();
      for (const [id, number] of now) if (!before.has(id) && !gone.delete(id)) come.set(id, number);
      for (const [id, number] of before) {
        if (!now.has(id) && !come.delete(id) && !isOwnDoing(id)) gone.set(id, number);
      }
      if ([...come.keys(), ...gone.keys()].join() === told) return null;
      return { come: [...come.values()], gone: [...gone.values()] };
    },
  };
}
