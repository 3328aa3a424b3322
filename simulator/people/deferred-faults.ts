import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';

/**
 * Defers faults until a command is in flight, when they do the most harm: at random times they would rarely
 * hit one.
 */
export type DeferredFaults = {
  /** Reports that a command leaves this phone. */
  sent(phone: string): void;
  /**
   * Runs `work` shortly after the next command leaves this phone (or any phone), and after `WAIT_MS_MAX` at
   * the latest.
   */
  next(phone: string | 'any', random: Random, work: () => void): void;
};

/** The longest time that a fault is deferred. */
const WAIT_MS_MAX = 90_000;
/** The approximate time that a command is in flight. */
const UNDER_WAY_MS = 700;

export function createDeferredFaults(schedule: Schedule): DeferredFaults {
  const waiting = new Set<{ phone: string; begin(): void }>();
  return {
    sent(phone) {
      for (const one of [...waiting]) if (one.phone === 'any' || one.phone === phone) one.begin();
    },
    next(phone, random, work) {
      const after_ms = random.between(0, UNDER_WAY_MS);
      const begin = () => {
        if (!waiting.delete(one)) return;
        callOff();
        schedule.after(after_ms, work);
      };
      const one = { phone, begin };
      waiting.add(one);
      const callOff = schedule.after(WAIT_MS_MAX, begin);
    },
  };
}
