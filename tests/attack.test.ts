import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Tries } from '../attack/report.ts';
import { startFlood } from '../attack/sign-in-flood.ts';
import { ownEnvironment } from './support/e2e-server.ts';
import { limitMs } from './support/time-limits.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

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

/** `npm run attack` itself, without its floods: those measure, and need a machine to themselves. */
async function expectHolds(...options: string[]): Promise<void> {
  const { status, stdout, stderr } = await attack(...options);
  const [, tried, held] = /\n(\d+) tried, (\d+) held\n$/.exec(stdout) ?? [];
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  expect(held).toBe(tried);
  expect(Number(tried)).toBeGreaterThan(900);
}

// It starts a server of its own and sends some 1,000 requests.
const SAMPLE = { timeout: limitMs(120_000) };
it('a sample of it holds against forbidden callers and generated bad input', SAMPLE, () =>
  expectHolds('--sample'),
);

// 1,200 requests more.
const LONG = { tags: ['attack'], timeout: limitMs(240_000) };
it('holds against every forbidden caller of every endpoint, and generated bad input', LONG, () =>
  expectHolds('--quick'),
);

function attack(...options: string[]) {
  const parameters = ['node_modules/tsx/dist/cli.mjs', 'attack/main.ts', ...options];
  return new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, parameters, { cwd: ROOT, env: ownEnvironment() }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }),
    );
  });
}
