const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a page is kept before it is asked for anew. A phone may send what it delivered days ago; after a week hardly any does. */
export const FRESH_MS = 12 * HOUR_MS;
const SETTLED_MS = 8 * DAY_MS;
const SETTLED_FRESH_MS = 10 * DAY_MS;

/** Whether a page of the days before `before`, read at `as_of`, need not be asked for again. What was read before its days had settled may lack what came since. */
export function isFresh(before: string, as_of: number, now: number): boolean {
  const was_settled = as_of - Date.parse(`${before}T00:00:00Z`) > SETTLED_MS;
  return now - as_of < (was_settled ? SETTLED_FRESH_MS : FRESH_MS);
}
