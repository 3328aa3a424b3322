import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnSession } from '../../../contract/operations/dashboard/profile/list-sessions.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { leftBy } from '../../../tests/support/audit.ts';
import { build } from '../../../tests/support/query-builder.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { createTestShop, type TestShop, type TestStaff } from '../../../tests/support/test-shop.ts';
import { waitingForLocks } from '../../../tests/support/waiting-for-locks.ts';
import { inTransaction } from '../../platform/database/transactions.ts';

let app: TestApp;
let shop: TestShop;
let other: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  other = await createTestShop(app.owner, 'Another Shop');
});
afterAll(() => app.drop());

const ROLES = ['driver', 'manager', 'admin', 'stranger'] as const;

/** Opens a session for this person on another device. Returns its id. */
async function onAnotherDevice({ user_id }: TestStaff, device: string | null = null): Promise<string> {
  const id = newId();
  await app.owner.insertInto('sessions').values({ id, user_id, device }).execute();
  return id;
}

async function listAs(session_id: string): Promise<OwnSession[]> {
  const response = await app.send('GET', '/api/profile/sessions', { as: session_id });
  expect(response.status).toBe(200);
  return ((await response.json()) as { sessions: OwnSession[] }).sessions;
}

async function end(as: string, session_id: string): Promise<[number, string]> {
  const response = await app.send('POST', `/api/profile/sessions/${session_id}/end`, { as });
  const body = (await response.json()) as { code?: string; ended?: boolean };
  return [response.status, body.ended ? 'ended' : (body.code ?? '')];
}

test.each(ROLES)(
  'a %s sees all of their own devices, the current first, and can sign out another',
  async (who) => {
    const person = shop[who];
    const tablet = await onAnotherDevice(person, 'Safari on iPad');
    const listed = await listAs(person.session_id);
    expect(listed).toEqual([
      expect.objectContaining({ id: person.session_id, device: null, current: true }),
      expect.objectContaining({ id: tablet, device: 'Safari on iPad', current: false }),
    ]);
    for (const { last_used_at } of listed) {
      expect(Math.abs(Date.now() - Date.parse(last_used_at))).toBeLessThan(600_000);
    }
    expect(await listAs(tablet)).toMatchObject([{ id: tablet, current: true }, { current: false }]);

    expect(await end(person.session_id, tablet)).toEqual([200, 'ended']);
    expect(await listAs(person.session_id)).toMatchObject([{ id: person.session_id }]);
    expect((await app.send('GET', '/api/profile', { as: tablet })).status).toBe(401);
  },
);

test('ending a session repeatedly, also concurrently, succeeds and keeps the first reason and time', async () => {
  const tablet = await onAnotherDevice(shop.driver);
  const once = () => end(shop.driver.session_id, tablet);
  const left = await leftBy(app.owner, async () => {
    const ended = await inTransaction(app.owner, async (tx) => {
      await build(tx).selectFrom('sessions').select('id').where('id', '=', tablet).forUpdate().execute();
      const requests = [once(), once(), once()];
      await expect.poll(() => waitingForLocks(app.owner)).toBe(3);
      return () => Promise.all(requests);
    });
    expect(await ended()).toEqual(Array(3).fill([200, 'ended']));
  });
  // Only one of the requests ended it.
  expect(left.audit).toMatchObject([{ what: 'end_session', subject_id: tablet }]);
  const stored = () =>
    app.owner
      .selectFrom('sessions')
      .select(['revoked_at', 'ended_because'])
      .where('id', '=', tablet)
      .executeTakeFirstOrThrow();
  const first = await stored();
  expect(first).toEqual({ revoked_at: expect.any(Date), ended_because: 'signed_out' });
  expect(await once()).toEqual([200, 'ended']);
  expect(await stored()).toEqual(first);
});

test.each([
  ['a colleague’s', () => shop.driver2.session_id],
  ['another shop’s', () => other.driver.session_id],
  ['an unknown', () => newId()],
])('%s session is not found, and not ended', async (_whose, session_id) => {
  for (const who of ROLES) {
    expect(await end(shop[who].session_id, session_id())).toEqual([404, 'not_found']);
  }
  expect((await app.send('GET', '/api/profile', { as: shop.driver2.session_id })).status).toBe(200);
  expect((await app.send('GET', '/api/profile', { as: other.driver.session_id })).status).toBe(200);
});

test('without a session none is listed or ended, and a malformed id is rejected', async () => {
  expect((await app.send('GET', '/api/profile/sessions')).status).toBe(401);
  expect(await end(newId(), shop.driver.session_id)).toEqual([401, 'not_signed_in']);
  expect(await end(shop.driver.session_id, 'all')).toEqual([422, 'invalid_input']);
});

test.each([
  ['unused for too long', { last_used_at: new Date(Date.now() - 31 * 24 * 3_600_000) }],
  ['too old', { counted_from: new Date(Date.now() - 91 * 24 * 3_600_000) }],
])('a session that is %s is not listed', async (_what, change) => {
  const person = shop.admin;
  const tablet = await onAnotherDevice(person);
  expect(await listAs(person.session_id)).toHaveLength(2);
  await app.owner.updateTable('sessions').set(change).where('id', '=', tablet).execute();
  expect(await listAs(person.session_id)).toMatchObject([{ id: person.session_id }]);
});
