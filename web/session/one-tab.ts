import type { Writing } from '../world/store.ts';
import { answered, pause } from '../world/waiting.ts';
import type { World } from '../world/world.ts';

/**
 * Lets one tab at a time do something. Built on the browser's locks; where they are missing (plain http) tabs take turns by
 * a note on the device. What runs here must be harmless when it runs twice: nobody waits for ever.
 */
const NOTE_MS = 8_000;

type Notes = { notes: { key: string; value: unknown } };

/** Waits for its turn, at most `wait_ms_max`: a suspended tab of a phone may keep a lock for as long as it sleeps. */
export async function inTurn<T>(
  world: World,
  name: string,
  wait_ms_max: number,
  run: () => Promise<T>,
): Promise<T> {
  if (!world.locks) return await afterNote(world, name, wait_ms_max, run);
  const limit = new AbortController();
  const endWait = world.timer.after(wait_ms_max, () => limit.abort());
  let granted = false;
  try {
    return await world.locks.request(name, { signal: limit.signal }, () => {
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

/** Runs unless another tab is at it just now. */
export async function ifFree({ locks }: World, name: string, run: () => Promise<void>): Promise<void> {
  if (!locks) return await run();
  await locks.request(name, { ifAvailable: true }, async (granted) => {
    if (granted) await run();
  });
}

async function afterNote<T>(
  world: World,
  name: string,
  wait_ms_max: number,
  run: () => Promise<T>,
): Promise<T> {
  const give_up_at = world.now() + wait_ms_max;
  while (!(await takeNote(world, name)) && world.now() < give_up_at) {
    await pause(world.timer, 100 + world.random.number() * 100);
  }
  try {
    return await run();
  } finally {
    const forget = (tx: Writing<Notes>) => tx.delete('notes', name);
    await answered(world, world.store.write(['notes'], forget)).catch(() => {});
  }
}

/** A device whose store fails, or does not answer, has no other tab to take turns with: they would not share a session. */
function takeNote(world: World, name: string): Promise<boolean> {
  const take = async (tx: Writing<Notes>) => {
    const until = (await tx.get('notes', name)) as number | undefined;
    if (until !== undefined && until > world.now()) return false;
    await tx.put('notes', world.now() + NOTE_MS, name);
    return true;
  };
  return answered(world, world.store.write(['notes'], take)).catch(() => true);
}
