import { NoAnswer, ProblemError } from '../../api/errors.ts';
import { thisTab } from '../../world/this-tab.ts';

/** How long to wait before it is asked again, in ms; the last of them from then on. */
const AGAIN_MS = [500, 1_500, 4_000, 10_000];

export type Going = {
  /** Set by whoever wants it to stop. */
  stopped: boolean;
  /** Told when there is no connection, or the server is busy, and when that is over. */
  onPaused: (paused: boolean) => void;
};

export class Stopped extends Error {
  override readonly name = 'Stopped';
  /** Something was sent, and nobody knows whether it arrived. */
  readonly unknown: boolean;

  constructor(unknown: boolean) {
    super('Stopped');
    this.unknown = unknown;
  }
}

/** Asks until there is an answer, however long the network is gone. Throws ProblemError for a refusal, Stopped once it is not wanted any more. */
export async function sendPatiently<T>(going: Going, ask: () => Promise<T>): Promise<T> {
  let unknown = false;
  for (let attempt = 0; ; attempt += 1) {
    if (going.stopped) throw new Stopped(unknown);
    try {
      const answer = await ask();
      if (attempt > 0) going.onPaused(false);
      return answer;
    } catch (error) {
      if (error instanceof NoAnswer) unknown ||= error.sent;
      else if (!(error instanceof ProblemError) || isFinal(error.problem.status)) throw error;
    }
    going.onPaused(true);
    await pause(AGAIN_MS[Math.min(attempt, AGAIN_MS.length - 1)] ?? 0, going);
  }
}

/** Busy servers and time limits say nothing of what came of it. */
function isFinal(status: number): boolean {
  return status < 500 && status !== 408 && status !== 429;
}

const STEP_MS = 250;

/** In steps, so that stopping is felt at once. */
async function pause(ms: number, going: Going): Promise<void> {
  for (let left = ms; left > 0 && !going.stopped; left -= STEP_MS) {
    await new Promise<void>((done) => thisTab.timer.after(Math.min(STEP_MS, left), done));
  }
}
