import type { Day, Person } from '../running-day.ts';
import type { Past } from './past-clock.ts';

/** The demo's day in the past. Its drivers include those who do not work on the demo's day. */
export type History = Day & { past: Past; admin: Person; manager: Person };

/** An event in the past. */
export type Event = { at: Date; run: () => Promise<unknown> };

const BEFORE_MS = 4_000;
/** Returns the device's time, shortly before the server receives the command. */
export const shortlyBefore = (at: Date) => new Date(at.getTime() - BEFORE_MS);
