import { setTimeout as pause } from 'node:timers/promises';
import { MAX_FILE_BYTES } from '../../../contract/rules/storage-paths.ts';
import { Problem } from '../problem.ts';

/** Who sends a body. Each has a budget of its own, so that strangers cannot use up what the staff need. */
export type Sender = 'staff' | 'store' | 'stranger';

/** How many bodies of one sort may be held at once, and bytes of them. */
type Part = { bodies_max: number; bytes_max: number };

/** How much of what is sent lies in memory at once, and how long it may take to come. */
export type BodyLimits = {
  /** Bodies being read or worked on. */
  bodies_max: number;
  /** Bytes of them, as they have come so far: an announced length costs nothing. */
  bytes_max: number;
  /** Of one holder, where holders are known: nobody uses up what all the staff have. */
  per_holder?: Part;
  /** Of those with files, which are held for as long as the store takes: one that hangs must leave room for those without. */
  with_files?: Part;
  /** Within each `pace_ms` at least `pace_bytes` must come, or the rest. */
  pace_ms: number;
  pace_bytes: number;
  /** The whole body must have come by then. */
  whole_ms: number;
  /** Of one body so many bytes are read as they come, and then a piece now and then: whoever sends junk gets no more of our time. */
  eager_bytes?: number;
  /** Past the budget: `refuse` the newcomer, or let it `displace` the body that has been coming for longest. */
  past_it: 'refuse' | 'displace';
};

export type AllBodyLimits = Record<Sender, BodyLimits>;

const MIB = 1024 * 1024;
/** A piece has about 64 KiB: 5 MiB come within four seconds. */
const BETWEEN_PIECES_MS = 50;

/**
 * In all less than 100 MiB. Staff have signed in and send photos from bad networks: what was let in may end. Nobody knows who a
 * stranger is, or whether a store's webhook is one before all of it came; an honest one is whole within
 * milliseconds, so the one that has been coming for longest is the one to put out.
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

/** The budget of one kind of sender, of this process. */
export type BodyBudget = ReturnType<typeof bodyBudget>;
/** One body's part of the budget, held until its request was answered. */
export type BodyShare = ReturnType<BodyBudget['enter']>;

/** What a request needs to read its body: the budgets of this process, and what it holds of them. */
export type Bodies = { budgets: Record<Sender, BodyBudget>; held: BodyShare[] };

/** Whose a body is, and whether files come in it. */
type Of = { holder: string; with_files: boolean };
type Open = Of & { bytes: number; is_coming: boolean; end(problem: Problem): void };

export function bodyBudget(limits: BodyLimits) {
  /** In the order in which they came. */
  const all = new Set<Open>();
  let bytes_held = 0;

  const isFull = () => all.size >= limits.bodies_max || bytes_held >= limits.bytes_max;

  /** The parts under which such a body counts beside the whole, each with those that are held of it. */
  function partsOf({ holder, with_files }: Of): { part: Part; held: Open[] }[] {
    const parts: [Part | undefined, (one: Open) => boolean][] = [
      [limits.per_holder, (one) => one.holder === holder],
      [with_files ? limits.with_files : undefined, (one) => one.with_files],
    ];
    return parts.flatMap(([part, counts]) => (part ? [{ part, held: [...all].filter(counts) }] : []));
  }
  const hasAll = (of: Of) => partsOf(of).some(({ part, held }) => held.length >= part.bodies_max);
  const hasTooManyBytes = (of: Of) =>
    partsOf(of).some(({ part, held }) => held.reduce((sum, { bytes }) => sum + bytes, 0) > part.bytes_max);

  /** Puts the oldest out until `done`. Answers false when there is none left that may be. */
  function displaceUntil(done: () => boolean): boolean {
    for (const one of all) {
      if (done()) return true;
      if (one.is_coming) one.end(new Problem('unavailable'));
    }
    return done();
  }

  function admit(of: Of): void {
    const has_room = limits.past_it === 'displace' ? displaceUntil(() => !isFull()) : !isFull();
    if (!has_room || hasAll(of)) throw new Problem('unavailable');
  }

  return {
    /** Throws `unavailable` for whom there is no room. */
    enter(of: Of) {
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
      /** All of it is here: from now on it is neither late nor put out. */
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
        /** Waits for `next`, which is not begun once the body was ended. Rejects with the Problem that ends it: `unavailable` past the budget, `too_slow`. */
        unlessEnded: coming.wait,
        /** Counts bytes that have come. */
        grow: (bytes: number) => {
          if (!all.has(one)) return;
          one.bytes += bytes;
          bytes_held += bytes;
          if (hasTooManyBytes(of)) return one.end(new Problem('unavailable'));
          const fits = () => bytes_held <= limits.bytes_max;
          if (fits() || (limits.past_it === 'displace' && displaceUntil(fits))) return;
          one.end(new Problem('unavailable'));
        },
        /** Waits until more of it may be read, unless ended. */
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
 * Waits for one thing after the other, until `interrupt` rejects the one that is being waited for and all that come later. Racing each with
 * one long promise would keep every piece of a body in memory for as long as that.
 */
function interruptible() {
  let interrupted: Problem | undefined;
  let tell: (problem: Problem) => void = () => undefined;
  return {
    interrupt(problem: Problem): void {
      interrupted = problem;
      tell(problem);
    },
    async wait<T>(next: () => Promise<T>): Promise<T> {
      if (interrupted) throw interrupted;
      return new Promise((resolve, reject) => {
        tell = reject;
        next().then(resolve, reject);
      });
    },
  };
}

/** Calls `late` once, when too little came within a while or not all in time. */
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
