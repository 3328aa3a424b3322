import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../server/platform/logging/log.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { PASSWORD, postToken } from './support/test-identity.ts';
import { createTestShop, type TestShop } from './support/test-shop.ts';

/**
 * After an internal failure the response contains only a request id, and the log has the reason with that id.
 */

let app: TestApp;
let shop: TestShop;
let errors: { request_id: string; err: { message: string; stack: string } }[] = [];

beforeAll(async () => {
  const log = createLog('error', { write: (line) => void errors.push(JSON.parse(line)) });
  app = await createTestApp({
    log,
    databaseTrouble: () => {
      throw new Error("stat '/data/Mona Khan/0501234567'");
    },
  });
  shop = await createTestShop(app.owner);
  await app.database.owner.query('alter table profiles rename to profiles_elsewhere');
  await app.database.owner.query('alter table sign_in_attempts rename to attempts_elsewhere');
});
beforeEach(() => {
  errors = [];
});
afterAll(() => app.drop());

it.each([
  ['an endpoint', 'profiles', () => app.send('GET', '/api/profile', { as: shop.driver.session_id })],
  [
    'the sign-in',
    'sign_in_attempts',
    () => postToken(app.app, 'password', { email: 'somebody@example.com', password: PASSWORD }),
  ],
])(
  'an unexpected failure of %s returns only a request id, and the log has the reason',
  async (_what, table, send) => {
    const response = await send();
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain('An unexpected error occurred');
    expect(text).not.toMatch(/elsewhere|profiles|sign_in_attempts|relation|select|stack|\bat /);
    expect(errors).toMatchObject([
      {
        request_id: response.headers.get('request-id'),
        err: { message: expect.stringContaining(table), stack: expect.stringContaining('at ') },
      },
    ]);
  },
);

it('an error in the log contains neither path nor query of its request', async () => {
  expect((await app.send('GET', '/readyz?name=Mona+Khan&phone=0501234567')).status).toBe(500);
  expect(errors).toMatchObject([{ err: { message: "stat '/data/[address]/[address]'" } }]);
});
