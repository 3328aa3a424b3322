import type { Environment } from '../../environment/environment.ts';
import { every } from '../../environment/timing.ts';
import { deviceStore } from '../device-records.ts';

/**
 * One tab sends at a time. The browser's lock decides which. In addition, a lease in the database, renewed
 * while the tab works, lets other tabs pass over a tab that the device suspended while it held the lock.
 * Without locks (plain http) the lease alone decides. A tab that resumes may continue to send until it learns
 * that it was passed over. That only wastes traffic: the server knows the command's id, and late responses
 * change no later attempt (`ofAttempt`).
 */
const LEASE_MS = 45_000;
const RENEW_MS = 5_000;
const CHECK_MS = 5_000;
const NOTE = 'sending_lease';

type Lease = { holder: string /** ms since epoch */; until: number };
export type Turn = { /** True when another tab has taken over. */ lost(): boolean };
type Work = (turn: Turn) => Promise<void>;

/**
 * Resolves to true after `work` ran; to false if another tab has the turn or took it over (then try again
 * later).
 */
export async function takeTurn(environment: Environment, name: string, work: Work): Promise<boolean> {
  const { locks } = environment;
  const turn = { is_lost: false };
  if (!locks) {
    if (!(await acquireLease(environment))) return false;
    await underLease(environment, turn, work);
    return !turn.is_lost;
  }
  let granted = false;
  const workUnderLease = () => {
    granted = true;
    stopChecking();
    return underLease(environment, turn, work);
  };
  const passOver = new AbortController();
  const stopChecking = every(environment.timer, CHECK_MS, () => void checkLease(environment, passOver));
  try {
    await locks.request(name, { signal: passOver.signal }, workUnderLease).catch((error: unknown) => {
      if (granted || !isAbort(error)) throw error;
      return locks.request(name, { steal: true }, workUnderLease);
    });
  } catch (error) {
    if (!granted || !isAbort(error)) throw error;
    turn.is_lost = true;
  } finally {
    stopChecking();
  }
  return !turn.is_lost;
}

/** Stops waiting for the lock if its holder has stopped renewing the lease and this tab is visible. */
async function checkLease(environment: Environment, passOver: AbortController): Promise<void> {
  if (!environment.page.visible()) return;
  const lapsed = await leaseLapsed(environment).catch(() => false);
  if (lapsed) passOver.abort();
}

async function underLease(environment: Environment, turn: { is_lost: boolean }, work: Work): Promise<void> {
  await deviceStore(environment).write(['notes'], (tx) => tx.put('notes', leaseOf(environment), NOTE));
  const renew = async () => {
    if (!(await acquireLease(environment))) turn.is_lost = true;
  };
  // A renewal that fails only makes the lease end early.
  const stopRenewing = every(environment.timer, RENEW_MS, () => void renew().catch(() => {}));
  try {
    await work({ lost: () => turn.is_lost });
  } finally {
    stopRenewing();
    await endLease(environment).catch(() => {});
  }
}

function leaseOf({ tab, now }: Environment): Lease {
  return { holder: tab, until: now() + LEASE_MS };
}

/**
 * Acquires the lease in one transaction, so that two tabs cannot both get it. A reloaded tab gets its own
 * lease back.
 */
function acquireLease(environment: Environment): Promise<boolean> {
  return deviceStore(environment).write(['notes'], async (tx) => {
    const lease = (await tx.get('notes', NOTE)) as Lease | undefined;
    const free = !lease || isOver(lease, environment.now()) || lease.holder === environment.tab;
    if (free) await tx.put('notes', leaseOf(environment), NOTE);
    return free;
  });
}

async function leaseLapsed(environment: Environment): Promise<boolean> {
  const read = await deviceStore(environment).read(['notes'], (tx) => tx.get('notes', NOTE));
  const lease = read as Lease | undefined;
  return lease !== undefined && isOver(lease, environment.now());
}

/** A lease is also over if it ends later than any lease can: the clock was set back. */
function isOver({ until }: Lease, now: number): boolean {
  return until < now || until > now + LEASE_MS;
}

/** Deletes this tab's lease; leaves the lease of another tab alone. */
function endLease(environment: Environment): Promise<void> {
  return deviceStore(environment).write(['notes'], async (tx) => {
    const lease = (await tx.get('notes', NOTE)) as Lease | undefined;
    if (lease?.holder === environment.tab) await tx.delete('notes', NOTE);
  });
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
