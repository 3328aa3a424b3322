import type { Somebody } from './cash-commands.ts';
import { DAY_DRIVERS } from './demo-day.ts';
import type { Past } from './past-clock.ts';
import type { Day, Person } from './running-day.ts';

/** The demo's day, with what its history needs beside. */
export type History = Day & {
  past: Past;
  admin: Somebody;
  manager: Somebody;
  people: ReadonlyMap<number, Person>;
};

/** What happened at a moment of the past. */
export type Event = { at: Date; run: () => Promise<unknown> };

const BEFORE_MS = 4_000;
/** By the device, shortly before the server hears of it. */
export const shortlyBefore = (at: Date) => new Date(at.getTime() - BEFORE_MS);

export function personAt({ people }: History, at: number): Person {
  const person = people.get(at);
  if (!person) throw new Error(`The demo has no driver ${at} of ${DAY_DRIVERS.length}`);
  return person;
}
