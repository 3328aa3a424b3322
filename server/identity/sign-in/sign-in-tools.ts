import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Services } from '../../platform/http/services.ts';
import { type VerifyPassword, verifyPassword } from '../passwords/passwords.ts';
import { createSignInQueue, type SignInQueue } from './sign-in-queue.ts';

/** What everything that verifies passwords shares; tests bring what does not wait. */
export type SignInTools = {
  verify: VerifyPassword;
  pause: (delay_ms: number) => Promise<unknown>;
  queue: SignInQueue;
  /** Waits before a refused attempt, or a refused refresh token, is answered. */
  slowRefusal: () => Promise<void>;
};

/** One set for a process. */
export function signInTools({
  verify = verifyPassword,
  pause = pauseFor,
  random,
}: Partial<Pick<SignInTools, 'verify' | 'pause'>> & Pick<Services, 'random'>): SignInTools {
  return { verify, pause, queue: createSignInQueue(), slowRefusal: slowRefusals(pause, random.number) };
}

/** A refused attempt is answered after about this long, in ms, and later with every other one that waits. */
const WAIT_MS_MIN = 500;
const WAIT_MS_EACH = 40;
/** Give or take half of it; a browser waits 15 s for an answer. */
const WAIT_MS_MAX = 9_000;
/** A refusal that waits costs some kilobytes; past this many they are answered at once. */
const WAITING_MAX = 1_000;

/**
 * Lets a refused attempt wait before it is answered. Refusing is cheap, but whoever tries again the moment the answer is there
 * would get hundreds of refusals a second, and everybody else would wait behind them. So whatever number of senders gets
 * some 25 a second in all, spread so that they do not all come back at once.
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
