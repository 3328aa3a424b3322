import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { deliver } from '../../tests/support/test-backup.ts';
import { opensNothing, runCli } from '../../tests/support/test-cli.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import type { Installation } from './open-installation.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());

async function doctor(changes: Partial<Installation> = {}, env = {}, ...options: string[]) {
  const installation = async (): Promise<Installation> => ({
    owner: app.database.owner,
    store: app.store,
    data_dir: '/',
    secrets: { read: async () => [], admit: async () => undefined, keep: async () => null },
    checkRequests: async () => undefined,
    close: async () => undefined,
    ...changes,
  });
  return runCli(['doctor', ...options], opensNothing, { installation, env });
}

it('reports every part of a healthy installation as ok', async () => {
  expect(await doctor()).toEqual({
    out: 'settings: ok\ndatabase: ok\ndisk: ok\nfiles: ok\ncash: ok\n',
    err: '',
    code: 0,
  });
});

it('reports all unusable settings at once, and notes probable misspellings', async () => {
  const FILES_URL = `file://${fileURLToPath(import.meta.url)}`;
  const { out, err, code } = await doctor({}, { LOG_LEVEL: 'loud', FILES_URL, FILE_URL: 'secret' });
  const [first = '', second = '', third] = out.split('\n');
  expect(first).toMatch(/^settings: LOG_LEVEL must be one of /);
  expect(second).toMatch(/^settings: FILES_URL: .+ is not a directory$/);
  expect(third).toBe('database: ok');
  expect(err).toBe('Note: FILE_URL is not a setting: did you mean FILES_URL?\nerror: 2 of 6 checks failed\n');
  expect(code).toBe(1);
});

it('reports why files cannot be stored', async () => {
  const trouble = () => Promise.reject(new Error('ENOSPC: no space left on device'));
  const { out, err, code } = await doctor({ store: { ...app.store, trouble }, data_dir: null });
  expect(out).toContain('files: files cannot be stored: ENOSPC: no space left on device\n');
  expect([err, code]).toEqual(['error: 1 of 5 checks failed\n', 1]);
});

it('reports why requests cannot log in to the database', async () => {
  const checkRequests = () => Promise.reject(new Error('DATABASE_REQUEST_URL: connection refused'));
  const { out, code } = await doctor({ checkRequests, data_dir: null });
  expect([out, code]).toEqual([
    'settings: ok\ndatabase: ok\nrequests: DATABASE_REQUEST_URL: connection refused\nfiles: ok\ncash: ok\n',
    1,
  ]);
});

it('reports cash movements that are pending for too long', async () => {
  await deliver(app, await createTestShop(app.owner));
  const { owner } = app.database;
  await owner.query(`alter table cash_movements disable trigger user;
    update cash_movements set posted_at = null, recorded_at = recorded_at - interval '6 minutes'`);
  const { out, code } = await doctor({}, {}, '--json');
  expect(JSON.parse(out)).toContainEqual({
    part: 'cash',
    trouble: expect.stringMatching(/^\d+ movements have waited to be posted for over 5 minutes$/),
  });
  expect(code).toBe(1);
});

it('reports why the database cannot be reached', async () => {
  const installation = () => Promise.reject(new Error('connection refused'));
  const { out, code } = await runCli(['doctor'], opensNothing, { installation, env: {} });
  expect([out, code]).toEqual(['settings: ok\ndatabase: connection refused\n', 1]);
});
