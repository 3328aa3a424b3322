import { setTimeout as pause } from 'node:timers/promises';
import { MAX_FILE_BYTES } from '../../../contract/rules/storage-paths.ts';
import { Problem } from '../problem.ts';

/**
 * The sender of a body. Each has its own budget, so that unauthenticated clients cannot use up that of the
 * staff.
 */
export type Sender = 'staff' | 'store' | 'stranger';

/** Limits on the number and the total bytes of bodies of one kind that are held concurrently. */
type Part = { bodies_max: number; bytes_max: number };

/** Limits on the bodies held in memory at once, and on the time that each takes to arrive. */
export type BodyLimits = {
  /** Bodies being read or worked on. */
  bodies_max: number;
  /** Bytes of them that have arrived so far: an announced length costs nothing. */
  bytes_max: number;
  /** Limits for each holder, if holders are known, so that no user can use up the budget of all staff. */
  per_holder?: Part;
  /**
   * Limits for bodies with files, which wait for the file store: if it hangs, bodies without files still have
   * room.
   */
  with_files?: Part;
  /** At least `pace_bytes`, or the rest, must arrive within each `pace_ms`. */
  pace_ms: number;
  pace_bytes: number;
  /** The whole body must arrive within this time, in ms. */
  whole_ms: number;
  /**
   * The number of bytes of one body that are read immediately. After that one chunk is read per interval, so
   * that invalid bodies cost little CPU time.
   */
  eager_bytes?: number;
  /**
   * Beyond the budget: `refuse` the new body, or let it `displace` the one that has been arriving longest.
   */
  past_it: 'refuse' | 'displace';
};

export type AllBodyLimits = Record<Sender, BodyLimits>;

const MIB = 1024 * 1024;
/** A chunk has about 64 KiB, so 5 MiB arrive within four seconds. */
const BETWEEN_PIECES_MS = 50;

/**
 * Less than 100 MiB in total. Staff are signed in and send photos over bad networks, so an admitted body may
 * finish. Other senders are unauthenticated, and a webhook can be verified only once all of it has arrived. A
 * valid one is complete within milliseconds, so the body that has been arriving longest is ended first.
 */
export const BODY_LIMITS: AllBodyLimits = {
  staff: {
    bodies_max: 128,
    bytes_max: 64 * MIB,
    per_holder: { bodies_max: 32, bytes_max: 2 * MAX_FILE_BYTES },
    with_files: { bodies_max: 96, bytes_max: 48 * MIB },
    pace_ms: 20_000,
    pace_bytes: 1024,
    whole_ms: 120_000,
    past_it: 'refuse',
  },
  store: {
    bodies_max: 128,
    bytes_max: 8 * MIB,
    eager_bytes: 32 * 1024,
    pace_ms: 5_000,
    pace_bytes: 4096,
    whole_ms: 10_000,
    past_it: 'displace',
  },
  stranger: {
    bodies_max: 256,
    bytes_max: 4 * MIB,
    pace_ms: 5_000,
    pace_bytes: 4096,
    whole_ms: 10_000,
    past_it: 'displace',
  },
};

/** The budget of one kind of sender, for this process. */
export type BodyBudget = ReturnType<typeof bodyBudget>;
/** The share of the budget that one body holds until the response to its request. */
export type BodyShare = ReturnType<BodyBudget['enter']>;

/** The budgets of this process, and the shares that the request holds. */
export type Bodies = { budgets: Record<Sender, BodyBudget>; held: BodyShare[] };

/** The holder of a body, and whether it contains files. */
type BodyKind = { holder: string; with_files: boolean };
type Open = BodyKind & { bytes: number; is_coming: boolean; end(problem: Problem): void };

export function bodyBudget(limits: BodyLimits) {
  /** In order of arrival. */
  const all = new Set<Open>();
  let bytes_held = 0;

  const isFull = () => all.size >= limits.bodies_max || bytes_held >= limits.bytes_max;

  /** Returns the additional limits that apply to such a body, each with the bodies that count under it. */
  function partsOf({ holder, with_files }: BodyKind): { part: Part; held: Open[] }[] {
    const parts: [Part | undefined, (one: Open) => boolean][] = [
      [limits.per_holder, (one) => one.holder === holder],
      [with_files ? limits.with_files : undefined, (one) => one.with_files],
    ];
    return parts.flatMap(([part, counts]) => (part ? [{ part, held: [...all].filter(counts) }] : []));
  }
  const hasAll = (of: BodyKind) => partsOf(of).some(({ part, held }) => held.length >= part.bodies_max);
  const hasTooManyBytes = (of: BodyKind) =>
    partsOf(of).some(({ part, held }) => held.reduce((sum, { bytes }) => sum + bytes, 0) > part.bytes_max);

  /**
   * Ends the bodies that have been arriving longest until `done`. Returns false if `done` is still false at
   * the end.
   */
  function displaceUntil(done: () => boolean): boolean {
    for (const one of all) {
      if (done()) return true;
      if (one.is_coming) one.end(new Problem('unavailable'));
    }
    return done();
  }

  function admit(of: BodyKind): void {
    const has_room = limits.past_it === 'displace' ? displaceUntil(() => !isFull()) : !isFull();
    if (!has_room || hasAll(of)) throw new Problem('unavailable');
  }

  return {
    /** Admits a body. Throws `unavailable` when there is no room. */
    enter(of: BodyKind) {
      admit(of);
      const coming = interruptible();
      const one: Open = {
        ...of,
        bytes: 0,
        is_coming: true,
        end: (problem) => {
          release();
          coming.interrupt(problem);
        },
      };
      const tooSlow = () => one.end(new Problem('too_slow'));
      const late = onLate(limits, () => one.bytes, tooSlow);
      /** Marks the body as complete: it is no longer late and cannot be displaced. */
      const complete = () => {
        one.is_coming = false;
        late.forget();
      };
      const release = () => {
        complete();
        if (all.delete(one)) bytes_held -= one.bytes;
      };
      all.add(one);
      return {
        /**
         * Waits for `next`, which is not called once the body was ended. Rejects with the Problem that ends
         * it: `unavailable` beyond the budget, or `too_slow`.
         */
        unlessEnded: coming.wait,
        /** Counts received bytes. */
        grow: (bytes: number) => {
          if (!all.has(one)) return;
          one.bytes += bytes;
          bytes_held += bytes;
          if (hasTooManyBytes(of)) return one.end(new Problem('unavailable'));
          const fits = () => bytes_held <= limits.bytes_max;
          if (fits() || (limits.past_it === 'displace' && displaceUntil(fits))) return;
          one.end(new Problem('unavailable'));
        },
        /** Waits until more of the body may be read, unless it is ended. */
        turn: (): Promise<void> =>
          coming.wait(async () => {
            if (one.bytes > (limits.eager_bytes ?? Number.POSITIVE_INFINITY)) await pause(BETWEEN_PIECES_MS);
          }),
        complete,
        release,
      };
    },
  };
}

/**
 * Waits for one promise at a time, until `interrupt` rejects the current wait and all later ones. Racing each
 * against one long-lived promise would keep every chunk of a body in memory for as long as that promise.
 */
function interruptible() {
  let interrupted: Problem | undefined;
  let reject_current: (problem: Problem) => void = () => undefined;
  return {
    interrupt(problem: Problem): void {
      interrupted = problem;
      reject_current(problem);
    },
    async wait<T>(next: () => Promise<T>): Promise<T> {
      if (interrupted) throw interrupted;
      return new Promise((resolve, reject) => {
        reject_current = reject;
        next().then(resolve, reject);
      });
    },
  };
}

/**
 * Calls `late` once, when less than `pace_bytes` arrived within `pace_ms`, or the body is incomplete after
 * `whole_ms`.
 */
function onLate(
  { pace_ms, pace_bytes, whole_ms }: BodyLimits,
  received: () => number,
  late: () => void,
): { forget(): void } {
  let seen = 0;
  const pace = setInterval(() => {
    if (received() - seen < pace_bytes) late();
    seen = received();
  }, pace_ms);
  const whole = setTimeout(late, whole_ms);
  pace.unref();
  whole.unref();
  return {
    forget() {
      clearInterval(pace);
      clearTimeout(whole);
    },
  };
}
