import { useCallback, useEffect, useState } from 'react';
import { thisTab } from '../../../environment/this-tab.ts';
import { untilUnmounted } from '../../../environment/timing.ts';

/** The key in the device's notes; each user of a shared device has one. */
const noteOf = (user_id: string) => `payment_open:${user_id}`;

/** Returns whether this user has the other payments open for every order; remembered on this device. */
export function useAlwaysOpen(
  user_id: string,
): [always_open: boolean, remember: (always_open: boolean) => void] {
  const [always_open, setAlwaysOpen] = useState(false);
  useEffect(() => {
    const reading = thisTab.store.read(['notes'], (tx) => tx.get('notes', noteOf(user_id)));
    return untilUnmounted(reading, (stored) => setAlwaysOpen(stored === true));
  }, [user_id]);
  const remember = useCallback(
    (open: boolean) => {
      setAlwaysOpen(open);
      const write = thisTab.store.write(['notes'], (tx) => tx.put('notes', open, noteOf(user_id)));
      // It is only a convenience.
      void write.catch(() => {});
    },
    [user_id],
  );
  return [always_open, remember];
}
