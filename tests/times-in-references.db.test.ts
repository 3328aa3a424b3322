import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monthOf } from '../contract/rules/dates/dates.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { prepareDelivery, sendDelivery } from './support/test-delivery.ts';
import {
  issue,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareStart,
  sendCommand,
} from './support/test-handover.ts';
import { addOrder, createTestShop, type TestShop } from './support/test-shop.ts';

/** References and paths contain the time of their command: unchanged, but refused if more than a day off. */

const DAY_MS = 86_400_000;
let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  for (const staff of [shop.driver, shop.manager, shop.admin]) await issue(app, shop, staff, 1_000_000);
});
afterAll(() => app.drop());

type Made = { at: Date; occurred_at: string; clock_offset_ms: number };

/** Sends a command of each kind made at `at`. Returns the response and the reference with that time. */
const COMMANDS: Record<string, (made: Made) => Promise<{ response: Response; named: string }>> = {
  'a start of day': async (made) => {
    const start = await prepareStart(app, shop, made);
    const response = await sendCommand(app, 'start', shop.admin, start);
    return { response, named: start.input.handover_reference };
  },
  'an end of day': async (made) => {
    const end = await prepareEnd(app, shop, made);
    const response = await sendCommand(app, 'end', shop.admin, end);
    return { response, named: end.input.handover_reference };
  },
  'a collection': async (made) => {
    const collection = await prepareCollection(app, shop, made);
    const response = await sendCommand(app, 'collection', shop.manager, collection);
    return { response, named: collection.input.handover_reference };
  },
  'a deposit': async (made) => {
    const deposit = await prepareDeposit(app, shop, made);
    const response = await sendCommand(app, 'deposit', shop.manager, deposit);
    return { response, named: deposit.input.reference };
  },
};

async function referencesOf(): Promise<string[]> {
  const handovers = await app.owner
    .selectFrom('cash_handovers')
    .select('handover_reference as name')
    .execute();
  const deposits = await app.owner.selectFrom('bank_deposits').select('reference as name').execute();
  const floats = await app.owner.selectFrom('cash_floats').select('reference as name').execute();
  return [...handovers, ...deposits, ...floats].map(({ name }) => name);
}

/** Returns the time in the record with this reference. */
async function recordedAs(reference: string): Promise<Date> {
  const handover = await app.owner
    .selectFrom('cash_handovers')
    .select('completed_at as at')
    .where('handover_reference', '=', reference)
    .executeTakeFirst();
  if (handover) return handover.at;
  const deposits = app.owner.selectFrom('bank_deposits').select('occurred_at as at');
  const deposit = await deposits.where('reference', '=', reference).executeTakeFirstOrThrow();
  return deposit.at;
}

const made = (ms_ago: number, device_ms_ago = ms_ago, clock_offset_ms = 0): Made => ({
  at: new Date(Date.now() - ms_ago),
  occurred_at: new Date(Date.now() - device_ms_ago - clock_offset_ms).toISOString(),
  clock_offset_ms,
});

describe.each(Object.entries(COMMANDS))('%s', (_name, send) => {
  it('keeps its reference if it was made two days ago without signal', async () => {
    const { response, named } = await send(made(2 * DAY_MS));
    expect(response.status).toBe(200);
    expect(await referencesOf()).toContain(named);
  });

  it('keeps its reference even if its time is clamped', async () => {
    const { response, named } = await send(made(30 * DAY_MS));
    expect(response.status).toBe(200);
    expect((await recordedAs(named)).getTime()).toBeGreaterThan(Date.now() - 8 * DAY_MS);
  });

  it('is recorded normally if its device’s clock is a year behind by a known offset', async () => {
    const { response } = await send(made(0, 0, 365 * DAY_MS));
    expect(response.status).toBe(200);
  });

  it.each([
    ['a reference dated two days ago, made now', 2 * DAY_MS, 0],
    ['a reference dated the day after tomorrow', -2 * DAY_MS, 0],
    ['a reference dated the day after tomorrow, like the device’s time', -2 * DAY_MS, -2 * DAY_MS],
    ['a reference two days older than the device’s time', 5 * DAY_MS, 3 * DAY_MS],
  ])('%s is refused with its own code, and nothing is recorded', async (_what, ms_ago, device_ms_ago) => {
    const { response, named } = await send(made(ms_ago, device_ms_ago));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'device_time_off', nothing_recorded: true });
    expect(await referencesOf()).not.toContain(named);
  });
});

describe('a delivery', () => {
  const deliver = async (of: Made) => {
    const order = await addOrder(app.owner, shop, shop.driver, { minutes_ago: 100 * 24 * 60 });
    const delivery = await prepareDelivery(app, shop, shop.driver, order, of);
    return { delivery, response: await sendDelivery(app, shop.driver, delivery) };
  };

  it('keeps its paths and its time if it was made two months ago without signal', async () => {
    const of = made(62 * DAY_MS);
    const { delivery, response } = await deliver(of);
    expect(response.status).toBe(200);
    expect(delivery.input.delivery_image.path).toContain(monthOf(of.at, shop.time_zone));
    expect((await response.json()).delivered_at).toBe(of.occurred_at);
    const stored = await app.owner
      .selectFrom('delivery_confirmations')
      .select('delivery_image_url')
      .where('order_id', '=', delivery.input.order_id)
      .executeTakeFirstOrThrow();
    expect(stored.delivery_image_url).toBe(delivery.input.delivery_image.path);
  });

  it.each([
    ['two months ago, made now', 62 * DAY_MS, 0],
    ['two months ahead', -62 * DAY_MS, 0],
    ['two months ahead, like the device’s time', -62 * DAY_MS, -62 * DAY_MS],
  ])('is refused with paths dated %s, and its order is unchanged', async (_what, ms_ago, device_ms_ago) => {
    const { delivery, response } = await deliver(made(ms_ago, device_ms_ago));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'device_time_off', nothing_recorded: true });
    const { status } = await app.owner
      .selectFrom('orders')
      .select('status')
      .where('id', '=', delivery.input.order_id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('dispatching');
  });
});
