import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Services } from '../../platform/http/services.ts';
import { type VerifyPassword, verifyPassword } from '../passwords/passwords.ts';
import { createSignInQueue, type SignInQueue } from './sign-in-queue.ts';

/** The shared tools of all code that verifies passwords; tests replace `verify` and `pause`. */
export type SignInTools = {
  verify: VerifyPassword;
  pause: (delay_ms: number) => Promise<unknown>;
  queue: SignInQueue;
  /** Waits before the response to a refused attempt or refresh token. */
  slowRefusal: () => Promise<void>;
};

/** Creates the tools; one set per process. */
export function signInTools({
  verify = verifyPassword,
  pause = pauseFor,
  random,
}: Partial<Pick<SignInTools, 'verify' | 'pause'>> & Pick<Services, 'random'>): SignInTools {
  return { verify, pause, queue: createSignInQueue(), slowRefusal: slowRefusals(pause, random.number) };
}

/** The approximate delay of a refusal, in ms, and the additional delay for each other pending refusal. */
const WAIT_MS_MIN = 500;
const WAIT_MS_EACH = 40;
/** The longest delay, before a variation of up to half of it; a browser waits 15 s for a response. */
const WAIT_MS_MAX = 9_000;
/** The maximum of delayed refusals, some kilobytes each; further ones are not delayed. */
const WAITING_MAX = 1_000;

/**
 * Delays the response to a refused attempt. Refusing is cheap, but clients that retry immediately would get
 * hundreds of refusals per second and slow down all other users. With the delay any number of senders gets
 * about 25 refusals per second in all, spread so that they do not all retry at the same time.
 */
export function slowRefusals(
  pause: (delay_ms: number) => Promise<unknown>,
  random: () => number,
): () => Promise<void> {
  let waiting = 0;
  return async () => {
    if (waiting >= WAITING_MAX) return;
    waiting += 1;
    try {
      const delay_ms = Math.min(WAIT_MS_MIN + waiting * WAIT_MS_EACH, WAIT_MS_MAX);
      await pause(delay_ms * (0.5 + random()));
    } finally {
      waiting -= 1;
    }
  };
}
