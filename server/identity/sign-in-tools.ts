import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Services } from '../platform/http/services.ts';
import { type VerifyPassword, verifyPassword } from './passwords.ts';
import { createSignInQueue, type SignInQueue } from './sign-in-queue.ts';
import { slowRefusals } from './slow-refusals.ts';

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
