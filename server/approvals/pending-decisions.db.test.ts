import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Approvals } from '../../contract/operations/desk/approvals/list-approvals.schema.ts';
import type { Differences } from '../../contract/operations/desk/differences/list-differences.schema.ts';
import type { Figures } from '../../contract/operations/desk/reports/read-figures.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import {
  adjust,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareVoid,
  recorded,
  sendCommand,
  whileBalances,
} from '../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

async function post<T>(path: string, by: TestStaff, body: object): Promise<T> {
  const headers = { 'idempotency-key': newId() };
  const response = await app.send('POST', path, { as: by.session_id, body, headers });
  expect(response.status).toBe(200);
  return response.json();
}
async function read<T>(name: string): Promise<T> {
  return (await app.send('GET', `/api/desk/${name}`, { as: shop.admin.session_id })).json();
}

it('a request names the record that it voids, and a write-off its ground and the end of day of its shortage', async () => {
  await adjust(app, shop, shop.driver, 10_000);
  await adjust(app, shop, shop.manager, 2_000);
  const collected = await recorded(
    app,
    shop,
    'collection',
    await prepareCollection(app, shop, { amount_fils: 5_000 }),
  );
  const deposited = await recorded(
    app,
    shop,
    'deposit',
    await prepareDeposit(app, shop, { amount_fils: 1_000 }),
  );
  const record_of = { handover: collected, deposit: deposited };
  for (const record_type of ['handover', 'deposit'] as const) {
    const record_id = record_of[record_type];
    const voided = await prepareVoid(app, shop, { record_type, record_id, by: shop.manager });
    expect((await sendCommand(app, 'void', shop.manager, voided)).status).toBe(200);
  }
  const end = await prepareEnd(app, shop, { amount_fils: 3_000, difference_choice: 'short_or_over' });
  const ended = await recorded(app, shop, 'end', end);
  const [open] = (await read<Differences>('differences')).open;
  const write_off = { difference_id: open?.id, amount_fils: 500, ground: 'loss', reason: 'Torn notes' };
  await post('/api/desk/approvals/write-offs', shop.manager, write_off);
  const adjustment = { user_id: shop.driver.user_id, amount_fils: -1_000, reason: 'Counted again' };
  await post('/api/desk/approvals/adjustments', shop.manager, adjustment);
  expect(
    (await read<Approvals>('approvals')).pending.map(({ kind, ground, record }) => [kind, ground, record]),
  ).toEqual([
    ['void', null, { kind: 'collection', id: collected }],
    ['void', null, { kind: 'deposit', id: deposited }],
    ['write_off', 'loss', { kind: 'handover', id: ended }],
    ['adjustment', null, null],
  ]);
});

it('the figures count pending requests and what is still short, until both are settled', async () => {
  expect(await read<Figures>('figures')).toMatchObject({ approvals: 0, undecided: 0, short_fils: 0 });
  await adjust(app, shop, shop.driver, 10_000);
  const end = await prepareEnd(app, shop, { amount_fils: 8_000, difference_choice: 'short_or_over' });
  await recorded(app, shop, 'end', end);
  const [open] = (await read<Differences>('differences')).open;
  const write_off = { difference_id: open?.id, amount_fils: 2_000, ground: 'loss', reason: 'Torn notes' };
  const { approval_id } = await post<{ approval_id: string }>(
    '/api/desk/approvals/write-offs',
    shop.manager,
    write_off,
  );
  expect(await read<Figures>('figures')).toMatchObject({ approvals: 1, undecided: 0, short_fils: 2_000 });
  await post('/api/desk/approvals/decide', shop.admin, { approval_id, outcome: 'approved', reason: null });
  expect(await read<Figures>('figures')).toMatchObject({ approvals: 0, short_fils: 0 });
});

it('the figures count a difference that waits for unsent work, until it is left with the driver', async () => {
  await adjust(app, shop, shop.driver, 10_000);
  const waiting = await prepareDelivery(app, shop, shop.driver, await addOrder(app.owner, shop, shop.driver));
  await whileBalances(app, `raise exception using errcode = 'disk_full';`, () =>
    sendDelivery(app, shop.driver, waiting),
  );
  const end = await prepareEnd(app, shop, { amount_fils: 8_000, difference_choice: 'short_or_over' });
  const handover_id = await recorded(app, shop, 'end', end);
  expect(await read<Figures>('figures')).toMatchObject({ undecided: 1, short_fils: 0 });
  const decision = { handover_id, choice: 'kept', bookable_fils: 0, reason: 'The driver keeps it' };
  await post('/api/desk/differences/decide', shop.admin, decision);
  expect(await read<Figures>('figures')).toMatchObject({ undecided: 0, short_fils: 0 });
});
