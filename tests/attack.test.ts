import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it } from 'vitest';
import { runAttacks } from '../attack/attacks.ts';
import { HttpClient, NO_RESPONSE } from '../attack/http-client.ts';
import { AttackReport } from '../attack/report.ts';
import { startFlood } from '../attack/sign-in-flood.ts';
import { limitMs } from './support/time-limits.ts';

it('counts each exceeded bound and each attempt that succeeded', () => {
  const tries = new AttackReport('a flood');
  tries.bound('memory at most', 301, 300, 'MB');
  tries.bound('memory at most', 300, 300, 'MB');
  tries.bound('never measured', Number.NaN, 300, 'MB');
  tries.check(false, 'an unsigned webhook was accepted');
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

it('resolves only after the flood has started', async () => {
  let requests = 0;
  const refuse: RequestListener = (_, response) => {
    requests += 1;
    response.writeHead(429).end();
  };
  await withServer(refuse, async (url) => {
    const flood = await startFlood({ url, in_flight: 3 });
    expect(requests).toBeGreaterThan(0);
    const { 429: refused, ...others } = await flood.stop();
    expect(refused).toBe(requests);
    expect(others).toEqual({});
  });
});

it('a request counts as unanswered if a new connection breaks, but is resent if a reused one was closed', async () => {
  const used = new Set<Socket>();
  const hangUp: RequestListener = ({ url, socket }, response) => {
    if (url === '/crash' || used.has(socket)) socket.destroy();
    else response.end('{}');
    used.add(socket);
  };
  await withServer(hangUp, async (url) => {
    const http = new HttpClient(url);
    const statuses: number[] = [];
    for (const path of ['/', '/', '/crash']) statuses.push((await http.send({ method: 'GET', path })).status);
    http.close();
    expect(statuses).toEqual([200, 200, NO_RESPONSE]);
    expect(used.size).toBe(3);
  });
});

/** Floods run only in `npm run attack`: their time limits need an otherwise idle machine. */
async function expectHolds(scale: 'sample' | 'quick', tried_min: number): Promise<void> {
  const results = await runAttacks(scale);
  expect(results.flatMap(({ broken }) => broken)).toEqual([]);
  expect(results.reduce((sum, { tried }) => sum + tried, 0)).toBeGreaterThan(tried_min);
}

// It starts its own server and sends about 600 requests.
const SAMPLE = { timeout: limitMs(120_000) };
it('the product withstands a sample of forbidden callers and generated bad input', SAMPLE, () =>
  expectHolds('sample', 500),
);

// It sends 2,200 requests.
const LONG = { tags: ['attack'], timeout: limitMs(240_000) };
it('the product withstands every forbidden caller of every endpoint, and generated bad input', LONG, () =>
  expectHolds('quick', 2_000),
);
