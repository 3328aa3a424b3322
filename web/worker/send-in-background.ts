import { createApiClient } from '../api/client.ts';
import { createExchange } from '../api/request.ts';
import { createServerClock } from '../api/server-clock.ts';
import { rulesOf } from '../commands/rules-of.ts';
import { createOutbox } from '../offline/outbox.ts';
import { createSender } from '../offline/sender.ts';
import { createStoredReads } from '../offline/stored-reads.ts';
import { createAuthProtocol } from '../session/auth-protocol.ts';
import { writeProfile } from '../session/kept-session.ts';
import { createSessionStore } from '../session/session-store.ts';
import { createKeptTexts } from '../world/kept-texts.ts';
import { olderClientLives } from '../world/tab-locks.ts';
import type { World } from '../world/world.ts';

/**
 * Sends what waits on this device as one more of its tabs would: the same outbox, session and sender, in the same turn and under
 * the same locks. Answers whether something is left that goes out by itself, to come again for. What there is to be said of it the
 * next page says.
 */
export async function sendInBackground(world: World): Promise<boolean> {
  // A tab of a build of before keeps the session where no worker can write it: with two lives of one session each would renew it
  // by itself (decision 26). It sends as it always did.
  if (await olderClientLives(world.locks)) return false;
  const kept = createKeptTexts(world);
  await kept.open();
  const exchange = createExchange(world, createServerClock(kept, world));
  const session = createSessionStore(world, kept, createAuthProtocol(world, exchange, kept));
  await session.open();
  const outbox = createOutbox(world, rulesOf);
  const api = createApiClient(exchange, () => session);
  const sender = createSender(world, { outbox, api, identity: session, rulesOf });
  const stopSession = session.start();
  try {
    const is_left = await sender.sendOnce();
    if (session.user_id() === null) await forgetAll();
    return is_left;
  } finally {
    stopSession();
    session.close();
    outbox.close();
  }

  /** The session is over, perhaps since just now: what a page forgets then leaves the device (decision 19). */
  async function forgetAll(): Promise<void> {
    const reads = createStoredReads(world, session);
    await Promise.allSettled([writeProfile(kept, null), reads.keepOnly(null), outbox.keepDoneOf(null)]);
  }
}
