import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConfirmDelivery } from '../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import { MAX_AMOUNT_FILS } from '../contract/rules/amounts/money.ts';
import { verifyCash } from '../server/verification/verify-cash.ts';
import { BAD_JSON_VALUES } from './support/bad-values.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { prepareDelivery, sendDelivery } from './support/test-delivery.ts';
import { addOrder, createTestShop, type TestShop } from './support/test-shop.ts';

/**
 * Accepted extreme values, sent for real orders, are recorded unchanged or refused, never with a 500.
 * `bad-input.test.ts` has values outside the limits.
 */

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

async function deliver(changes: Partial<Record<keyof ConfirmDelivery, unknown>>) {
  const order = await addOrder(app.owner, shop, shop.driver);
  const delivery = await prepareDelivery(app, shop, shop.driver, order, changes as Partial<ConfirmDelivery>);
  const response = await sendDelivery(app, shop.driver, delivery);
  const body = await response.json();
  return { order, status: response.status, body, pointers: pointersOf(body) };
}

function pointersOf(body: { errors?: { pointer: string }[] }): string[] {
  return [...new Set(body.errors?.map(({ pointer }) => pointer))];
}

describe('the time of a delivery', () => {
  it.each([
    ['the first year', { occurred_at: '0000-01-01T00:00:00Z' }],
    ['the last year', { occurred_at: '9999-12-31T23:59:59.999999999Z' }],
    ['far east', { occurred_at: '2026-11-20T10:00:00+23:59' }],
    ['far west', { occurred_at: '9999-12-31T23:59:59-23:59' }],
    ['a clock a century behind', { clock_offset_ms: 4_000_000_000_000 }],
    ['a clock a century ahead', { clock_offset_ms: -4_000_000_000_000 }],
    ['both at their maximum', { occurred_at: '9999-12-31T23:59:59Z', clock_offset_ms: 4_000_000_000_000 }],
    ['both at their minimum', { occurred_at: '0000-01-01T00:00:00Z', clock_offset_ms: -4_000_000_000_000 }],
  ])('%s: is recorded between the departure and now', async (_what, changes) => {
    const { status, body, order } = await deliver(changes);
    expect(status).toBe(200);
    const at = Date.parse(body.delivered_at);
    expect(at).toBeGreaterThanOrEqual(order.dispatching_started_at?.getTime() ?? Number.NaN);
    expect(at).toBeLessThanOrEqual(Date.now());
    expect(body.order.delivery_duration_seconds).toBeGreaterThanOrEqual(0);
    expect(body.order.delivery_duration_seconds).toBeLessThanOrEqual(3_700);
  });
});

describe('the amount of a delivery', () => {
  it('is refused and moves nothing if it differs from the order’s', async () => {
    expect(await deliver({ due_amount_fils: MAX_AMOUNT_FILS })).toMatchObject({
      status: 422,
      pointers: ['/due_amount_fils'],
    });
    expect(await verifyCash(app.owner)).toEqual([]);
  });
});

describe('the name of a customer', () => {
  const storedName = async (id: string) => {
    const row = await app.owner
      .selectFrom('delivery_confirmations')
      .select('customer_name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.customer_name;
  };

  it.each([
    'فاطمة الزهراء',
    '👩‍👩‍👧‍👦 القحطاني',
    "Robert'); drop table orders;--",
    '<script>alert(1)</script>',
    '\u202eتسلسل\u202c',
    'line\nbreak\ttab',
    '\u0001\u007f',
    '\ufffd\uffff',
    'x'.repeat(200),
    '💩'.repeat(100),
  ])('%j is stored unchanged', async (customer_name) => {
    const { status, body } = await deliver({ customer_name });
    expect(status).toBe(200);
    expect(await storedName(body.confirmation_id)).toBe(customer_name);
  });

  it('is stored or refused by its field, with any content (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (customer_name) => {
        const { status, body, pointers } = await deliver({ customer_name });
        if (status === 200) expect(await storedName(body.confirmation_id)).toBe(customer_name.trim());
        else expect({ status, pointers }).toEqual({ status: 422, pointers: ['/customer_name'] });
      }),
      { numRuns: 8 },
    );
  });
});

describe('sign-in', () => {
  const token = (grant_type: string, body: string) =>
    app.send('POST', `/auth/v1/token?grant_type=${grant_type}`, { bytes: new TextEncoder().encode(body) });

  it('refuses every invalid grant in the format of the protocol', async () => {
    const bodies = ['', '{', 'null', '[]', '{}', '"x"', '{"email":1,"password":2}', 'x'.repeat(20_000)];
    for (const json of Object.values(BAD_JSON_VALUES)) {
      bodies.push(`{"email":${json},"password":"x"}`, `{"email":"a@b.example","password":${json}}`);
      bodies.push(`{"refresh_token":${json}}`);
    }
    for (const grant_type of ['password', 'refresh_token', 'nonsense', '%00', '']) {
      for (const body of bodies) {
        const response = await token(grant_type, body);
        expect({ grant_type, body: body.slice(0, 60), status: response.status }).toMatchObject({
          status: expect.toSatisfy((status) => status >= 400 && status < 500),
        });
        expect(await response.json()).toMatchObject({
          code: response.status,
          error_code: expect.any(String),
          msg: expect.any(String),
        });
      }
    }
  });

  it('refuses bad scopes, tokens and headers at the other endpoints', async () => {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer a.b.c',
      `Bearer ${'x'.repeat(6_000)}`,
      'Basic YTpi',
      'é',
    ]) {
      for (const [method, path] of [
        ['GET', '/auth/v1/user'],
        ['POST', '/auth/v1/logout?scope=global'],
        ['POST', '/auth/v1/logout?scope=%00'],
      ] as const) {
        const response = await app.send(method, path, { headers: { authorization } });
        expect({ path, status: response.status }).toMatchObject({
          status: expect.toSatisfy((status) => status >= 400 && status < 500),
        });
      }
    }
  });
});
