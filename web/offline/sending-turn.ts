import type { DeviceDatabase } from './device-database.ts';

/**
 * One tab sends at a time. The browser's locks say which; beside the lock lies a lease in the database, renewed while the tab
 * works, so that a tab that a phone put to sleep with the lock in hand can be passed over. Without locks (plain http) the
 * lease decides alone. Two tabs sending at once would only waste traffic: the server knows the command's id.
 */
const LEASE_MS = 45_000;
const RENEW_MS = 5_000;
const LOOK_MS = 5_000;
const NOTE = 'sending_lease';

type Lease = { holder: string /** ms since epoch */; until: number };
export type Turn = { /** True when another tab has taken over. */ lost(): boolean };
type Work = (turn: Turn) => Promise<void>;

/** Resolves true after `work` ran, false when another tab has the lease (then ask again later). */
export async function takeTurn(
  database: DeviceDatabase,
  holder: string,
  name: string,
  work: Work,
): Promise<boolean> {
  if (!navigator.locks) {
    if (!(await acquireLease(database, holder))) return false;
    await underLease(database, holder, { lost: () => false }, work);
    return true;
  }
  let lost = false;
  let granted = false;
  const workUnderLease = () => {
    granted = true;
    clearInterval(look);
    return underLease(database, holder, { lost: () => lost }, work);
  };
  const passOver = new AbortController();
  const look = setInterval(() => void lookAtLease(database, passOver), LOOK_MS);
  try {
    await navigator.locks
      .request(name, { signal: passOver.signal }, workUnderLease)
      .catch((error: unknown) => {
        if (granted || !isAbort(error)) throw error;
        return navigator.locks.request(name, { steal: true }, workUnderLease);
      });
  } catch (error) {
    if (!granted || !isAbort(error)) throw error;
    lost = true;
  } finally {
    clearInterval(look);
  }
  return true;
}

/** Gives up waiting for the lock when its holder has stopped renewing the lease, and somebody is looking at this tab. */
async function lookAtLease(database: DeviceDatabase, passOver: AbortController): Promise<void> {
  if (document.visibilityState !== 'visible') return;
  const lapsed = await leaseLapsed(database).catch(() => false);
  if (lapsed) passOver.abort();
}

async function underLease(database: DeviceDatabase, holder: string, turn: Turn, work: Work): Promise<void> {
  const renew = () => setLease(database, { holder, until: Date.now() + LEASE_MS });
  await renew();
  // A renewal that fails only makes the lease end early.
  const renewing = setInterval(() => void renew().catch(() => {}), RENEW_MS);
  try {
    await work(turn);
  } finally {
    clearInterval(renewing);
    if (!turn.lost()) await setLease(database, null).catch(() => {});
  }
}

/** In one transaction, so that two tabs cannot both get it. A reloaded tab gets its own lease back. */
function acquireLease(database: DeviceDatabase, holder: string): Promise<boolean> {
  return database.run(async (db) => {
    const tx = db.transaction('notes', 'readwrite');
    const lease = (await tx.store.get(NOTE)) as Lease | undefined;
    const free = !lease || lease.until < Date.now() || lease.holder === holder;
    if (free) await tx.store.put({ holder, until: Date.now() + LEASE_MS } satisfies Lease, NOTE);
    await tx.done;
    return free;
  });
}

async function leaseLapsed(database: DeviceDatabase): Promise<boolean> {
  const lease = (await database.run((db) => db.get('notes', NOTE))) as Lease | undefined;
  return lease !== undefined && lease.until < Date.now();
}

async function setLease(database: DeviceDatabase, lease: Lease | null): Promise<void> {
  await database.run((db) =>
    lease ? db.put('notes', lease, NOTE).then(() => {}) : db.delete('notes', NOTE),
  );
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
