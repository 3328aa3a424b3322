import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MachineRow } from '../../contract/operations/desk/machines/list-card-machines.schema.ts';
import type { CardMachineHistory } from '../../contract/operations/desk/machines/read-card-machine-story.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { asRequest, outcome } from '../../tests/support/row-security.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { prepareEnd, prepareStart, problemOf, sendCommand } from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';

/** Card machines at the desk: Admins change them, Managers only read. */

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const post = (path: string, number: string, by: TestStaff = shop.admin, key = newId()) =>
  app.send('POST', `/api/machines${path}`, {
    as: by.session_id,
    body: { number },
    headers: { 'idempotency-key': key },
  });
const done = async (response: Promise<Response>) => expect((await response).status).toBe(200);
const refusal = async (response: Promise<Response>) => (await problemOf(await response)).code;

async function list(by = shop.manager): Promise<MachineRow[]> {
  const response = await app.send('GET', '/api/machines', { as: by.session_id });
  return ((await response.json()) as { machines: MachineRow[] }).machines;
}
const named = async (number: string) => {
  const machine = (await list()).find((one) => one.number === number);
  if (!machine) throw new Error(`${number} is not listed`);
  return machine;
};
async function storyOf(number: string): Promise<CardMachineHistory> {
  const { id } = await named(number);
  const path = `/api/machines/story?card_machine_id=${id}`;
  return (await app.send('GET', path, { as: shop.manager.session_id })).json();
}
const handOver = async (type: 'start' | 'end', card_machine_id: string) => {
  const prepared =
    type === 'start'
      ? await prepareStart(app, shop, { card_machine_given: true, card_machine_id })
      : await prepareEnd(app, shop, { card_machine_received: true, card_machine_id });
  return sendCommand(app, type, shop.admin, prepared);
};

it('a card machine that is handed over, retired and reactivated has all of it in its history', async () => {
  await done(post('', ' POS-02 '));
  await done(post('', 'POS-01'));
  const { id } = await named('POS-01');
  expect((await list()).map(({ number }) => number)).toEqual(['POS-01', 'POS-02']);
  expect((await handOver('start', id)).status).toBe(200);
  expect(await named('POS-01')).toMatchObject({
    retired_at: null,
    holder: { driver_id: shop.driver.driver_id, full_name: 'Dawood Driver', since: expect.any(String) },
  });
  expect(await refusal(post('/retire', 'POS-01'))).toBe('card_machine_elsewhere');
  expect((await handOver('end', id)).status).toBe(200);
  expect((await handOver('start', id)).status).toBe(200);
  await done(post('/return', 'POS-01'));
  expect(await refusal(post('/return', 'POS-01'))).toBe('card_machine_in_shop');
  const key = newId();
  const retired = await leftBy(app.owner, async () => {
    await done(post('/retire', 'POS-01', shop.admin, key));
    await done(post('/retire', 'POS-01', shop.admin, key));
    await done(post('/retire', 'POS-01'));
  });
  expect(retired.audit).toMatchObject([{ what: 'retire_card_machine', before: { retired: false } }]);
  expect(retired.topics).toEqual(['machines']);
  // A retired card machine is listed last, cannot be handed over, and keeps its number.
  expect((await list()).map(({ number }) => number)).toEqual(['POS-02', 'POS-01']);
  const forms = await app.send('GET', '/api/handovers/drivers', { as: shop.admin.session_id });
  expect(await forms.json()).toMatchObject({ card_machines: [{ number: 'POS-02' }] });
  expect((await problemOf(await handOver('start', id))).code).toBe('not_found');
  expect(await refusal(post('', 'POS-01'))).toBe('already_exists');
  await done(post('/reactivate', 'POS-01'));
  expect((await handOver('start', id)).status).toBe(200);
  const { number, story } = await storyOf('POS-01');
  expect(number).toBe('POS-01');
  expect(story.map(({ what, driver, by_name }) => [what, driver, by_name])).toEqual([
    ['given', 'Dawood Driver', 'Amal Admin'],
    ['reactivate', null, 'Amal Admin'],
    ['retire', null, 'Amal Admin'],
    ['return', 'Dawood Driver', 'Amal Admin'],
    ['given', 'Dawood Driver', 'Amal Admin'],
    ['taken_back', 'Dawood Driver', 'Amal Admin'],
    ['given', 'Dawood Driver', 'Amal Admin'],
    ['add', null, 'Amal Admin'],
  ]);
});

it('only Admins change card machines, and only those of their own shop are visible', async () => {
  const other = await createTestShop(app.owner, 'Another Shop');
  await done(post('', 'POS-77', other.admin));
  for (const by of [shop.manager, shop.driver, shop.stranger])
    for (const path of ['', '/retire', '/reactivate', '/return'])
      expect((await post(path, 'POS-01', by)).status).toBe(403);
  for (const path of ['/retire', '/reactivate', '/return'])
    expect((await post(path, 'POS-77')).status).toBe(404);
  expect(await list()).toEqual([]);
  const { id } = (await list(other.admin))[0] ?? { id: '' };
  const story = { as: shop.admin.session_id };
  expect((await app.send('GET', `/api/machines/story?card_machine_id=${id}`, story)).status).toBe(404);
  expect((await app.send('GET', '/api/machines', { as: shop.driver.session_id })).status).toBe(403);
  const added = (by: TestStaff, shop_id: number) =>
    asRequest(app.database.request, by, (ask) =>
      outcome(
        ask('insert into card_machines (shop_id, id, number) values ($1, $2, $3)', [
          shop_id,
          newId(),
          'POS-5',
        ]),
      ),
    );
  expect(await added(shop.admin, shop.shop_id)).toBe(1);
  for (const [by, shop_id] of [
    [shop.manager, shop.shop_id],
    [shop.driver, shop.shop_id],
    [shop.admin, other.shop_id],
  ] as const)
    expect(await added(by, shop_id)).toBe('refused');
});

it('concurrent retiring and handing out rejects one of them, and a number added concurrently is added once', async () => {
  const adding = await Promise.all([post('', 'POS-01'), post('', 'POS-01')]);
  expect(adding.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { id } = await named('POS-01');
  const statuses = (await Promise.all([post('/retire', 'POS-01'), handOver('start', id)])).map(
    ({ status }) => status,
  );
  const { holder, retired_at } = await named('POS-01');
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect([holder !== null, retired_at !== null].sort()).toEqual([false, true]);
});
