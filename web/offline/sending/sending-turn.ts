import { every } from '../../world/waiting.ts';
import type { World } from '../../world/world.ts';
import { deviceStore } from '../device-records.ts';

/**
 * One tab sends at a time. The browser's locks say which; beside the lock lies a lease in the database, renewed while the tab
 * works, so that a tab that a phone put to sleep with the lock in hand can be passed over. Without locks (plain http) the
 * lease decides alone. A tab that wakes up may go on sending until it hears that it was passed over. That wastes traffic and
 * nothing else: the server knows the command's id, and what the tab then hears changes no later attempt (`ofAttempt`).
 */
const LEASE_MS = 45_000;
const RENEW_MS = 5_000;
const LOOK_MS = 5_000;
const NOTE = 'sending_lease';

type Lease = { holder: string /** ms since epoch */; until: number };
export type Turn = { /** True when another tab has taken over. */ lost(): boolean };
type Work = (turn: Turn) => Promise<void>;

/** Resolves true after `work` ran, false when another tab has the turn or took it over (then ask again later). */
export async function takeTurn(world: World, name: string, work: Work): Promise<boolean> {
  const { locks } = world;
  const turn = { is_lost: false };
  if (!locks) {
    if (!(await acquireLease(world))) return false;
    await underLease(world, turn, work);
    return !turn.is_lost;
  }
  let granted = false;
  const workUnderLease = () => {
    granted = true;
    stopLooking();
    return underLease(world, turn, work);
  };
  const passOver = new AbortController();
  const stopLooking = every(world.timer, LOOK_MS, () => void lookAtLease(world, passOver));
  try {
    await locks.request(name, { signal: passOver.signal }, workUnderLease).catch((error: unknown) => {
      if (granted || !isAbort(error)) throw error;
      return locks.request(name, { steal: true }, workUnderLease);
    });
  } catch (error) {
    if (!granted || !isAbort(error)) throw error;
    turn.is_lost = true;
  } finally {
    stopLooking();
  }
  return !turn.is_lost;
}

/** Gives up waiting for the lock when its holder has stopped renewing the lease, and somebody is looking at this tab. */
async function lookAtLease(world: World, passOver: AbortController): Promise<void> {
  if (!world.page.visible()) return;
  const lapsed = await leaseLapsed(world).catch(() => false);
  if (lapsed) passOver.abort();
}

async function underLease(world: World, turn: { is_lost: boolean }, work: Work): Promise<void> {
  await deviceStore(world).write(['notes'], (tx) => tx.put('notes', leaseOf(world), NOTE));
  const renew = async () => {
    if (!(await acquireLease(world))) turn.is_lost = true;
  };
  // A renewal that fails only makes the lease end early.
  const stopRenewing = every(world.timer, RENEW_MS, () => void renew().catch(() => {}));
  try {
    await work({ lost: () => turn.is_lost });
  } finally {
    stopRenewing();
    await endLease(world).catch(() => {});
  }
}

function leaseOf({ tab, now }: World): Lease {
  return { holder: tab, until: now() + LEASE_MS };
}

/** In one transaction, so that two tabs cannot both get it. A reloaded tab gets its own lease back. */
function acquireLease(world: World): Promise<boolean> {
  return deviceStore(world).write(['notes'], async (tx) => {
    const lease = (await tx.get('notes', NOTE)) as Lease | undefined;
    const free = !lease || isOver(lease, world.now()) || lease.holder === world.tab;
    if (free) await tx.put('notes', leaseOf(world), NOTE);
    return free;
  });
}

async function leaseLapsed(world: World): Promise<boolean> {
  const read = await deviceStore(world).read(['notes'], (tx) => tx.get('notes', NOTE));
  const lease = read as Lease | undefined;
  return lease !== undefined && isOver(lease, world.now());
}

/** Also when it ends later than any lease does: the clock was set back since. */
function isOver({ until }: Lease, now: number): boolean {
  return until < now || until > now + LEASE_MS;
}

/** Leaves another tab's alone. */
function endLease(world: World): Promise<void> {
  return deviceStore(world).write(['notes'], async (tx) => {
    const lease = (await tx.get('notes', NOTE)) as Lease | undefined;
    if (lease?.holder === world.tab) await tx.delete('notes', NOTE);
  });
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
