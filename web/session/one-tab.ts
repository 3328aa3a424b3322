/**
 * Lets one tab at a time do something. Built on the browser's locks; where they are missing (plain http) tabs take turns by
 * a note in localStorage, which two may take at the same instant: what runs here must be harmless when it runs twice.
 */
const NOTE_MS = 8_000;

/** Waits for its turn, at most `wait_ms_max`: a suspended tab of a phone may keep a lock for as long as it sleeps. */
export async function inTurn<T>(name: string, wait_ms_max: number, run: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return await afterNote(name, wait_ms_max, run);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), wait_ms_max);
  try {
    return await navigator.locks.request(name, { signal: limit.signal }, () => {
      clearTimeout(timer);
      return run();
    });
  } catch (error) {
    if (!limit.signal.aborted) throw error;
    return await run();
  } finally {
    clearTimeout(timer);
  }
}

/** Runs unless another tab is at it just now. */
export async function ifFree(name: string, run: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return await run();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await run();
  });
}

async function afterNote<T>(name: string, wait_ms_max: number, run: () => Promise<T>): Promise<T> {
  const give_up_at = Date.now() + wait_ms_max;
  await pause(Math.random() * 150);
  while (noteUntil(name) > Date.now() && Date.now() < give_up_at) await pause(100 + Math.random() * 100);
  setNote(name, Date.now() + NOTE_MS);
  try {
    return await run();
  } finally {
    setNote(name, 0);
  }
}

function noteUntil(name: string): number {
  try {
    return Number(localStorage.getItem(name) ?? '0');
  } catch {
    return 0;
  }
}

function setNote(name: string, until: number): void {
  try {
    localStorage.setItem(name, String(until));
  } catch {
    // Without storage there is no other tab to take turns with: they do not share a session.
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
