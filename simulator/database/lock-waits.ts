import type { Sending, SendingRules } from './sending.ts';
import { short } from './statement-texts.ts';

/** The lock timeout of the product's request pool. */
const LOCK_TIMEOUT_MS = 10_000;
/** The time after which a deadlock is detected; PostgreSQL's default. */
const DEADLOCK_TIMEOUT_MS = 1_000;

/**
 * Tracks which transactions wait for whose locks. Waits end by the schedule's time, never by PostgreSQL's
 * timeouts.
 */
export type LockWaits = {
  /** Queries which of the running statements wait for a lock. */
  look(): Promise<void>;
  /**
   * Call before transactions on these connections end. Only the first transaction that waits for one of them
   * may continue: PostgreSQL decides which of several waiters comes first, and not always in the same way.
   * The others fail with a deadlock and are retried.
   */
  inKnownOrder(pids: readonly number[]): Promise<void>;
};

export function createLockWaits(
  rules: Pick<SendingRules, 'schedule' | 'blockersOf' | 'cancel' | 'tell'>,
  of: { underWay(): readonly Sending[]; errand(work: Promise<void>): void; onStir(): void },
): LockWaits {
  const waiting = () => of.underWay().filter(({ state }) => state === 'waiting');

  async function end(sending: Sending, code: string, message: string): Promise<void> {
    rules.tell(`${sending.line.name} stops waiting (${code}): ${short(sending.texts)}`);
    sending.disguise = Object.assign(new Error(message), { code });
    sending.state = 'running';
    sending.was_parked = false;
    of.onStir();
    const gone = new Promise<void>((resolve) => {
      sending.onArrival = resolve;
    });
    await rules.cancel(sending.line.pid);
    await gone;
  }

  function limit(sending: Sending): void {
    const waits = () => sending.state === 'waiting' && sending.line.is_open;
    rules.schedule.after(DEADLOCK_TIMEOUT_MS, () => {
      if (waits()) of.errand(endCircleOf(sending));
    });
    rules.schedule.after(LOCK_TIMEOUT_MS, () => {
      if (waits()) of.errand(end(sending, '55P03', 'canceling statement due to lock timeout'));
    });
  }

  /** Ends this statement with a deadlock if a cycle of waiting transactions contains it. */
  async function endCircleOf(sending: Sending): Promise<void> {
    const own = sending.line.pid;
    const blockers = await rules.blockersOf(waiting().map(({ line }) => line.pid));
    const seen = new Set<number>();
    const ahead = [...(blockers.get(own) ?? [])];
    for (let pid = ahead.pop(); pid !== undefined; pid = ahead.pop()) {
      if (pid === own) return await end(sending, '40P01', 'deadlock detected');
      if (seen.has(pid)) continue;
      seen.add(pid);
      ahead.push(...(blockers.get(pid) ?? []));
    }
  }

  return {
    async look() {
      const open = of.underWay().filter(({ state }) => state !== 'arrived');
      const blockers = await rules.blockersOf(open.map(({ line }) => line.pid));
      for (const sending of open) {
        if (sending.state === 'arrived') continue;
        const waits = (blockers.get(sending.line.pid) ?? []).length > 0;
        if (waits && sending.state === 'running') {
          sending.state = 'waiting';
          sending.was_parked = true;
          rules.tell(`${sending.line.name} waits: ${short(sending.texts)}`);
          limit(sending);
        }
        if (!waits) sending.state = 'running';
      }
    },
    async inKnownOrder(pids) {
      const outside = waiting().filter(({ line }) => !pids.includes(line.pid));
      if (outside.length < 2) return;
      const blockers = await rules.blockersOf(outside.map(({ line }) => line.pid));
      const [, ...others] = outside.filter(({ line }) =>
        (blockers.get(line.pid) ?? []).some((pid) => pids.includes(pid)),
      );
      for (const sending of others) await end(sending, '40P01', 'deadlock detected');
    },
  };
}
