import { expect, test } from 'vitest';
import { createServerClock } from './server-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A device whose clock can be set and which can sleep, and a server whose time is the true one. */
function phone({ ahead_ms = 0, kept = null as string | null } = {}) {
  let [true_ms, ahead, elapsed_ms] = [100 * HOUR_MS, ahead_ms, 0];
  const now = () => true_ms + ahead;
  const texts = { read: () => kept, write: () => Promise.resolve() };
  const clock = createServerClock(texts, { now, elapsed: () => elapsed_ms });
  const pass = (ms: number) => {
    true_ms += ms;
    elapsed_ms += ms;
  };
  return {
    clock,
    pass,
    sleep(ms: number) {
      true_ms += ms;
    },
    setClock(by_ms: number) {
      ahead += by_ms;
    },
    /** An answer arrives after so long; all of that was its way here. */
    hear(round_trip_ms = 0, server_time = String(true_ms)) {
      const asked_at = now();
      pass(round_trip_ms);
      clock.note(server_time, asked_at, now());
    },
    /** By how much what this device takes for the server's time is wrong. */
    error_ms: () => now() + clock.offset_ms() - true_ms,
  };
}

test('before the first answer what was kept counts', () => {
  expect(phone().clock.offset_ms()).toBe(0);
  expect(phone({ kept: '-90000' }).clock.offset_ms()).toBe(-90_000);
  expect(phone({ kept: 'soon' }).clock.offset_ms()).toBe(0);
});

test('the sample with the shortest round trip counts', () => {
  const { clock, hear, error_ms } = phone({ ahead_ms: 3 * HOUR_MS });
  hear(4_000);
  expect(error_ms()).toBe(-2_000);
  hear(200);
  expect(error_ms()).toBe(-100);
  hear(3_000);
  expect(error_ms()).toBe(-100);
  expect(clock.offset_ms()).toBe(-3 * HOUR_MS - 100);
});

test.each([['soon'], ['-5'], [''], ['1e400']])('%s is no time', (header) => {
  const { clock, hear } = phone();
  hear(0, header);
  clock.note(null, 0, 0);
  expect(clock.offset_ms()).toBe(0);
});

test('an answer during which the device was set back is ignored', () => {
  const { clock } = phone();
  clock.note('900000', 50_000, 40_000);
  expect(clock.offset_ms()).toBe(0);
});

test.each([0, 3 * HOUR_MS])(
  'a clock that is set back without signal moves nothing: %i ms ahead before',
  (ahead_ms) => {
    const { hear, pass, setClock, error_ms } = phone({ ahead_ms });
    hear();
    pass(20 * MINUTE_MS);
    setClock(-3 * HOUR_MS);
    expect(error_ms()).toBe(0);
    pass(20 * MINUTE_MS);
    setClock(-HOUR_MS);
    expect(error_ms()).toBe(0);
  },
);

test('a sleep hides as much of it as it lasted, and makes nothing later than it is', () => {
  const { hear, sleep, setClock, error_ms } = phone();
  hear();
  sleep(HOUR_MS);
  expect(error_ms()).toBe(0);
  setClock(-3 * HOUR_MS);
  expect(error_ms()).toBe(-HOUR_MS);
});

test('a clock that is set ahead may be one that slept: it counts as it is', () => {
  const { hear, setClock, error_ms } = phone();
  hear();
  setClock(3 * HOUR_MS);
  expect(error_ms()).toBe(3 * HOUR_MS);
});

test.each([-3 * HOUR_MS, 3 * HOUR_MS])(
  'the first answer after the clock was set by %i ms counts at once',
  (by_ms) => {
    const { hear, setClock, error_ms } = phone();
    for (let index = 0; index < 8; index += 1) hear(10);
    setClock(by_ms);
    hear(1_000);
    expect(error_ms()).toBe(-500);
  },
);
