import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';

/** While a command is on its way much more can go wrong than at any other time, and it seldom is: troubles wait for it. */
export type Moments = {
  /** A command leaves this phone. */
  sent(phone: string): void;
  /** Has this happen shortly after the next command leaves this phone, or any; when none does for a while, anyway. */
  next(phone: string | 'any', random: Random, work: () => void): void;
};

/** How long a trouble waits for its moment. */
const WAIT_MS_MAX = 90_000;
/** A command is on its way for about so long. */
const UNDER_WAY_MS = 700;

export function createMoments(schedule: Schedule): Moments {
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
