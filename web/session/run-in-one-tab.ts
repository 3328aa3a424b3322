import type { Environment } from '../environment/environment.ts';
import type { Writing } from '../environment/store.ts';
import { pause, withinStoreTimeout } from '../environment/timing.ts';

/**
 * Runs work in one tab at a time, with browser locks. Without locks (plain http), tabs take turns with a note
 * in the store. All waits are limited, so the work may run in two tabs at once and must be idempotent.
 */
const NOTE_MS = 8_000;

type Notes = { notes: { key: string; value: unknown } };

/**
 * Waits at most `wait_ms_max` for its turn, then runs anyway: a suspended tab may hold a lock for as long as
 * it sleeps.
 */
export async function runInTurn<T>(
  environment: Environment,
  name: string,
  wait_ms_max: number,
  run: () => Promise<T>,
): Promise<T> {
  if (!environment.locks) return await afterNote(environment, name, wait_ms_max, run);
  const limit = new AbortController();
  const endWait = environment.timer.after(wait_ms_max, () => limit.abort());
  let granted = false;
  try {
    return await environment.locks.request(name, { signal: limit.signal }, () => {
      granted = true;
      endWait();
      return run();
    });
  } catch (error) {
    if (granted || !limit.signal.aborted) throw error;
    return await run();
  } finally {
    endWait();
  }
}

/** Runs unless another tab holds the lock at present. */
export async function runIfFree(
  { locks }: Environment,
  name: string,
  run: () => Promise<void>,
): Promise<void> {
  if (!locks) return await run();
  await locks.request(name, { ifAvailable: true }, async (granted) => {
    if (granted) await run();
  });
}

async function afterNote<T>(
  environment: Environment,
  name: string,
  wait_ms_max: number,
  run: () => Promise<T>,
): Promise<T> {
  const give_up_at = environment.now() + wait_ms_max;
  while (!(await takeNote(environment, name)) && environment.now() < give_up_at) {
    await pause(environment.timer, 100 + environment.random.number() * 100);
  }
  try {
    return await run();
  } finally {
    const forget = (tx: Writing<Notes>) => tx.delete('notes', name);
    await withinStoreTimeout(environment, environment.store.write(['notes'], forget)).catch(() => {});
  }
}

/** If the store fails or hangs, no other tab shares the session, so there is no need to take turns. */
function takeNote(environment: Environment, name: string): Promise<boolean> {
  const take = async (tx: Writing<Notes>) => {
    const until = (await tx.get('notes', name)) as number | undefined;
    if (until !== undefined && until > environment.now()) return false;
    await tx.put('notes', environment.now() + NOTE_MS, name);
    return true;
  };
  return withinStoreTimeout(environment, environment.store.write(['notes'], take)).catch(() => true);
}
