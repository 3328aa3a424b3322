import { MEMORY_PAUSES_MS } from '../../api/attempt.ts';
import { NoResponse, ProblemError } from '../../api/errors.ts';
import { untilDecided } from '../../commands/memory/until-decided.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { pause } from '../../environment/timing.ts';

/** The pause between attempts after those of MEMORY_PAUSES_MS, in ms. */
const LATER_MS = 10_000;

export type SendControl = {
  /** Set to true to stop. */
  stopped: boolean;
  /** Called when the connection is lost or the server is busy, and again when that is over. */
  onPaused: (paused: boolean) => void;
};

export class Stopped extends Error {
  override readonly name = 'Stopped';
  /** True if a request was sent without a response: it may have been processed or not. */
  readonly unknown: boolean;

  constructor(unknown: boolean) {
    super('Stopped');
    this.unknown = unknown;
  }
}

/**
 * Sends a request until there is a response, with any number of retries. Throws ProblemError if the server
 * refuses, Stopped if `control` is stopped.
 */
export async function sendUntilResponse<Result>(
  control: SendControl,
  send: () => Promise<Result>,
): Promise<Result> {
  if (control.stopped) throw new Stopped(false);
  let paused = false;
  let unknown = false;
  const outcome = await untilDecided(send, async (failure, attempts) => {
    if (failure instanceof NoResponse) unknown ||= failure.sent;
    paused = true;
    control.onPaused(true);
    await pauseUntilStopped(MEMORY_PAUSES_MS[attempts - 1] ?? LATER_MS, control);
    return !control.stopped;
  });
  if (outcome.kind === 'unknown') throw new Stopped(unknown);
  if (outcome.kind === 'refused') throw new ProblemError(outcome.problem);
  if (paused) control.onPaused(false);
  return outcome.answer;
}

const STEP_MS = 250;

/** Pauses in short steps, so that stopping takes effect quickly. */
async function pauseUntilStopped(ms: number, control: SendControl): Promise<void> {
  for (let left = ms; left > 0 && !control.stopped; left -= STEP_MS)
    await pause(thisTab.timer, Math.min(STEP_MS, left));
}
