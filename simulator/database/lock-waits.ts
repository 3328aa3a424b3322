import type { Sending, SendingRules } from './sending.ts';
import { short } from './statement-texts.ts';

/** What has waited for a lock this long fails, as the product's request pool has it. */
const LOCK_TIMEOUT_MS = 10_000;
/** Those who wait for each other are found out after this long, as Postgres does it. */
const DEADLOCK_TIMEOUT_MS = 1_000;

/** Who waits for whose locks, and how such waits end: by the schedule's time, never by Postgres's own. */
export type LockWaits = {
  /** Asks the database which of those under way wait. */
  look(): Promise<void>;
  /**
   * Call before these connections end something. Of those who wait for one of them only the first may be woken by it: which of several
   * comes first is for Postgres to say, and not the same each time. The others fail, as at a deadlock, and are run again.
   */
  inKnownOrder(pids: readonly number[]): Promise<void>;
};

export function createLockWaits(
  rules: Pick<SendingRules, 'schedule' | 'blockersOf' | 'cancel' | 'tell'>,
  of: { underWay(): readonly Sending[]; errand(work: Promise<void>): void; onStir(): void },
): LockWaits {
  const waiting = () => of.underWay().filter(({ state }) => state === 'waiting');

  async function end(sending: Sending, code: string, message: string): Promise<void> {
    rules.tell(`${sending.line.name} waits no longer (${code}): ${short(sending.texts)}`);
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

  /** Ends this one where it waits for somebody who waits for it. */
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
