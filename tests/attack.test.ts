import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it } from 'vitest';
import { runAttacks } from '../attack/attacks.ts';
import { HttpClient, NO_ANSWER } from '../attack/http-client.ts';
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

async function withServer(listener: RequestListener, work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

it('measures nothing under a flood before the flood is there', async () => {
  let asked = 0;
  const refuse: RequestListener = (_, answer) => {
    asked += 1;
    answer.writeHead(429).end();
  };
  await withServer(refuse, async (url) => {
    const flood = await startFlood({ url, in_flight: 3 });
    expect(asked).toBeGreaterThan(0);
    const { 429: refused, ...others } = await flood.stop();
    expect(refused).toBe(asked);
    expect(others).toEqual({});
  });
});

it('counts a request as unanswered when a new connection ends, and not when a kept one had been closed', async () => {
  const used = new Set<Socket>();
  const hangUp: RequestListener = ({ url, socket }, answer) => {
    if (url === '/crash' || used.has(socket)) socket.destroy();
    else answer.end('{}');
    used.add(socket);
  };
  await withServer(hangUp, async (url) => {
    const http = new HttpClient(url);
    const statuses: number[] = [];
    for (const path of ['/', '/', '/crash']) statuses.push((await http.send({ method: 'GET', path })).status);
    http.close();
    expect(statuses).toEqual([200, 200, NO_ANSWER]);
    expect(used.size).toBe(3);
  });
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
