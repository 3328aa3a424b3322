import { expect, it } from 'vitest';
import { createSchedule } from './schedule.ts';

it('runs events in the order of their times, and simultaneous ones in the order of scheduling', () => {
  const schedule = createSchedule(1_000);
  const happened: string[] = [];
  const note = (what: string) => () => void happened.push(`${what} at ${schedule.now()}`);
  schedule.after(20, note('late'));
  schedule.after(10, note('first'));
  schedule.after(10, note('second'));
  const cancel = schedule.after(15, note('cancelled'));
  cancel();
  while (schedule.step(2_000));
  expect(happened).toEqual(['first at 1010', 'second at 1010', 'late at 1020']);
  expect(schedule.now()).toBe(2_000);
});

it('runs hundreds of events in order', () => {
  const schedule = createSchedule(0);
  const happened: number[] = [];
  for (let at = 0; at < 500; at++)
    schedule.after((at * 7919) % 503, () => void happened.push(schedule.now()));
  while (schedule.step(1_000));
  expect(happened).toHaveLength(500);
  expect(happened).toEqual(happened.toSorted((one, other) => one - other));
});
