import { expect, test } from 'vitest';
import { atMost, stopAll } from './stop-all.ts';

test('every step runs in reverse order of its start, and the first failure is thrown', async () => {
  const ran: string[] = [];
  const step =
    (name: string, fails = false) =>
    async () => {
      ran.push(name);
      if (fails) throw new Error(`${name} does not stop`);
    };
  const started = [step('database', true), step('pools'), step('jobs', true), step('address')];
  await expect(stopAll(started)).rejects.toThrow('jobs does not stop');
  expect(ran).toEqual(['address', 'jobs', 'pools', 'database']);
  await stopAll(started);
  expect(ran).toHaveLength(4);
});

test('waiting for a step ends at its time limit, and a failure within it is thrown', async () => {
  await atMost(5, new Promise(() => undefined));
  await expect(atMost(1_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});
