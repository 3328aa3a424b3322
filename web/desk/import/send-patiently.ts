import { MEMORY_PAUSES_MS } from '../../api/attempt.ts';
import { NoAnswer, ProblemError } from '../../api/errors.ts';
import { untilDecided } from '../../commands/memory/until-decided.ts';
import { thisTab } from '../../world/this-tab.ts';
import { pause } from '../../world/waiting.ts';

/** The pause between two attempts from the fourth on, in ms. */
const LATER_MS = 10_000;

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

/** Sends until there is a response, however long the network is gone. Throws ProblemError for a refusal, Stopped once it is stopped. */
export async function sendPatiently<Answer>(going: Going, send: () => Promise<Answer>): Promise<Answer> {
  if (going.stopped) throw new Stopped(false);
  let paused = false;
  let unknown = false;
  const outcome = await untilDecided(send, async (failure, attempts) => {
    if (failure instanceof NoAnswer) unknown ||= failure.sent;
    paused = true;
    going.onPaused(true);
    await pauseUntilStopped(MEMORY_PAUSES_MS[attempts - 1] ?? LATER_MS, going);
    return !going.stopped;
  });
  if (outcome.kind === 'unknown') throw new Stopped(unknown);
  if (outcome.kind === 'refused') throw new ProblemError(outcome.problem);
  if (paused) going.onPaused(false);
  return outcome.answer;
}

const STEP_MS = 250;

/** In steps, so that stopping is felt at once. */
async function pauseUntilStopped(ms: number, going: Going): Promise<void> {
  for (let left = ms; left > 0 && !going.stopped; left -= STEP_MS)
    await pause(thisTab.timer, Math.min(STEP_MS, left));
}
