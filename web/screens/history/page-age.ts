const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * The age at which a page is fetched again. Devices may send deliveries days late, but hardly ever after a
 * week.
 */
export const FRESH_MS = 12 * HOUR_MS;
const SETTLED_MS = 8 * DAY_MS;
const SETTLED_FRESH_MS = 10 * DAY_MS;

/**
 * Returns whether a page of the days before `before`, read at `as_of`, need not be fetched again. A page
 * read before its days had settled may lack later records.
 */
export function isFresh(before: string, as_of: number, now: number): boolean {
  const was_settled = as_of - Date.parse(`${before}T00:00:00Z`) > SETTLED_MS;
  return now - as_of < (was_settled ? SETTLED_FRESH_MS : FRESH_MS);
}
