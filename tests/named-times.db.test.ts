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

/** References and paths name when a command was made (ruling G12): kept as they are, refused when more than a day off. */

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

/** Each kind of command, made at `at`, as its reference or its paths say. Answers the answer and what was named. */
const COMMANDS: Record<string, (made: Made) => Promise<{ answer: Response; named: string }>> = {
  'a start of day': async (made) => {
    const start = await prepareStart(app, shop, made);
    const answer = await sendCommand(app, 'start', shop.admin, start);
    return { answer, named: start.input.handover_reference };
  },
  'an end of day': async (made) => {
    const end = await prepareEnd(app, shop, made);
    const answer = await sendCommand(app, 'end', shop.admin, end);
    return { answer, named: end.input.handover_reference };
  },
  'a collection': async (made) => {
    const collection = await prepareCollection(app, shop, made);
    const answer = await sendCommand(app, 'collection', shop.manager, collection);
    return { answer, named: collection.input.handover_reference };
  },
  'a deposit': async (made) => {
    const deposit = await prepareDeposit(app, shop, made);
    const answer = await sendCommand(app, 'deposit', shop.manager, deposit);
    return { answer, named: deposit.input.reference };
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

/** When it happened, as the record with this reference says. */
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
  it('made two days ago without signal keeps its reference, and its time', async () => {
    const { answer, named } = await send(made(2 * DAY_MS));
    expect(answer.status).toBe(200);
    expect(await referencesOf()).toContain(named);
  });

  it('keeps its reference though only its time has to be clamped', async () => {
    const { answer, named } = await send(made(30 * DAY_MS));
    expect(answer.status).toBe(200);
    expect((await recordedAs(named)).getTime()).toBeGreaterThan(Date.now() - 8 * DAY_MS);
  });

  it('of a device whose clock is a year behind by a known offset is recorded as usual', async () => {
    const { answer } = await send(made(0, 0, 365 * DAY_MS));
    expect(answer.status).toBe(200);
  });

  it.each([
    ['a reference of two days ago, made now', 2 * DAY_MS, 0],
    ['a reference of the day after tomorrow', -2 * DAY_MS, 0],
    ['one of the day after tomorrow by its device too', -2 * DAY_MS, -2 * DAY_MS],
    ['one two days older than its device says', 5 * DAY_MS, 3 * DAY_MS],
  ])('%s is refused by a code of its own, and nothing is recorded', async (_what, ms_ago, device_ms_ago) => {
    const { answer, named } = await send(made(ms_ago, device_ms_ago));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: 'device_time_off', nothing_recorded: true });
    expect(await referencesOf()).not.toContain(named);
  });
});

describe('a delivery', () => {
  const deliver = async (of: Made) => {
    const order = await addOrder(app.owner, shop, shop.driver, { minutes_ago: 100 * 24 * 60 });
    const delivery = await prepareDelivery(app, shop, shop.driver, order, of);
    return { delivery, answer: await sendDelivery(app, shop.driver, delivery) };
  };

  it('made two months ago without signal keeps its paths and its time', async () => {
    const of = made(62 * DAY_MS);
    const { delivery, answer } = await deliver(of);
    expect(answer.status).toBe(200);
    expect(delivery.input.delivery_image.path).toContain(monthOf(of.at, shop.time_zone));
    expect((await answer.json()).delivered_at).toBe(of.occurred_at);
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
    ['two months ahead by its device too', -62 * DAY_MS, -62 * DAY_MS],
  ])('with paths of %s is refused, and the order is as it was', async (_what, ms_ago, device_ms_ago) => {
    const { delivery, answer } = await deliver(made(ms_ago, device_ms_ago));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: 'device_time_off', nothing_recorded: true });
    const { status } = await app.owner
      .selectFrom('orders')
      .select('status')
      .where('id', '=', delivery.input.order_id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('dispatching');
  });
});
