import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../server/platform/logging/log.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';

let app: TestApp;
let logged: unknown[];

beforeAll(async () => {
  const log = createLog('warn', { write: (line) => void logged.push(JSON.parse(line).path) });
  app = await createTestApp({ log });
});
beforeEach(() => {
  logged = [];
});
afterAll(() => app.drop());

const report = async (body: unknown) => (await app.send('POST', '/api/not-found', { body })).status;

it('logs the path without query, fragment, names and line breaks, and at most 200 characters of it', async () => {
  for (const path of [
    '/nowhere',
    '/a/b?token=secret#x',
    '/to/sara@example.com\n{"level":60}',
    `/${'x'.repeat(900)}`,
  ]) {
    expect(await report({ path })).toBe(204);
  }
  expect(logged).toEqual(['/nowhere', '/a/b', '/to/sara_example.com___level__60_', `/${'x'.repeat(199)}`]);
});

it('a flood of reports logs at most 600 lines per minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    vi.advanceTimersByTime(performance.now() + 3_600_000);
    for (let sent = 0; sent < 610; sent++) expect(await report({ path: `/${sent}` })).toBe(204);
    expect(logged).toHaveLength(600);
  } finally {
    vi.useRealTimers();
  }
});

it('refuses invalid paths and bodies that are too large', async () => {
  expect(await report({})).toBe(422);
  expect(await report({ path: 7 })).toBe(422);
  expect(await report({ path: 'x'.repeat(5_000) })).toBe(413);
  expect(logged).toEqual([]);
});
