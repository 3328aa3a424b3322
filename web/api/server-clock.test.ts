import { expect, test } from 'vitest';
import { createServerClock } from './server-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A device whose clock can be set and which can sleep, and a server with the correct time. */
function openDevice({ ahead_ms = 0, kept = null as string | null } = {}) {
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
    /**
     * Simulates a response that arrives `round_trip_ms` after the server set its timestamp: the worst case.
     */
    respond(round_trip_ms = 0, server_time = String(true_ms)) {
      const sent_at = now();
      pass(round_trip_ms);
      clock.note(server_time, sent_at, now());
    },
    /** The error of this device's estimate of the server's time, in ms. */
    error_ms: () => now() + clock.offset_ms() - true_ms,
  };
}

test('before the first response the stored offset is used', () => {
  expect(openDevice().clock.offset_ms()).toBe(0);
  expect(openDevice({ kept: '-90000' }).clock.offset_ms()).toBe(-90_000);
  expect(openDevice({ kept: 'soon' }).clock.offset_ms()).toBe(0);
});

test('the sample with the shortest round trip is used', () => {
  const { clock, respond, error_ms } = openDevice({ ahead_ms: 3 * HOUR_MS });
  respond(4_000);
  expect(error_ms()).toBe(-2_000);
  respond(200);
  expect(error_ms()).toBe(-100);
  respond(3_000);
  expect(error_ms()).toBe(-100);
  expect(clock.offset_ms()).toBe(-3 * HOUR_MS - 100);
});

test.each([['soon'], ['-5'], [''], ['1e400']])('the invalid time "%s" is ignored', (header) => {
  const { clock, respond } = openDevice();
  respond(0, header);
  clock.note(null, 0, 0);
  expect(clock.offset_ms()).toBe(0);
});

test('a response during which the clock was set back is ignored', () => {
  const { clock } = openDevice();
  clock.note('900000', 50_000, 40_000);
  expect(clock.offset_ms()).toBe(0);
});

test.each([0, 3 * HOUR_MS])(
  'setting the clock back while offline does not change the estimate: %i ms ahead before',
  (ahead_ms) => {
    const { respond, pass, setClock, error_ms } = openDevice({ ahead_ms });
    respond();
    pass(20 * MINUTE_MS);
    setClock(-3 * HOUR_MS);
    expect(error_ms()).toBe(0);
    pass(20 * MINUTE_MS);
    setClock(-HOUR_MS);
    expect(error_ms()).toBe(0);
  },
);

test('setting the clock back after a sleep makes the estimate late by at most the length of the sleep', () => {
  const { respond, sleep, setClock, error_ms } = openDevice();
  respond();
  sleep(HOUR_MS);
  expect(error_ms()).toBe(0);
  setClock(-3 * HOUR_MS);
  expect(error_ms()).toBe(-HOUR_MS);
});

test('setting the clock ahead while offline moves the estimate, as after a sleep', () => {
  const { respond, setClock, error_ms } = openDevice();
  respond();
  setClock(3 * HOUR_MS);
  expect(error_ms()).toBe(3 * HOUR_MS);
});

test.each([-3 * HOUR_MS, 3 * HOUR_MS])(
  'the first response after the clock was set by %i ms is used at once',
  (by_ms) => {
    const { respond, setClock, error_ms } = openDevice();
    for (let index = 0; index < 8; index += 1) respond(10);
    setClock(by_ms);
    respond(1_000);
    expect(error_ms()).toBe(-500);
  },
);
