import { createApiClient } from '../api/client.ts';
import { createExchange } from '../api/request.ts';
import { createServerClock } from '../api/server-clock.ts';
import type { Environment } from '../environment/environment.ts';
import type { NetworkWatch } from '../environment/reachability/network-watch.ts';
import { withReachability } from '../environment/reachability/reachability.ts';
import { createStoredTexts } from '../environment/stored-texts.ts';
import { isOlderClientOpen } from '../environment/tab-locks.ts';
import { createOutbox } from '../offline/outbox.ts';
import { createSender } from '../offline/sending/sender.ts';
import { createStoredReads } from '../offline/stored-reads.ts';
import { createAuthProtocol } from '../session/auth-protocol.ts';
import { createSessionStore } from '../session/session-store.ts';
import { readSession, writeProfile } from '../session/stored-session.ts';

/**
 * Sends this device's pending entries as one more tab would: with the same outbox, session, sender and locks.
 * Returns true if entries are left that can be sent automatically later. The next page reports failures.
 * Rejects if the store fails: the state is then unknown, and the browser tries again.
 */
export async function sendInBackground(environment: Environment): Promise<boolean> {
  // A tab of a previous build stores the session where no worker can write it, so both would renew it
  // independently (decision 26). That tab sends the entries.
  if (await isOlderClientOpen(environment.locks)) return false;
  await environment.store.read(['notes'], (tx) => tx.get('notes', 'device_id'));
  const kept = createStoredTexts(environment);
  await kept.open();
  const watch: NetworkWatch = {};
  const exchange = createExchange(environment, createServerClock(kept, environment), watch);
  const session = createSessionStore(environment, kept, createAuthProtocol(environment, exchange, kept));
  await session.open();
  const outbox = createOutbox(environment);
  const api = createApiClient(exchange, () => session);
  const sender = createSender(withReachability(environment, watch), { outbox, api, identity: session });
  const stopSession = session.start();
  const was_signed_in = session.user_id() !== null;
  try {
    const is_left = await sender.sendOnce();
    if (was_signed_in && (await isSignedOut())) await forgetAll();
    return is_left;
  } finally {
    stopSession();
    session.close();
    outbox.close();
  }

  /** Also checks the device, where a user may have signed in meanwhile. */
  async function isSignedOut(): Promise<boolean> {
    if (session.user_id() !== null) return false;
    await kept.reload();
    return readSession(kept) === null;
  }

  /** The session has just ended: deletes what a page deletes then (decision 19). */
  async function forgetAll(): Promise<void> {
    const reads = createStoredReads(environment, session);
    await Promise.allSettled([writeProfile(kept, null), reads.keepOnly(null), outbox.keepDoneOf(null)]);
  }
}
