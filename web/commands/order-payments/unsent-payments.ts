import { takenAmounts } from '../../../contract/rules/orders/takings.ts';
import { isUnsent } from '../../offline/outbox-entry.ts';
import { useCommandEntries } from '../use-entries.ts';

/** Returns the payments of each order that this device has not sent yet, in fils by order id. */
export function useUnsentPayments(): ReadonlyMap<string, number> {
  const entries = useCommandEntries('collect_owed').filter(isUnsent);
  const sums = new Map<string, number>();
  for (const { input } of entries) {
    const { collected_fils, pending_fils } = takenAmounts(0, input.taken, 0);
    sums.set(input.order_id, (sums.get(input.order_id) ?? 0) + collected_fils + pending_fils);
  }
  return sums;
}
