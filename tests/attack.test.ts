import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { runAttacks } from '../attack/attacks.ts';
import { Tries } from '../attack/report.ts';
import { startFlood } from '../attack/sign-in-flood.ts';
import { limitMs } from './support/time-limits.ts';

it('counts a bound that is not met, and whatever else gets through', () => {
  const tries = new Tries('a flood');
  tries.bound('memory at most', 301, 300, 'MB');
  tries.bound('memory at most', 300, 300, 'MB');
  tries.bound('never measured', Number.NaN, 300, 'MB');
  tries.check(false, 'an unsigned webhook was taken');
  tries.check(true, 'a signed one was refused');
  expect(tries).toMatchObject({ tried: 5, broken: { length: 3 } });
});

it('measures nothing under a flood before the flood is there', async () => {
  let asked = 0;
  const server = createServer((_, answer) => {
    asked += 1;
    answer.writeHead(429).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const flood = await startFlood({ url, in_flight: 3 });
    expect(asked).toBeGreaterThan(0);
    const { 429: refused, ...others } = await flood.stop();
    expect(refused).toBe(asked);
    expect(others).toEqual({});
  } finally {
    server.close();
  }
});

/** Floods are left to `npm run attack`: their bounds on time need an otherwise idle machine. */
async function expectHolds(scale: 'sample' | 'quick', tried_min: number): Promise<void> {
  const results = await runAttacks(scale);
  expect(results.flatMap(({ broken }) => broken)).toEqual([]);
  expect(results.reduce((sum, { tried }) => sum + tried, 0)).toBeGreaterThan(tried_min);
}

// It starts a server of its own and sends some 600 requests.
const SAMPLE = { timeout: limitMs(120_000) };
it('a sample of it holds against forbidden callers and generated bad input', SAMPLE, () =>
  expectHolds('sample', 500),
);

// 2,200 requests.
const LONG = { tags: ['attack'], timeout: limitMs(240_000) };
it('holds against every forbidden caller of every endpoint, and generated bad input', LONG, () =>
  expectHolds('quick', 2_000),
);
