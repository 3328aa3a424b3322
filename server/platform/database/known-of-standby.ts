import type { Log } from '../log.ts';
import { NotOnStandby } from './standby-state.ts';

/** One that did not let a reading begin, or did not answer, is left alone for so long, in ms. */
const LEFT_ALONE_MS = 10_000;
/** That all its connections are taken is told once in so long, in ms. */
const TOLD_FULL_MS = 60_000;

export type KnownOfStandby = ReturnType<typeof knownOfStandby>;

/** What the readings of a standby have found of it, for those to come, and for the log. `inWords` says for people what an error is. */
export function knownOfStandby({
  connections_max,
  inWords,
  log,
}: {
  connections_max: number;
  inWords: (error: unknown) => string;
  log: Log;
}) {
  let left_alone_until = 0;
  let told_full_until = 0;
  let told: string | null = null;
  let under_way = 0;

  /** Once for all whom the same thing sends to the primary. */
  function tell(trouble: string | null): void {
    if (trouble === told) return;
    told = trouble;
    if (trouble === null) log.info('reports and exports are read on the standby again');
    else log.warn({ trouble }, 'reports and exports are read on the primary, not on the standby');
  }

  return {
    /** Throws NotOnStandby. */
    assertNotLeftAlone(): void {
      if (performance.now() < left_alone_until) throw new NotOnStandby('it was away a moment ago');
    },
    leaveAlone(error: unknown): void {
      tell(inWords(error));
      left_alone_until = performance.now() + LEFT_ALONE_MS;
    },
    unfit: (error: unknown) => tell(inWords(error)),
    /** Whether others of ours have all its connections: whoever gets none then has not found a fault of it. */
    isFull: () => under_way >= connections_max,
    full(): void {
      if (performance.now() < told_full_until) return;
      told_full_until = performance.now() + TOLD_FULL_MS;
      log.warn({ connections_max }, 'all connections to the standby are taken: more is read on the primary');
    },
    /** `work` has begun there: it is fit. */
    async reading<T>(work: () => Promise<T>): Promise<T> {
      tell(null);
      under_way += 1;
      return work().finally(() => {
        under_way -= 1;
      });
    },
  };
}
