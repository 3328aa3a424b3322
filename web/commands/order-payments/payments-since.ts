import { takenAmounts } from '../../../contract/rules/orders/takings.ts';
import { isUnsent, type OutboxEntry } from '../../offline/outbox-entry.ts';
import { isRecordedAfter } from '../cash/cash-with-driver.ts';
import { useCommandEntries } from '../use-entries.ts';

type Payment = OutboxEntry<'collect_owed'>;

/** In fils. `unsent_fils` is a part of `paid_fils`. */
export type PaidSince = { paid_fils: number; unsent_fils: number };

/**
 * Sums by order the payments of this device that a list read at `as_of` does not contain: those not sent yet,
 * and those recorded after it.
 */
export function paymentsSince(entries: readonly Payment[], as_of: Date | null): Map<string, PaidSince> {
  const sums = new Map<string, PaidSince>();
  for (const entry of entries) {
    const { order_id, taken } = entry.input;
    const unsent = isUnsent(entry);
    if (!unsent && !isRecordedAfter(entry, as_of)) continue;
    const { collected_fils, pending_fils } = takenAmounts(0, taken, 0);
    const amount_fils = collected_fils + pending_fils;
    const { paid_fils, unsent_fils } = sums.get(order_id) ?? { paid_fils: 0, unsent_fils: 0 };
    sums.set(order_id, {
      paid_fils: paid_fils + amount_fils,
      unsent_fils: unsent ? unsent_fils + amount_fils : unsent_fils,
    });
  }
  return sums;
}

/** Returns the payments of the user that a list read at `as_of` does not contain, by order. */
export function usePaymentsSince(as_of: Date | null): ReadonlyMap<string, PaidSince> {
  return paymentsSince(useCommandEntries('collect_owed'), as_of);
}
